import type { ChainDefinition, FinalityRule } from '../../src/chains/chainDefinition.ts'
import type { Intent } from '../../src/interface/intentShapes.ts'
import { addresses, allDefinitions, worth } from './economy.ts'
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
}

const chances: Record<Trait, number> = {
  deepReorgs: 0.25,
  taggedFinality: 0.2,
  waitsForFinality: 0.25,
  shortLogRanges: 0.2,
  l1Fees: 0.2,
  thirdChain: 0.1,
  twoVersions: 0.15,
}

/** Blocks behind the newest that nodes call so. */
export const tagDepths = { safe: 4, finalized: 8 } as const
const deep: readonly FinalityRule[] = [{ belowUsd: Number.POSITIVE_INFINITY, depth: 4 }]
const tagged: readonly FinalityRule[] = [
  { belowUsd: 1_000, depth: 'safe' },
  { belowUsd: Number.POSITIVE_INFINITY, depth: 'finalized' },
]

export function drawWorld(scheduler: Scheduler, isCalm: boolean): SimWorld {
  const drawn = traits.filter((trait) => scheduler.chance(chances[trait]))
  const waitsFromUsd = scheduler.pick([0, 400])
  const upgradeAtS = scheduler.between(10, 60)
  const mine: readonly Trait[] = isCalm ? [] : drawn
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
