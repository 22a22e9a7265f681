import { pad } from 'viem'
import type { Chain, ChainReceipt } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import { type IntentRecord, type Leg, leastArrival } from '../../intents/intentRecord.ts'
import type { LedgerEntry, Place } from '../../intents/ledger.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import { chainOf } from '../configured.ts'
import type { World } from '../world.ts'
import { isBridgeToken } from './batchEntries.ts'
import { gasCostOf, gasEntry } from './batchReceipt.ts'
import { type Payment, transfersInto } from './depositPayments.ts'
import { nativeTransfersInto } from './nativeTransfersInto.ts'
import { readTransfer, transferTopic } from './transferEntries.ts'

/** What came from outside without the transaction that brought it: seen as a balance, or concluded from what left. */
export const isUnproven = ({ from, to, txnHash }: LedgerEntry): boolean =>
  txnHash === undefined && isWallet(to) && isOutside(from)

const isWallet = (place: Place): boolean => place === 'originIntent' || place === 'destinationIntent'
const isOutside = (place: Place): boolean => place === 'owner' || place === 'payer' || place === 'bridge'

/**
 * The same entries, each arrival under the transaction that brought it and from whoever paid. Balances decide what is booked; events
 * only explain it: where they do not add up to the amount, the entry stays without a proof.
 */
export async function proveArrivals(
  record: IntentRecord,
  entries: readonly LedgerEntry[],
  before: readonly LedgerEntry[],
  world: World,
): Promise<LedgerEntry[]> {
  if (!entries.some(isUnproven)) return [...entries]
  const proven: LedgerEntry[] = []
  for (const entry of entries)
    proven.push(
      ...(isUnproven(entry) ? await prove(record, entry, [...before, ...entries, ...proven], world) : [entry]),
    )
  return proven
}

async function prove(
  record: IntentRecord,
  entry: LedgerEntry,
  booked: readonly LedgerEntry[],
  world: World,
): Promise<LedgerEntry[]> {
  const { intent, plan, progress } = record
  const chain = chainOf(world, entry.chainId)
  const isOrigin = entry.to === 'originIntent'
  const wallet = isOrigin ? intent.originIntentAddress : (intent.destinationIntentAddress ?? intent.originIntentAddress)
  const toBlock = entry.blockNumber ?? (await chain.finalBlock(plan.valueUsd))
  const fromBlock = (isOrigin ? progress.origin : progress.destination)?.fromBlock ?? toBlock
  if (fromBlock > toBlock) return [entry]
  // What a node cannot tell is left without a proof.
  const all = await transfersOf(chain, wallet, entry.token, { fromBlock, toBlock }).catch((): Payment[] => [])
  const unbooked = all.filter(isNew(entry, booked))
  const found = explain(entry.amount, unbooked)
  const rest = found.length > 0 ? [] : besideBridge(record, entry, unbooked)
  if (found.length + rest.length === 0) return [entry]
  const known = found.length > 0 ? found : unbooked
  const byHand = isOrigin || known.length + rest.length === 1 ? [] : await sentByHand(chain, wallet, entry.token, known)
  const payments = known.map(({ from, ...payment }) => ({
    ...entry,
    ...payment,
    ...(byHand.includes(payment.txnHash) ? byStranger : sourceOf(from, payment, entry, record)),
  }))
  const fees = isOrigin ? await relayFees(record, chain, found) : []
  return [
    ...payments,
    ...rest,
    ...fees.filter(({ txnHash }) => !booked.some((one) => one.why === 'relayFee' && one.txnHash === txnHash)),
  ]
}

async function transfersOf(
  chain: Chain,
  wallet: Address,
  token: Address,
  range: { fromBlock: number; toBlock: number },
) {
  if (sameAddress(token, nativeToken)) return nativeTransfersInto(chain, wallet, range)
  const topics = [transferTopic, null, pad(wallet)]
  return transfersInto(await chain.logs({ address: token, topics, ...range }), wallet)
}

/** A transfer that a booked entry shows is spent, and so is what the wallet's own batch brought back to it. */
const isNew =
  ({ to, token }: LedgerEntry, booked: readonly LedgerEntry[]) =>
  ({ txnHash, amount }: Payment): boolean =>
    !booked.some(
      (one) => one.to === to && one.txnHash === txnHash && one.amount === amount && sameAddress(one.token, token),
    )

/** The transfers that make up the amount: all of them, or the one that has it alone. */
function explain(amount: bigint, transfers: readonly Payment[]): readonly Payment[] {
  if (transfers.reduce((sum, one) => sum + one.amount, 0n) === amount) return transfers
  const single = transfers.find((one) => one.amount === amount)
  return single ? [single] : []
}

const leastArrivalOf = ({ bridge }: IntentRecord['plan']): bigint => (bridge ? leastArrival(bridge) : 0n)

const byStranger = { from: 'payer', why: 'deposit' } as const

