import { sameAddress } from '../../src/evm/address.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'
import { setSlip } from '../engine/scripted/markets.ts'
import { addresses, owners } from './economy.ts'
import type { FillerMood } from './filler.ts'
import { type Host, type HostTrouble, noTrouble, quietPace } from './host.ts'
import type { Invention } from './invent.ts'
import type { Scheduler } from './scheduler.ts'
import type { SimChain } from './simChain.ts'
import type { SimNode } from './simNode.ts'

/** Every kind of fault that a run can have; a seed draws which of them it has and how much. */
export const faultKinds = [
  'crash',
  'pause',
  'skew',
  'storeLate',
  'storeLost',
  'storeRefused',
  'notesLost',
  'nodeTimeout',
  'broadcastLost',
  'nodeDown',
  'nodeLag',
  'nodeLies',
  'nodeInvents',
  'reorg',
  'stuck',
  'feeSpike',
  'filler',
  'stranger',
  'webhook',
  'slip',
] as const
export type FaultKind = (typeof faultKinds)[number]

export type Weather = {
  kinds: readonly FaultKind[]
  trouble: HostTrouble
  filler: FillerMood
}

/** About a third of the kinds at once: few enough that each of them matters, often enough that pairs meet. */
const kindChance = 0.35
/** Runs in which nothing goes wrong but what callers do: then a payment in time is carried out. */
const stillShare = 0.04

export function drawWeather(scheduler: Scheduler, calm: boolean, without: readonly string[]): Weather {
  const drawn = faultKinds.filter(() => scheduler.chance(kindChance))
  const rates = faultKinds.map(() => scheduler.random.next())
  const isStill = scheduler.chance(stillShare)
  const kinds = calm || isStill ? [] : drawn.filter((kind) => !without.includes(kind))
  const rate = (kind: FaultKind, most: number) =>
    kinds.includes(kind) ? most * (0.1 + 0.9 * rates[faultKinds.indexOf(kind)]!) : 0
  return {
    kinds,
    trouble: {
      storeLate: rate('storeLate', 0.02),
      storeLost: rate('storeLost', 0.02),
      storeRefused: rate('storeRefused', 0.05),
      notesLost: rate('notesLost', 0.8),
      nodeTimeout: rate('nodeTimeout', 0.03),
      broadcastLost: rate('broadcastLost', 0.6),
      webhook: rate('webhook', 0.8),
    },
    filler: kinds.includes('filler')
      ? { dawdleMsMax: 150_000, never: 0.3, hasty: rates[0]! < 0.5 ? 0 : 0.6 }
      : { dawdleMsMax: 12_000, never: 0, hasty: 0 },
  }
}

type WeatherWorld = {
  scheduler: Scheduler
  weather: Weather
  chains: readonly SimChain[]
  nodes: readonly SimNode[]
  hosts: ReadonlyMap<string, Host>
  trouble: HostTrouble
  relayers: readonly Address[]
  endMs: number
  reorgDepthMax: number
  onFault(fault: FaultKind): void
  /** Whether there was anything to do. */
  strangerActs(): boolean
  inventionFor(chain: SimChain): Invention
  isQuiet(): boolean
  /** Transactions that will never be in a block. */
  onForgotten(hashes: readonly Hex[]): void
  /** Names of the store's calls that were made so far. */
  callsSeen(): readonly string[]
}

const gwei = 1_000_000_000n

/** Made once in a run at most, so that nobody has seen them who could die at the next one. */
const seldomCalls = [
  'attempts.atNonce',
  'intents.pollNow',
  'intents.refusedDeposits',
  'intents.search',
  'webhooks.forgetDeliveries',
]

