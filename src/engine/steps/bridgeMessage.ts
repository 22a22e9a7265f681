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
/** For each bridge that an intent has. */
export const messageSendsMax = 10

/** Asks a bridge for its message, if it has any. The caller may drop the promise: a failure is then ignored. */
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
 * Delivers the message of a crossing that began after the end; the money it brings is refunded like every late payment.
 * A bridge still returns a delivered message, so it is simulated first.
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
    // A bridge that does not answer now is asked again with the next poll.
    const told = await messageOf(part, originTxHash, ended, world)?.catch(() => undefined)
    if (!told?.ready || !(await chain.simulate({ to: told.to, data: told.data })).ok) continue
    return waitMs(pollAgainMs(chain), {
      progress: withProgress(progress, 'bridge', { messageSends: sends + 1 }),
      outbox: [messageItem(chain, told)],
    })
  }
  return undefined
}
