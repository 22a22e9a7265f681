import { erc4626Abi, multicall3Abi } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { readContract } from '../evm/readContract.ts'
import type { Address } from '../interface/fields.ts'
import { growthToApy } from './rates.ts'

/** The probe's value in base units of the asset, at a block's timestamp. */
type Sample = { atS: number; worth: bigint }

export type VaultRate = { apy: number } | { unknown: 'rateUnknown' | 'rateImplausible' }

export type VaultRates = {
  /** Undefined if the vault refuses to answer. */
  measure(chain: Chain, vault: Address, decimals: number): Promise<VaultRate | undefined>
}

const dayS = 86_400
/** The rate is measured over the last week, or over the samples there are. */
const windowS = 7 * dayS
const sampleEveryS = 3_600
/** A week of hourly samples is 168; the rest is margin. */
const samplesMax = 256
/** Ages of a new vault's past samples, in seconds and in blocks. Most nodes keep 128 blocks of state. */
const lookBackS = [windowS, dayS, 3_600]
const lookBackBlocks = [120, 48, 12, 3, 1]
/** 1,000 % a year. A higher rate is not shown: it comes from a harvest within a short measuring span. */
const apyMax = 10
/** The probe is 10^12 whole shares, so that one second of growth changes its value even with six decimals. */
const probeDigits = 12

/**
 * ERC-4626 has no view function for a rate, only `convertToAssets`. So the rate is the growth of a share's value
 * between two samples: over a week, or over the oldest sample's age until then.
 */
export function createVaultRates(): VaultRates {
  const samplesByVault = new Map<string, Sample[]>()

  return {
    async measure(chain, vault, decimals) {
      const probe = 10n ** BigInt(decimals + probeDigits)
      const key = `${chain.id}:${vault}`
      const now = await readSample(chain, vault, probe)
      if (!now) return undefined
      const samples = samplesByVault.get(key) ?? (await readHistory(chain, vault, probe))
      samplesByVault.set(key, addSample(samples, now))
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

/** Appends `now`. Replaces the newest sample if that is less than 1 h after the one before: samples become hourly. */
function addSample(samples: readonly Sample[], now: Sample): Sample[] {
  const older = samples.filter(({ atS }) => atS < now.atS)
  const [last, beforeLast] = [older.at(-1), older.at(-2)]
  const close = last && beforeLast && last.atS - beforeLast.atS < sampleEveryS
  return [...(close ? older.slice(0, -1) : older), now].slice(-samplesMax)
}

async function readSample(chain: Chain, vault: Address, probe: bigint, block?: number): Promise<Sample | undefined> {
  const [worth, atS] = await Promise.all([
    readContract(chain, vault, erc4626Abi, 'convertToAssets', [probe], { block }),
    readContract(chain, chain.definition.multicall3, multicall3Abi, 'getCurrentBlockTimestamp', [], { block }),
  ])
  return worth === undefined || atS === undefined ? undefined : { worth, atS: Number(atS) }
}

/** Samples at past blocks whose state the node still has; possibly none. */
async function readHistory(chain: Chain, vault: Address, probe: bigint): Promise<Sample[]> {
  const { number } = await chain.head()
  const depths = [...lookBackS.map((s) => Math.round((s * 1_000) / chain.definition.blockTimeMs)), ...lookBackBlocks]
  const blocks = [...new Set(depths.map((depth) => number - depth).filter((block) => block > 0))]
  // A node that has pruned the block's state fails: omit the sample.
  const found = await Promise.all(blocks.map((block) => readSample(chain, vault, probe, block).catch(() => undefined)))
  return found.filter((one) => one !== undefined).toSorted((a, b) => a.atS - b.atS)
}
