import type { Chain } from '../../chains/chain.ts'
import type { Contracts } from '../../intents/planBatches.ts'
import { callSweep } from '../../intents/wallet.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Address } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { TokenInfo } from '../../interface/tokenShapes.ts'
import { type QuoteCaches, remember } from './quoteCaches.ts'
import { simulateBatch } from './simulateBatch.ts'

const nobody: Address = '0x000000000000000000000000000000000000dEaD'
const farAhead = 2n ** 40n

/**
 * Refuses a token that delivers less than is sent, because what arrives would never add up to what was quoted. Simulated once in a while
 * for each token: a wallet sends its whole balance, and the router's sweep fails if less of it arrives.
 */
export async function rejectFeeOnTransfer(
  { chain, token }: { chain: Chain; token: TokenInfo },
  contracts: Contracts,
  caches: QuoteCaches,
): Promise<void> {
  if (token.address === nativeToken) return
  const key = `${chain.id}:${token.address}`
  const fault = await remember(caches.transferFaults, key, () => findFault(chain, token, contracts, caches))
  if (fault) throw new ServiceError('Unavailable', fault)
}

/** What is wrong with the token, if anything. */
async function findFault(
  chain: Chain,
  token: TokenInfo,
  contracts: Contracts,
  { balanceSlots }: QuoteCaches,
): Promise<string | undefined> {
  const amount = 10n ** BigInt(token.decimals)
  const call = callSweep({ router: contracts.router, token: token.address, receiver: nobody, minAmount: amount })
  const config = { owner: nobody, refundReceiver: nobody, refundAt: farAhead, salt: 0n }
  const calls = [{ role: 'main' as const, call }]
  const simulation = await simulateBatch({
    chain,
    contracts,
    config,
    calls,
    holds: { token: token.address, amount },
    balanceSlots,
  })
  if (simulation.ok) return undefined
  const [, arrived] = /AmountTooLow\([^,]+, \d+, (\d+)\)/.exec(simulation.reason) ?? []
  return arrived === undefined
    ? `${token.symbol} (${token.address}) cannot be transferred on chain ${chain.id}: ${simulation.reason}`
    : `${token.symbol} (${token.address}) takes a fee on transfer: of ${amount} sent only ${arrived} arrive; such tokens are not supported`
}
