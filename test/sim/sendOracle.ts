import { bridgeParts, type IntentRecord } from '../../src/intents/intentRecord.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import type { OutboxItem } from '../../src/stores/store.ts'
import { isLiveState } from '../../src/stores/transitionRules.ts'
import { tokenBalance } from '../engine/scripted/tokens.ts'
import type { IntentRow, Memory } from '../stores/memory/memory.ts'
import { Broken } from './broken.ts'
import type { SimChain } from './simChain.ts'
import { finalDepthOf, type SimWorld, usdOf } from './worlds.ts'

/** Twice the maximum of thousands of runs. */
const sentMax = 10
const gasUsedMax = 1_500_000n

type SendWorld = {
  memory: Memory
  chainOf(chainId: number): SimChain
  nameOf(intentId: string): string
  world: SimWorld
}

/** Largest lag of a poll behind the newest block. */
const lagBlocksMax = 20

/** The service's transactions: backing money, bundling, number, and reservations. */
export function createSendOracle({ memory, chainOf, nameOf, world }: SendWorld) {
  const judged = new Set<number>()

  /** Above the bound, an intent waits for finality before each transaction; a signed deposit comes with it. */
  function checkFinal({ chainId, leg, to }: OutboxItem, { intent, plan, progress }: IntentRecord): void {
    const usd = usdOf(intent)
    const isSigned = leg === 'origin' && progress.deposit?.signature !== undefined
    // A bridge's message brings money and spends none.
    const isBatch = (leg === 'origin' || leg === 'destination') && to === plan.origin.executor
    if (usd < world.actOnMinedBelowUsd || !isBatch || isSigned) return
    const { ledger, definition } = chainOf(chainId)
    const { amount, tokenAddress } = intent.depositTransaction
    const wallet = leg === 'origin' ? intent.originIntentAddress : intent.destinationIntentAddress!
    const parts = plan.bridge ? bridgeParts(plan.bridge) : []
    const needed =
      leg === 'origin'
        ? [{ token: tokenAddress, amount }]
        : parts.flatMap(({ outputToken, outputTokenOtherwise = outputToken, outputAmountMin }) =>
            [outputToken, outputTokenOtherwise].map((token) => ({ token, amount: outputAmountMin })),
          )
    const head = ledger.head().number
    const holds = (block: number) =>
      needed.some((one) => tokenBalance(ledger.stateAt(Math.max(0, block)), one.token, wallet) >= one.amount)
    // A lagging process read an older final block, whose money may have been withdrawn and repaid since (seed 7300362).
    const lastFinal = head - finalDepthOf(definition, usd)
    const wasFinal = Array.from({ length: lagBlocksMax }, (_, lag) => lastFinal - lag).some(holds)
    if (holds(head) && !wasFinal)
      throw new Broken(
        'large intents wait for finality',
        `a ${leg} of ${nameOf(intent.intentId)} is sent on mined money`,
      )
  }

  /** A transaction with the item is final: it is over, even if the sender reports so later. */
  function isOver(id: number, { chainId }: OutboxItem, { intent }: IntentRecord): boolean {
    const { ledger, definition } = chainOf(chainId)
    const finalBlock = ledger.head().number - finalDepthOf(definition, usdOf(intent))
    return [...memory.attempts.values()].some(
      ({ items, hash }) => items.includes(id) && (ledger.receipt(hash)?.blockNumber ?? finalBlock + 1) <= finalBlock,
    )
  }

  function checkAlone(item: OutboxItem, record: IntentRecord): void {
    for (const [id, { item: other, done }] of memory.outbox) {
      if (id === item.id || other.intentId !== item.intentId || other.data !== item.data) continue
      if (isOver(id, other, record)) continue
      const isSent = [...memory.attempts.values()].some(({ items, state }) => isLiveState(state) && items.includes(id))
      if (!done || isSent)
        throw new Broken(
          'nothing is sent beside itself',
          `${item.leg} of ${nameOf(item.intentId)} is handed over as ${item.id} while ${id} is under way`,
        )
    }
  }

  /** To the unit: each leg's quoted gas, the owner's deposit, and a known filler's payment. */
  function checkReserved({ record, reservations }: IntentRow): void {
    // A paid quote reserves its refund's gas at the price of that moment.
    if (record.committedAtMs === undefined) return
    const { intent, plan } = record
    const { originGas, destinationGas } = intent.fees
    const gas = [originGas, ...(destinationGas ? [destinationGas] : [])].map(({ totalFeeAmount }) => totalFeeAmount)
    const parts = plan.bridge ? bridgeParts(plan.bridge).map(({ outputAmountMin }) => outputAmountMin) : []
    const { amount } = intent.depositTransaction
    const fee = record.progress.deposit?.signature?.selectedGasFeeOption.amount ?? 0n
    const left = { gas, inventory: parts, backing: [amount], signed: [1n, amount + fee] }
    for (const one of reservations) {
      const at = left[one.kind].indexOf(one.amount)
      if (at < 0 || (one.kind === 'gas' && one.token !== nativeToken))
        throw new Broken(
          'reservations balance',
          `${nameOf(intent.intentId)} set ${one.amount} aside as ${one.kind}: ${reservations.map(({ kind, amount: each }) => `${kind} ${each}`)}`,
        )
      left[one.kind].splice(at, 1)
    }
  }

  /** Our transactions for one intent: bounded, whatever strangers, reorgs and fees do. */
  function checkBounds({ record: { intentId } }: IntentRow): void {
    const slots = new Map<string, bigint>()
    for (const { items, chainId, signer, nonce, hash } of memory.attempts.values()) {
      const receipt = chainOf(chainId).ledger.receipt(hash)
      if (receipt && items.some((id) => memory.outbox.get(id)?.item.intentId === intentId))
        slots.set(`${chainId} ${signer} ${nonce}`, receipt.gasUsed)
    }
    const gas = [...slots.values()].reduce((sum, used) => sum + used, 0n)
    if (slots.size > sentMax || gas > gasUsedMax)
      throw new Broken(
        'transactions have a bound',
        `${nameOf(intentId)} took ${slots.size} of our transactions, ${gas} gas`,
      )
  }

  return {
    afterWrite() {
      for (const [id, { item, done }] of memory.outbox) {
        if (judged.has(id)) continue
        judged.add(id)
        const row = memory.intents.get(item.intentId)
        if (!row || done) continue
        checkFinal(item, row.record)
        checkAlone(item, row.record)
      }
      for (const row of memory.intents.values()) checkReserved(row)
    },
    atEnd() {
      for (const row of memory.intents.values()) if (row.record.step !== 'quoted') checkBounds(row)
    },
  }
}
