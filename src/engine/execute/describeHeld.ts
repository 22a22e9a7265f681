import { formatBaseUnits } from '../../intents/formatTokenAmount.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import { isoTime } from '../../intents/receipt.ts'
import { chainOf } from '../chainOf.ts'
import type { World } from '../world.ts'

/** For errors: what the intent address holds of the deposit, and when it is refunded. Empty if none or unknown. */
export async function describeHeld({ intent, plan }: IntentRecord, world: World): Promise<string> {
  const { tokenAddress } = intent.depositTransaction
  const chain = chainOf(world, intent.originChainId)
  const balance = await chain.balance(tokenAddress, intent.originIntentAddress).catch(() => 0n)
  if (balance === 0n) return ''
  const refundAtMs = plan.refundAtS * 1_000
  const when = refundAtMs > world.clock.nowMs() ? `after ${isoTime(refundAtMs)}` : 'now'
  const held = formatBaseUnits(balance, tokenAddress, plan.originToken)
  return `. ${held} are at ${intent.originIntentAddress}; they go back to ${intent.ownerAddress} ${when}`
}
