import type { ChainDefinition, FinalityRule } from '../../src/chains/chainDefinition.ts'
import type { Contracts } from '../../src/intents/planBatches.ts'
import type { Intent } from '../../src/interface/intentShapes.ts'
import { brandContracts } from '../engine/scripted/brands.ts'
import { addresses, allDefinitions, worth } from './economy.ts'
import type { RunOptions } from './run.ts'
import type { Scheduler } from './scheduler.ts'

/** What is different in a run's world. A seed draws some; coverage counts the steps that intents had in each. */
export const traits = [
  'deepReorgs',
  'taggedFinality',
  'waitsForFinality',
  'shortLogRanges',
  'l1Fees',
  'thirdChain',
  'twoVersions',
  'directTransfers',
  'retries',
  'recoveries',
  'codeOwners',
  'projects',
  'dust',
  'refusals',
  'unpriced',
  'refundsElsewhere',
  'brands',
  'sockets',
] as const
export type Trait = (typeof traits)[number]

export type SimWorld = {
  traits: readonly Trait[]
  definitions: readonly ChainDefinition[]
  /** No reorganisation is deeper, so what is final for the smallest amount stays. */
  reorgDepthMax: number
  /** Intents worth less go on with what is in a block. */
  actOnMinedBelowUsd: number
  /** Blocks that a node takes in one question for logs. */
  logBlocksMax: number
  /** From then on programs of an earlier version, whose intents live on, are replaced one after the other. */
  upgradeAtS: number
  /** Below this nothing is sent back: dollars; undefined: what sending it costs; 0: everything is. */
  refundUsdMin: number | undefined
  /** The contracts of each brand; of a world without brands there are none to choose. */
  brands: ReadonlyMap<string, Contracts>
}

const chances: Record<Trait, number> = {
  deepReorgs: 0.25,
  taggedFinality: 0.2,
  waitsForFinality: 0.25,
  shortLogRanges: 0.2,
  l1Fees: 0.2,
  thirdChain: 0.1,
  twoVersions: 0.15,
  directTransfers: 0.2,
  retries: 0.2,
  recoveries: 0.2,
  codeOwners: 0.15,
  projects: 0.2,
  dust: 0.2,
  refusals: 0.15,
  unpriced: 0.15,
  refundsElsewhere: 0.15,
  brands: 0.15,
  sockets: 0.15,
}

/** Blocks behind the newest that nodes call so. */
export const tagDepths = { safe: 4, finalized: 8 } as const
const deep: readonly FinalityRule[] = [{ belowUsd: Number.POSITIVE_INFINITY, depth: 4 }]
const tagged: readonly FinalityRule[] = [
  { belowUsd: 1_000, depth: 'safe' },
  { belowUsd: Number.POSITIVE_INFINITY, depth: 'finalized' },
]

/** Drawn only with `--wide` and in the deep tier: their worlds still find a defect in some hundreds of seeds. */
const wideTraits: readonly Trait[] = traits.slice(traits.indexOf('directTransfers'))

/** `forced`: traits that the world has whatever is drawn. */
export function drawWorld(
  scheduler: Scheduler,
  isCalm: boolean,
  { traits: forced = [], wide = false }: Pick<RunOptions, 'traits' | 'wide'>,
): SimWorld {
  const drawn = traits.filter((trait) => scheduler.chance(chances[trait]))
  const waitsFromUsd = scheduler.pick([0, 400])
  const upgradeAtS = scheduler.between(10, 60)
  const dustBelowUsd = scheduler.pick([undefined, 30])
  const mayDraw = (trait: Trait) => !isCalm && (wide || !wideTraits.includes(trait))
  const mine = traits.filter((trait) => (mayDraw(trait) && drawn.includes(trait)) || forced.includes(trait))
  const has = (trait: Trait) => mine.includes(trait)
  const isDeep = has('deepReorgs') || has('taggedFinality')
  const finality = has('taggedFinality') ? tagged : deep
  return {
    traits: mine,
    definitions: allDefinitions.slice(0, has('thirdChain') ? 3 : 2).map((definition) => ({
      ...definition,
      ...(isDeep && { finality }),
      ...(has('l1Fees') && { l1Fee: { by: 'oracle' as const, oracle: addresses.l1Oracle } }),
    })),
    reorgDepthMax: isDeep ? 4 : 2,
    actOnMinedBelowUsd: has('waitsForFinality') ? waitsFromUsd : 1_000_000,
    logBlocksMax: has('shortLogRanges') ? 4 : Number.POSITIVE_INFINITY,
    upgradeAtS: has('twoVersions') ? upgradeAtS : 0,
    refundUsdMin: has('dust') ? dustBelowUsd : 0,
    brands: has('brands') && !has('twoVersions') ? brandContracts : new Map(),
  }
}

/** Dollars that an intent moves, by what its owner pays. */
export const usdOf = ({ depositTransaction: { tokenAddress, amount } }: Intent): number =>
  Number(worth(tokenAddress, amount)) / 1e6

/** Blocks on top that make an amount final. */
export function finalDepthOf({ finality }: ChainDefinition, usd: number): number {
  const { depth } = finality.find(({ belowUsd }) => usd < belowUsd)!
  return typeof depth === 'number' ? depth : tagDepths[depth]
}