/** Makes blocks, and until `endMs` also what goes wrong. */
export function startWeather(world: WeatherWorld): void {
  const { scheduler, weather, chains, nodes, hosts, trouble, endMs, onFault } = world
  const isStormy = () => scheduler.nowMs() < endMs
  const has = (kind: FaultKind) => weather.kinds.includes(kind) && isStormy()
  const every = (meanMs: number, kind: FaultKind, strike: () => void) => {
    const next = () => {
      if (has(kind)) strike()
      if (isStormy()) scheduler.after(scheduler.between(meanMs / 2, meanMs * 1.5), kind, next)
    }
    if (weather.kinds.includes(kind)) scheduler.after(scheduler.between(0, meanMs), kind, next)
  }

  for (const chain of chains) {
    let stuckUntilMs = 0
    const mine = () => {
      if (has('stuck') && scheduler.chance(0.05)) stuckUntilMs = scheduler.nowMs() + scheduler.between(10_000, 60_000)
      const isStuck = scheduler.nowMs() < stuckUntilMs && isStormy()
      // One spike in six is beyond what an item may cost: nothing is sent until it is over.
      const height = () => (scheduler.chance(1 / 6) ? scheduler.between(150, 600) : scheduler.between(2, 8))
      const drift = has('feeSpike') && scheduler.chance(0.1) ? BigInt(height()) : 1n
      if (drift > 1n) onFault('feeSpike')
      const back = chain.baseFee() > gwei ? (chain.baseFee() * 7n) / 8n : gwei
      chain.setBaseFee(drift > 1n ? gwei * drift : back < gwei ? gwei : back)
      if (has('reorg') && scheduler.chance(0.12)) {
        onFault('reorg')
        // What we sent may be forgotten by every pool; others' wallets send theirs again.
        const isForgotten = scheduler.chance(0.5)
        // Now and then an owner has paid somebody else with the same nonce: what the blocks held never comes again.
        const isDoubled = scheduler.chance(0.25)
        const isOwner = (from: Address) => owners.some((one) => sameAddress(one, from))
        const forgotten = chain.reorg(scheduler.between(1, world.reorgDepthMax), (transaction) => {
          const { from } = transaction
          if (isDoubled && isOwner(from)) return 'replace'
          return isForgotten && world.relayers.includes(from) ? 'forget' : 'keep'
        })
        world.onForgotten(forgotten)
      }
      if (isStuck) onFault('stuck')
      chain.mine(({ from }) => isStuck && world.relayers.includes(from))
      const nextMs = chain.definition.blockTimeMs + scheduler.between(-500, 500)
      scheduler.after(world.isQuiet() ? nextMs * quietPace : nextMs, chain.definition.name, mine)
    }
    scheduler.after(scheduler.between(100, chain.definition.blockTimeMs), chain.definition.name, mine)
  }

  const someHost = () => scheduler.pick([...hosts.values()])
  every(25_000, 'crash', () => {
    const host = someHost()
    // Most calls are looks for work: named ones make rare calls as likely a place to die at.
    if (scheduler.chance(0.5)) host.crashAfterCalls(scheduler.between(1, 40))
    else host.crashAt(scheduler.pick([...world.callsSeen(), ...seldomCalls]))
  })
  every(30_000, 'pause', () => {
    onFault('pause')
    someHost().pause(scheduler.between(2_000, 50_000))
  })
  every(30_000, 'skew', () => {
    onFault('skew')
    someHost().skew(scheduler.between(-30_000, 30_000))
  })
  // Within what owners allow it is theirs to lose; beyond it their calls fail, and the money goes back.
  every(20_000, 'slip', () => {
    const chain = scheduler.pick(chains)
    const bps = scheduler.chance(0.5) ? scheduler.between(1, 40) : scheduler.between(60, 500)
    onFault('slip')
    scheduler.note(chain.definition.name, `the pool pays ${bps} bps less`)
    setSlip(chain.state(), addresses.pool, bps)
    scheduler.after(scheduler.between(5_000, 60_000), 'slip', () => setSlip(chain.state(), addresses.pool, 0))
  })
  every(10_000, 'stranger', () => {
    if (world.strangerActs()) onFault('stranger')
  })
  /** Half of the nodes that go down leave a liar alone: whoever then believes fewer nodes believes it. */
  const besideLiars = (kind: FaultKind): readonly SimNode[] => {
    const liar = nodes.find(({ fault }) => fault.lies || fault.invents)
    if (kind !== 'nodeDown' || !liar || !scheduler.chance(0.5)) return nodes
    const others = nodes.filter((node) => node.chain === liar.chain && node !== liar)
    return others.length > 0 ? others : nodes
  }
  const sick = (kind: FaultKind, put: (node: SimNode, on: boolean) => void) =>
    every(kind === 'nodeInvents' ? 12_000 : 25_000, kind, () => {
      const node = scheduler.pick(besideLiars(kind))
      // A quorum of liars that agree is believed, by any service: of a chain's nodes one lies or invents at a time.
      const isLie = kind === 'nodeLies' || kind === 'nodeInvents'
      if (isLie && nodes.some(({ chain, fault }) => chain === node.chain && (fault.lies || fault.invents))) return
      onFault(kind)
      put(node, true)
      scheduler.note(node.name, `${kind} begins`)
      // A third of the liars lie for as long as it takes a block to become final, and longer.
      const longest = isLie && scheduler.chance(0.3) ? 120_000 : 30_000
      scheduler.after(scheduler.between(3_000, longest), kind, () => put(node, false))
    })
  sick('nodeDown', ({ fault }, on) => {
    fault.down = on
  })
  sick('nodeLag', ({ fault }, on) => {
    fault.lagBlocks = on ? scheduler.between(1, 4) : 0
  })
  sick('nodeLies', ({ fault }, on) => {
    fault.lies = on
  })
  sick('nodeInvents', ({ fault, chain }, on) => {
    fault.invents = on ? world.inventionFor(chain) : undefined
  })
  scheduler.after(endMs - scheduler.nowMs(), 'weather', () => {
    Object.assign(trouble, noTrouble)
    for (const chain of chains) setSlip(chain.state(), addresses.pool, 0)
    for (const { fault } of nodes) Object.assign(fault, { down: false, lagBlocks: 0, lies: false, invents: undefined })
    for (const host of hosts.values()) {
      host.skew(0)
      host.crashAfterCalls(Number.POSITIVE_INFINITY)
    }
    scheduler.note('weather', 'the faults are over')
  })
}
