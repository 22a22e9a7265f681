import type { Chain } from '../../chains/chain.ts'
import { openTimeout } from '../../host/waker.ts'
import { type BridgePart, bridgeParts, type IntentRecord, withProgress } from '../../intents/intentRecord.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import type { BridgeMessage } from '../../providers/provider.ts'
import { bridgeOf, chainOf } from '../chainOf.ts'
import type { World } from '../world.ts'
import { type Wait, waitMs } from './outcome.ts'
import { pollAgainMs } from './pollSchedule.ts'

const messageTimeoutMs = 5_000
const messageGas = 400_000n
/** Most times that the message of one bridge is sent. An intent with two bridges has twice as many. */
export const messageSendsMax = 10

/**
 * Asks a bridge for its message: the call that releases the money at the destination. Undefined if the origin batch has
 * not run, or if a filler brings the money. The caller may leave the promise unread; its failure is then ignored.
 */
export function messageOf(
  { provider: name, outputAmountMin: amountMin }: BridgePart,
  originTxHash: Hex | undefined,
  { intent }: IntentRecord,
  world: World,
): Promise<BridgeMessage> | undefined {
  const recipient = intent.destinationIntentAddress
  if (!recipient || !originTxHash) return undefined
  const provider = bridgeOf(world, name)
  if (!provider.message) return undefined
  const timeout = openTimeout(world.clock, messageTimeoutMs)
  const asked = provider
    .message({
      originChainId: intent.originChainId,
      destinationChainId: intent.destinationChainId,
      originTxHash,
      recipient,
      amountMin,
      deadline: { atMs: world.clock.nowMs() + messageTimeoutMs, signal: timeout.signal },
    })
    .finally(timeout.close)
  asked.catch(() => undefined)
  return asked
}

export const messageItem = ({ id: chainId }: Chain, { to, data }: { to: Address; data: Hex }) =>
  ({ chainId, leg: 'destination', to, data, value: 0n, gasLimit: messageGas }) as const

/**
 * Delivers the bridge's message if the money crossed after the intent had ended. The money is then refunded like any
 * late payment. A bridge returns delivered messages too, so each is simulated before it is sent.
 */
export async function deliverLateMessage(ended: IntentRecord, world: World): Promise<Wait | undefined> {
  const { intent, intentId, plan, progress } = ended
  const booked = await world.store.intents.ledger(intentId)
  const originTxHash = booked.findLast(({ to }) => to === 'bridge')?.txnHash
  if (!plan.bridge || !originTxHash) return undefined
  const parts = bridgeParts(plan.bridge)
  const sends = progress.bridge?.messageSends ?? 0
  if (sends >= messageSendsMax * parts.length) return undefined
  if (await world.store.attempts.isInFlight(intentId, 'destination')) return undefined
  const chain = chainOf(world, intent.destinationChainId)
  for (const part of parts) {
    // If a bridge does not answer, the next poll asks it again.
    const told = await messageOf(part, originTxHash, ended, world)?.catch(() => undefined)
    if (!told?.ready || !(await chain.simulate({ to: told.to, data: told.data })).ok) continue
    return waitMs(pollAgainMs(chain), {
      progress: withProgress(progress, 'bridge', { messageSends: sends + 1 }),
      outbox: [messageItem(chain, told)],
    })
  }
  return undefined
}
