import type { Address } from '../../src/interface/fields.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import { clearRefusal, setTokenFault } from '../engine/scripted/tokens.ts'
import { assets, ownerOf, refundToOf } from './economy.ts'
import { isRefusedAt } from './rest.ts'
import type { Scheduler } from './scheduler.ts'
import type { SimChain } from './simChain.ts'
import type { SimWorld } from './worlds.ts'

/** Tokens that pay some owners no longer, from some moment on: for a while or for ever. */
export type Refusals = {
  /** The issuer takes it back: a bridge gives back what it could not deliver. */
  lift(chain: SimChain, token: Address, receiver: Address): void
  /** Whether it was ever refused anywhere. */
  wasRefused(token: Address, receiver: Address): boolean
}

type Refusal = { chain: SimChain; token: Address; receiver: Address; isOn: boolean; isOver: boolean }

export function startRefusals(options: {
  scheduler: Scheduler
  world: SimWorld
  chains: readonly SimChain[]
  intents: number
  endMs: number
}): Refusals {
  const { scheduler, world, chains, intents, endMs } = options
  const has = world.traits.includes('refusals')
  const ever = new Set<string>()
  const lifted = new Set<string>()
  const keyOf = ({ token, receiver }: Pick<Refusal, 'token' | 'receiver'>) => `${token} ${receiver}`
  const drawn = has ? Array.from({ length: scheduler.between(1, 3) }, draw) : []

  function draw(): Refusal {
    const owner = scheduler.between(0, intents - 1)
    const token = scheduler.pick(assets.filter(({ address }) => address !== nativeToken))!.address
    const receiver = scheduler.chance(0.8) ? ownerOf(owner) : refundToOf(owner)
    const refusal: Refusal = { chain: scheduler.pick(chains)!, token, receiver, isOn: false, isOver: false }
    const lastMs = Math.max(1_000, endMs - scheduler.nowMs())
    const fromMs = scheduler.between(0, lastMs)
    scheduler.after(fromMs, 'refusal', () => {
      refusal.isOn = true
      apply(refusal)
    })
    if (scheduler.chance(0.5)) scheduler.after(scheduler.between(fromMs, lastMs), 'refusal', () => end(refusal))
    return refusal
  }

  function end(refusal: Refusal): void {
    refusal.isOver = true
    apply(refusal)
  }

  function apply(refusal: Refusal): void {
    const { chain, token, receiver, isOn, isOver } = refusal
    if (!isOn) return
    if (isOver || lifted.has(`${chain.definition.id} ${keyOf(refusal)}`)) {
      clearRefusal(chain.state(), token, receiver)
      return
    }
    if (!ever.has(keyOf(refusal))) scheduler.note(chain.definition.name, `${token.slice(-4)} refuses ${receiver}`)
    ever.add(keyOf(refusal))
    setTokenFault(chain.state(), token, { refuses: receiver })
  }

  // A reorganisation takes back what was written: the issuer says it again.
  for (const chain of drawn.length > 0 ? chains : [])
    chain.onBlock(() => {
      for (const refusal of drawn) if (refusal.chain === chain) apply(refusal)
    })

  return {
    lift(chain, token, receiver) {
      lifted.add(`${chain.definition.id} ${keyOf({ token, receiver })}`)
      clearRefusal(chain.state(), token, receiver)
    },
    wasRefused: (token, receiver) =>
      ever.has(keyOf({ token, receiver })) || chains.some((chain) => isRefusedAt(chain.state(), token, receiver)),
  }
}
