import { readTransfer } from '../../src/engine/books/transferEntries.ts'
import { sameAddress } from '../../src/evm/address.ts'
import { foldEvents } from '../../src/intents/foldEvents.ts'
import { balanceOf, type LedgerEntry } from '../../src/intents/ledger.ts'
import { isFinalStep } from '../../src/intents/lifecycle.ts'
import { checkEvent, type SeenEvents } from '../../src/sdk/checkEvent.ts'
import type { IntentRow, Memory } from '../stores/memory/memory.ts'
import { assets, commonAddresses } from './scripted/assets.ts'
import type { ScriptedChain } from './scripted/scriptedChain.ts'

/** Tokens whose every movement is an event: not native, and not WETH, whose wraps emit others. */
const tokens = assets.map(({ address }) => address).filter((one) => BigInt(one) !== 0n && one !== commonAddresses.weth)

type Broken = (rule: string, said: unknown, is: unknown) => void

/** No test may end with books that differ from the chains, or rows that contradict each other. */
export function auditBench(memory: Memory, chains: readonly ScriptedChain[]): void {
  for (const row of memory.intents.values()) {
    const broken: Broken = (rule, said, is) => {
      if (said !== is) throw new Error(`${rule}: the books of ${row.record.intentId} say ${said}, it is ${is}`)
    }
    for (const scripted of chains) checkTransactions(row, scripted, memory, broken)
    checkLegs(row, broken)
    checkReservations(row, broken)
    checkSponsor(row, memory, broken)
    checkEvents(row, memory)
  }
}

/** An intent's log is what a client accepts, in this order. Throws what a client would. */
export function checkEvents({ record }: IntentRow, { events }: Memory): void {
  const fold = foldEvents(record)
  const seen: SeenEvents = { intentId: record.intentId, lastId: 0 }
  for (const row of events.filter(({ intentId }) => intentId === record.intentId)) {
    const event = fold(row)
    if (event) Object.assign(seen, { status: checkEvent(event, undefined, seen).status, lastId: event.id })
  }
}

/** A transaction's movements at an address equal its entries there; gas is its cost, split evenly among its items. */
function checkTransactions(row: IntentRow, { chain, receipts }: ScriptedChain, memory: Memory, broken: Broken): void {
  const { intent } = row.record
  const own = row.ledger.filter(({ chainId, txnHash }) => chainId === chain.id && txnHash)
  const byHash = new Map(receipts().map((one) => [one.hash, one]))
  const places = [
    ['originIntent', intent.originChainId, intent.originIntentAddress],
    ['destinationIntent', intent.destinationChainId, intent.destinationIntentAddress],
  ] as const
  for (const hash of new Set(own.map(({ txnHash }) => txnHash!))) {
    const receipt = byHash.get(hash)
    const entries = own.filter(({ txnHash }) => txnHash === hash)
    // A test's reorg went deeper than finality.
    if (!receipt) continue
    for (const entry of entries) if (entry.blockNumber) broken('blocks', entry.blockNumber, receipt.blockNumber)
    const transfers = receipt.logs.flatMap((log) => readTransfer(log) ?? [])
    for (const [place, chainId, address] of places) {
      if (chainId !== chain.id || !address) continue
      for (const token of tokens) {
        if (!entries.some((entry) => sameAddress(entry.token, token) && (entry.from === place || entry.to === place)))
          continue
        const of = transfers.filter((one) => sameAddress(one.token, token))
        const came = of.filter(({ to }) => sameAddress(to, address)).reduce((sum, { amount }) => sum + amount, 0n)
        const went = of.filter(({ from }) => sameAddress(from, address)).reduce((sum, { amount }) => sum + amount, 0n)
        broken(
          `what ${hash.slice(0, 10)} moved at the ${place}`,
          balanceOf(entries, place, chain.id, token),
          came - went,
        )
      }
    }
    const carried = [...memory.attempts.values()].find((one) => one.hash === hash)?.items.length ?? 1
    const cost = (receipt.gasUsed * receipt.effectiveGasPrice) / BigInt(Math.max(1, carried))
    for (const { why, amount } of entries) if (why === 'gas') broken('gas', amount, cost)
  }
}

/** A successful leg shows its entries' movements, and a refund its destination. */
function checkLegs({ record: { legs, intent, plan }, ledger }: IntentRow, broken: Broken): void {
  const sum = (wanted: (entry: LedgerEntry) => boolean) =>
    ledger.filter(wanted).reduce((total, { amount }) => total + amount, 0n)
  for (const { leg, status, txnHash, tokenAmount, tokenAddress, toAddress, chainId } of legs) {
    if (status !== 'SUCCEEDED' || tokenAmount === undefined || !txnHash) continue
    const isOwn = (entry: LedgerEntry) => entry.txnHash === txnHash && entry.chainId === chainId
    if (leg === 'destination')
      broken(
        'the destination leg',
        tokenAmount,
        sum((entry) => isOwn(entry) && entry.to === 'recipient'),
      )
    if (leg !== 'refund') continue
    const receivers = [plan.origin.refundReceiver, plan.destination?.refundReceiver, intent.ownerAddress]
    // An owner who acts alone may send it anywhere.
    const isTaken = ledger.some((entry) => isOwn(entry) && entry.why === 'abort')
    const isTheirs = receivers.some((one) => one && toAddress && sameAddress(one, toAddress))
    broken('the receiver of a refund', isTheirs || isTaken, true)
    const toOwner = sum((entry) => isOwn(entry) && entry.to === 'owner' && sameAddress(entry.token, tokenAddress!))
    broken('the refund leg', tokenAmount, toOwner)
  }
}

/** No double reservation, and none for an ended intent. */
function checkReservations({ record: { step, plan }, reservations }: IntentRow, broken: Broken): void {
  const kinds = reservations.map(({ kind, chainId, token }) => `${kind} ${chainId} ${token}`)
  if (!plan.bridge?.parts) broken('reservations', kinds.length, new Set(kinds).size)
  if (isFinalStep(step)) broken('reservations after the end', reservations.length, 0)
}

/** Relaying cost is within its reservation, for the intent and the day's budget. */
function checkSponsor({ record: { intentId, progress } }: IntentRow, memory: Memory, broken: Broken): void {
  const { reservedMicroUsd = 0n, spentMicroUsd = 0n } = progress.sponsor ?? {}
  const kept = memory.sponsorships.get(intentId)
  if (spentMicroUsd > reservedMicroUsd) broken('spent of a budget', spentMicroUsd, reservedMicroUsd)
  if (kept?.spent !== undefined) broken('spent of the day', kept.spent, spentMicroUsd)
}
