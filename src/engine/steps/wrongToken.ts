import type { Chain } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import { reason } from '../../intents/reasons.ts'
import { sayBaseUnits } from '../../intents/sayAmount.ts'
import type { TokenInfo } from '../../interface/tokenShapes.ts'
import type { World } from '../world.ts'
import type { Effects } from './outcome.ts'

type Arrived = { token: TokenInfo; amount: bigint }

/** What came in another listed token. One that does not answer keeps no intent from its end; what comes in it is for the owner to take out. */
export async function wrongToken(
  { intent }: Pick<IntentRecord, 'intent'>,
  { tokens }: Pick<World, 'tokens'>,
  chain: Chain,
  at?: { block: number; quorum: boolean },
): Promise<Arrived | undefined> {
  const { tokenAddress } = intent.depositTransaction
  const others = tokens.listed(chain.id).filter(({ address }) => !sameAddress(address, tokenAddress))
  const reads = await Promise.allSettled(
    others.map(({ address }) => chain.balance(address, intent.originIntentAddress, at)),
  )
  const index = reads.findIndex((read) => read.status === 'fulfilled' && read.value > 0n)
  const read = reads[index]
  return read?.status === 'fulfilled' ? { token: others[index]!, amount: read.value } : undefined
}

export const wrongTokenReason = ({ token, amount }: Arrived, then = 'they go back'): string =>
  reason('WRONG_TOKEN', `${sayBaseUnits(amount, token.symbol, token)} arrived instead; ${then}`)

/** Said at the first look, once for each amount: the deposit may still come, and until anyone may refund only the owner can take the rest out. */
export function wrongTokenLeg(
  { legs, plan, intent }: IntentRecord,
  arrived: Arrived | undefined,
): NonNullable<Effects['legs']> | undefined {
  if (!arrived) return undefined
  const deposit = legs.find(({ leg }) => leg === 'deposit')
  const at = new Date(plan.refundAtS * 1_000).toISOString()
  const statusReason = wrongTokenReason(arrived, `they go back at ${at}, and the owner can take them out before`)
  if (deposit?.statusReason === statusReason) return undefined
  return [{ leg: 'deposit', chainId: intent.originChainId, status: 'PENDING', statusReason }]
}
