import { isLocalChain, trustedChain } from '../intents/trustedChains.ts'
import type { Address } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'
import type { Bounds } from './bounds.ts'
import { sameHex } from './untrustedQuote.ts'

/** One percent of the deposit. */
const shareDivisor = 100n
/** What gas may cost never is more than a tenth: a smaller deposit is not worth its gas, and its owner says so with `bounds.maxFee`. */
const gasShareDivisor = 10n

/** About one dollar of each asset, in base units: how many of them gas may cost is said by chain, because no price is trusted here. */
const aboutOneUsd: Readonly<Record<string, bigint>> = {
  USDC: 10n ** 6n,
  USDT: 10n ** 6n,
  DAI: 10n ** 18n,
  WETH: 3n * 10n ** 14n,
  WBTC: 10n ** 3n,
}
const aboutOneUsdOf: Readonly<Record<string, bigint>> = { ETH: 3n * 10n ** 14n, POL: 2n * 10n ** 18n }

/**
 * Most that gas of both sides and the relaying of a deposit may cost, in dollars. On Ethereum two batches of 600,000 gas cost 20 dollars at
 * 6 gwei; on the rollups and on Polygon they cost cents. On the local chains, with a swap on each side, 4 dollars at 3 gwei: they start with one.
 */
const gasUsdMax = (chainId: number): bigint => (isLocalChain(chainId) ? 5n : chainId === 1 ? 20n : 2n)

/** Most that all fees together may take of a deposit: the caller's word, else one percent or what gas may cost. */
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

/** 0 for a token that is not known: then the share alone counts. */
function oneUsd(chainId: number, token: Address, own: Bounds['ownChains']): bigint {
  const chain = trustedChain(chainId, own)
  if (token === nativeToken) return aboutOneUsdOf[chain?.nativeSymbol ?? ''] ?? 0n
  const name = Object.keys(chain?.assets ?? {}).find((one) => sameHex(chain?.assets[one], token))
  return aboutOneUsd[name ?? ''] ?? 0n
}
