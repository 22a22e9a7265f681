import type { Chain } from '../../chains/chain.ts'
import type { Contracts } from '../../intents/planBatches.ts'
import { callSweep } from '../../intents/wallet.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Address } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { TokenInfo } from '../../interface/tokenShapes.ts'
import type { QuoteCaches } from './quoteCaches.ts'
import { simulateBatch } from './simulateBatch.ts'

const nobody: Address = '0x000000000000000000000000000000000000dEaD'
const farAhead = 2n ** 40n

/**
 * Refuses a token that delivers less than is sent: what arrived could never add up to what was quoted. Tried out once for each token, by
 * letting a wallet send its whole balance and measure what the receiver has.
 */
export async function rejectFeeOnTransfer(
  { chain, token }: { chain: Chain; token: TokenInfo },
  contracts: Contracts,
  { honest }: QuoteCaches,
): Promise<void> {
  if (token.address === nativeToken) return
  const key = `${chain.id}:${token.address}`
  const verdict = honest.get(key) ?? tryTransfer(chain, token, contracts)
  honest.set(key, verdict)
  verdict.catch(() => honest.delete(key))
  const fault = await verdict
  if (fault) throw new ServiceError('Unavailable', fault)
}

/** What is wrong with the token, if anything. */
async function tryTransfer(
  chain: Chain,
  token: TokenInfo,
  { router, ...contracts }: Contracts,
): Promise<string | undefined> {
  const amount = 10n ** BigInt(token.decimals)
  const call = callSweep({ router, token: token.address, receiver: nobody, minAmount: amount })
  const config = { owner: nobody, refundReceiver: nobody, refundAt: farAhead, salt: 0n }
  const calls = [{ role: 'main' as const, call }]
  const simulation = await simulateBatch({
    chain,
    contracts: { router, ...contracts },
    config,
    calls,
    holds: { token: token.address, amount },
  })
  if (simulation.ok) return undefined
  const [, arrived] = /AmountTooLow\([^,]+, \d+, (\d+)\)/.exec(simulation.reason) ?? []
  return arrived === undefined
    ? `${token.symbol} (${token.address}) cannot be transferred on chain ${chain.id}: ${simulation.reason}`
    : `${token.symbol} (${token.address}) takes a fee on transfer: of ${amount} sent only ${arrived} arrive; such tokens are not supported`
}
