import type { Chain } from '../../chains/chain.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import { chainOf } from '../chainOf.ts'
import type { World } from '../world.ts'
import { bookShort, lookForDeposit, shortLeg } from './awaitDeposit.ts'
import { type Move, moveTo, type Outcome, wait, waitMs } from './outcome.ts'
import { nextBlock } from './pollSchedule.ts'
import { searchFromBlocks } from './searchFromBlocks.ts'
import { wrongToken, wrongTokenLeg } from './wrongToken.ts'

/**
 * Waits for ExecuteIntent. With DIRECT_TRANSFER it also watches the address, and a payment starts the intent. When the
 * time is over, it reads the address before it ends: a payment in time is carried out or refunded, executed or not.
 */
export async function committed(record: IntentRecord, world: World): Promise<Outcome<'committed'>> {
  const { executeByMs = 0, intent } = record
  const leftMs = executeByMs - world.clock.nowMs()
  if (leftMs < 0) return endUnexecuted(record, world)
  // One millisecond past the deadline, because the deadline itself is still in time.
  if (intent.quoteRequest.fundMethod !== 'DIRECT_TRANSFER') return waitMs(leftMs + 1)
  const chain = chainOf(world, intent.originChainId)
  const { tokenAddress, amount } = intent.depositTransaction
  const [balance, wrong] = await Promise.all([
    chain.balance(tokenAddress, intent.originIntentAddress),
    wrongToken(record, world, chain),
  ])
  if (balance >= amount)
    return moveTo('awaitDeposit', { progress: { ...record.progress, ...(await searchFromBlocks(record, world)) } })
  const { afterMs, orBlockOf } = nextBlock(chain)
  const legs = shortLeg(record, balance) ?? wrongTokenLeg(record, wrong)
  const isShort = balance > 0n || record.progress.short !== undefined
  const final = isShort ? await finalBalance(record, chain) : 0n
  const booked = await bookShort(record, world, { final, newest: balance })
  return wait({ afterMs: Math.min(afterMs, leftMs + 1), orBlockOf }, { ...booked, legs })
}

const finalBalance = async ({ intent, plan }: IntentRecord, chain: Chain): Promise<bigint> =>
  chain.balance(intent.depositTransaction.tokenAddress, intent.originIntentAddress, {
    block: await chain.finalBlock(plan.valueUsd),
    quorum: true,
  })

/** As after ExecuteIntent without a hash. `lookForDeposit` lapses only if head and final block show no money. */
export async function endUnexecuted(
  record: IntentRecord,
  world: World,
): Promise<Move<'awaitDeposit' | 'awaitOrigin' | 'refund' | 'lapsed' | 'aborted'>> {
  const progress = { ...record.progress, ...(await searchFromBlocks(record, world)) }
  const found = await lookForDeposit({ ...record, progress }, world)
  if (found.kind === 'move') return { ...found, progress: found.progress ?? progress }
  const { legs, look } = found
  return moveTo('awaitDeposit', { progress, legs }, look === 'never' ? undefined : look)
}
