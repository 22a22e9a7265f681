import { isLocalChain, trustedChain } from '../intents/trustedChains.ts'
import type { Address } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'
import type { Bounds } from './bounds.ts'
import { sameHex } from './untrustedQuote.ts'

/** One percent of the deposit. */
const shareDivisor = 100n
/** Gas may cost at most a tenth of the deposit. For smaller deposits, the owner must set `bounds.maxFee`. */
const gasShareDivisor = 10n

/** About $1 of each asset, in base units. Constants, because the client trusts no price feed. */
const aboutOneUsd: Readonly<Record<string, bigint>> = {
  USDC: 10n ** 6n,
  USDT: 10n ** 6n,
  DAI: 10n ** 18n,
  WETH: 3n * 10n ** 14n,
  WBTC: 10n ** 3n,
}
const aboutOneUsdOf: Readonly<Record<string, bigint>> = { ETH: 3n * 10n ** 14n, POL: 2n * 10n ** 18n }

/**
 * Most that gas on both sides and relaying may cost, in dollars. On Ethereum, two batches of 600,000 gas cost $20 at
 * 6 gwei; on rollups and Polygon, cents. On the local chains, which start at 1 gwei, two swaps cost $4 at 3 gwei.
 */
const gasUsdMax = (chainId: number): bigint => (isLocalChain(chainId) ? 5n : chainId === 1 ? 20n : 2n)

/** Most that all fees may take of a deposit: the caller's limit, else 1 % or what gas may cost. */
export function feeLimit(
  { chainId, token, amount }: { chainId: number; token: Address; amount: bigint },
  { maxFee, ownChains }: Bounds,
): bigint {
  if (maxFee !== undefined) return maxFee
  const share = amount / shareDivisor
  const gas = gasUsdMax(chainId) * oneUsd(chainId, token, ownChains)
  const most = amount / gasShareDivisor
  const covered = gas < most ? gas : most
  return covered > share ? covered : share
}

/** About $1 in base units. 0 for an unknown token: then only the 1 % share applies. */
function oneUsd(chainId: number, token: Address, own: Bounds['ownChains']): bigint {
  const chain = trustedChain(chainId, own)
  if (token === nativeToken) return aboutOneUsdOf[chain?.nativeSymbol ?? ''] ?? 0n
  const name = Object.keys(chain?.assets ?? {}).find((one) => sameHex(chain?.assets[one], token))
  return aboutOneUsd[name ?? ''] ?? 0n
}