/** What is not explained of an arrival of which the bridge's own part is: it came from somebody else, in a block whose state the node has forgotten. */
function besideBridge({ plan }: IntentRecord, entry: LedgerEntry, payments: readonly Payment[]): LedgerEntry[] {
  const rest = payments.reduce((left, { amount }) => left - amount, entry.amount)
  const isBridged = payments.some(({ amount }) => amount >= leastArrivalOf(plan))
  return entry.from === 'bridge' && isBridged && rest > 0n ? [{ ...entry, ...byStranger, amount: rest }] : []
}

/** Those of several payments that were sent straight to the wallet, or by a call of the token itself, unless all were: no bridge pays so. */
async function sentByHand(
  chain: Chain,
  wallet: Address,
  token: Address,
  payments: readonly Payment[],
): Promise<readonly Hex[]> {
  // What a node cannot tell is left as it looks by its amount.
  const blocks = await Promise.all(
    [...new Set(payments.map(({ blockNumber }) => blockNumber))].map((number) => chain.block(number)),
  ).catch(() => [])
  const direct = blocks
    .flatMap(({ transactions }) => transactions)
    .filter(({ to }) => to !== undefined && (sameAddress(to, wallet) || sameAddress(to, token)))
    .map(({ hash }) => hash)
  return payments.every(({ txnHash }) => direct.includes(txnHash)) ? [] : direct
}

/** A bridge pays at least what it promised, out of anybody's hands; less than that came from somebody else. */
function sourceOf(
  from: Address,
  { amount }: Pick<Payment, 'amount'>,
  { to, why, token }: LedgerEntry,
  record: IntentRecord,
): Pick<LedgerEntry, 'from' | 'why'> {
  if (to === 'destinationIntent')
    return isBridgeToken(record, token) && amount >= leastArrivalOf(record.plan)
      ? { from: 'bridge', why: 'bridge' }
      : byStranger
  return { from: isPaidByOwner(from, record) ? 'owner' : 'payer', why }
}

/** By some ways a signed deposit pays the entrypoint, which hands on what it took from the owner in the same call. */
const isPaidByOwner = (from: Address, { intent, progress }: IntentRecord): boolean =>
  sameAddress(from, intent.ownerAddress) ||
  (progress.deposit?.signature !== undefined && sameAddress(from, intent.svcContracts.svcIntentEntrypointAddress))

/** A signed deposit that somebody submitted apart from the batch has paid its relay fee there. */
async function relayFees(record: IntentRecord, chain: Chain, payments: readonly Payment[]): Promise<LedgerEntry[]> {
  const option = record.progress.deposit?.signature?.selectedGasFeeOption
  if (!option || option.amount === 0n) return []
  const fees = payments.map(async ({ txnHash, blockNumber }) => {
    const evidence = await chain.receipt(txnHash, { atOrBelow: blockNumber })
    if (evidence.is !== 'proven') return []
    const paid = evidence.value.logs.some((log) => {
      const transfer = readTransfer(log)
      return (
        transfer !== undefined &&
        transfer.amount === option.amount &&
        isPaidByOwner(transfer.from, record) &&
        sameAddress(transfer.to, option.feeCollectorAddress)
      )
    })
    const fee = { from: 'owner', to: 'collector', why: 'relayFee', amount: option.amount } as const
    const token = record.intent.depositTransaction.tokenAddress
    return paid ? [{ ...fee, chainId: chain.id, token, txnHash, blockNumber }] : []
  })
  return (await Promise.all(fees)).flat()
}

/**
 * What our transactions cost that are mined and not booked: a strict run that reverted, an element of a bundle that failed, the message
 * of a bridge. A refund is not among them unless it reverted: its gas is booked with what it moved. Not whole while the nodes disagree
 * about one of them, or it is mined and not final.
 */
export async function gasOfOthers(
  record: IntentRecord,
  booked: readonly LedgerEntry[],
  world: World,
): Promise<{ entries: LedgerEntry[]; isWhole: boolean }> {
  let isWhole = true
  const known = new Set<Hex | undefined>(booked.filter(({ why }) => why === 'gas').map(({ txnHash }) => txnHash))
  const found = await Promise.all(
    sentLegs.map(async (leg): Promise<LedgerEntry[]> => {
      const sent = record.legs.find((one) => one.leg === leg)
      if (!sent) return []
      const chain = chainOf(world, sent.chainId)
      const attempts = await world.store.attempts.ofLeg(record.intentId, leg)
      const unbooked = attempts.filter(({ hash }) => !known.has(hash))
      if (unbooked.length === 0) return []
      const atOrBelow = await chain.finalBlock(record.plan.valueUsd)
      const receipts = await Promise.all(unbooked.map(({ hash }) => chain.receipt(hash, { atOrBelow })))
      if (receipts.some((evidence) => evidence.is === 'unknown')) isWhole = false
      const { executor } = (leg === 'destination' && record.plan.destination) || record.plan.origin
      return receipts
        .flatMap((evidence): ChainReceipt[] => (evidence.is === 'proven' ? [evidence.value] : []))
        .filter(({ success }) => leg !== 'refund' || !success)
        .map((receipt) => gasEntry(receipt, chain.id, gasCostOf(receipt, executor)))
    }),
  )
  return { entries: found.flat(), isWhole }
}

const sentLegs: readonly Leg[] = ['origin', 'destination', 'refund']
