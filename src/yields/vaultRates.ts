import { erc4626Abi, multicall3Abi } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { readContract } from '../evm/readContract.ts'
import type { Address } from '../interface/fields.ts'
import { growthToApy } from './rates.ts'

/** What the probe of shares was worth at a moment of the chain. */
type Sample = { atS: number; worth: bigint }

export type VaultRate = { apy: number } | { unknown: 'rateUnknown' | 'rateImplausible' }

export type VaultRates = {
  /** Undefined where the vault refuses to answer. */
  measure(chain: Chain, vault: Address, decimals: number): Promise<VaultRate | undefined>
}

const dayS = 86_400
/** A rate is what the last week brought, or as much of it as was seen. */
const windowS = 7 * dayS
const sampleEveryS = 3_600
/** A week of samples an hour apart, and some air. */
const samplesMax = 256
/** Where to look in the past when a vault is first met, in seconds and in blocks; most nodes keep 128 blocks, some keep all. */
const lookBackS = [windowS, dayS, 3_600]
const lookBackBlocks = [120, 48, 12, 3, 1]
/** More than tenfold a year is a harvest that fell into a short view, not a rate. */
const apyMax = 10
/** A million million shares: their worth shows a second's growth also in a token with six decimals. */
const probeDigits = 12

/**
 * A vault has no view function for its rate, only one for the worth of a share. The rate is how that worth has grown: over a week
 * once a week has been seen, over less until then.
 */
export function createVaultRates(): VaultRates {
  const seen = new Map<string, Sample[]>()

  return {
    async measure(chain, vault, decimals) {
      const probe = 10n ** BigInt(decimals + probeDigits)
      const key = `${chain.id}:${vault}`
      const now = await sample(chain, vault, probe)
      if (!now) return undefined
      const samples = seen.get(key) ?? (await lookBack(chain, vault, probe))
      seen.set(key, remember(samples, now))
      return rateOf(samples, now)
    },
  }
}

function rateOf(samples: readonly Sample[], now: Sample): VaultRate {
  const before = samples.findLast(({ atS }) => now.atS - atS >= windowS) ?? samples[0]
  const apy = before && growthToApy(before.worth, now.worth, now.atS - before.atS)
  if (apy === undefined) return { unknown: 'rateUnknown' }
  return apy <= apyMax ? { apy } : { unknown: 'rateImplausible' }
}

/** The newest sample moves along until it is an hour from the one before it. */
function remember(samples: readonly Sample[], now: Sample): Sample[] {
  const older = samples.filter(({ atS }) => atS < now.atS)
  const [last, beforeLast] = [older.at(-1), older.at(-2)]
  const close = last && beforeLast && last.atS - beforeLast.atS < sampleEveryS
  return [...(close ? older.slice(0, -1) : older), now].slice(-samplesMax)
}

async function sample(chain: Chain, vault: Address, probe: bigint, block?: number): Promise<Sample | undefined> {
  const [worth, atS] = await Promise.all([
    readContract(chain, vault, erc4626Abi, 'convertToAssets', [probe], { block }),
    readContract(chain, chain.definition.multicall3, multicall3Abi, 'getCurrentBlockTimestamp', [], { block }),
  ])
  return worth === undefined || atS === undefined ? undefined : { worth, atS: Number(atS) }
}

/** As far back as the node remembers; nothing where it remembers nothing. */
async function lookBack(chain: Chain, vault: Address, probe: bigint): Promise<Sample[]> {
  const { number } = await chain.head()
  const depths = [...lookBackS.map((s) => Math.round((s * 1_000) / chain.definition.blockTimeMs)), ...lookBackBlocks]
  const blocks = [...new Set(depths.map((depth) => number - depth).filter((block) => block > 0))]
  // A node that no longer has the state says so with an error: not a failure, only the end of its memory.
  const found = await Promise.all(blocks.map((block) => sample(chain, vault, probe, block).catch(() => undefined)))
  return found.filter((one) => one !== undefined).toSorted((a, b) => a.atS - b.atS)
}
