import type { Chain } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import { formatBaseUnits } from '../../intents/formatTokenAmount.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import { reason } from '../../intents/reasons.ts'
import { isUnused } from '../../intents/wallet.ts'
import type { TokenInfo } from '../../interface/tokenShapes.ts'
import { concernsIntent } from '../books/depositPayments.ts'
import type { World } from '../world.ts'
import type { Effects } from './outcome.ts'

type Arrived = { token: TokenInfo; amount: bigint }

/** What arrived in another listed token. Skips tokens that do not answer: the owner can take those out. */
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
  reason('WRONG_TOKEN', `${formatBaseUnits(amount, token.symbol, token)} arrived instead; ${then}`)

/**
 * Whether to stop waiting: the time to pay is over, the announced transaction is final and concerns the intent, and the
 * address holds another token. Without such a transaction, a stranger's token ends nothing.
 */
export async function isPaidOtherwise(
  record: IntentRecord,
  world: World,
  chain: Chain,
  finalBlock: number,
): Promise<boolean> {
  const { executeByMs = 0, progress } = record
  const hash = progress.deposit?.hash
  if (!hash || world.clock.nowMs() <= executeByMs) return false
  if ((await chain.receipt(hash, { atOrBelow: finalBlock })).is !== 'proven') return false
  const wrong = await wrongToken(record, world, chain, { block: finalBlock, quorum: true })
  if (!wrong || !isUnused(record.intent.originCalls, wrong.token.address)) return false
  return concernsIntent(record, hash, chain)
}

/** Shown at once, for each amount: the deposit may still come, and until then only the owner can take the rest out. */
export function wrongTokenLeg(
  { legs, plan, intent, executeByMs }: IntentRecord,
  arrived: Arrived | undefined,
): NonNullable<Effects['legs']> | undefined {
  if (!arrived) return undefined
  const deposit = legs.find(({ leg }) => leg === 'deposit')
  const isEarly = executeByMs !== undefined && isUnused(intent.originCalls, arrived.token.address)
  const at = new Date(isEarly ? executeByMs : plan.refundAtS * 1_000).toISOString()
  const statusReason = wrongTokenReason(arrived, `they go back at ${at}, and the owner can take them out before`)
  if (deposit?.statusReason === statusReason) return undefined
  return [{ leg: 'deposit', chainId: intent.originChainId, status: 'PENDING', statusReason }]
}
