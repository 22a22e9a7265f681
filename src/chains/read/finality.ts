import { ServiceError } from '../../interface/errors.ts'
import type { ChainDefinition, FinalityRule } from '../chainDefinition.ts'
import type { ChainEvents } from '../chainEvents.ts'
import type { Heads } from './heads.ts'
import { type RpcBlock, toHeader } from './parse.ts'
import type { Quorum } from './quorum.ts'

/**
 * The newest block that an irreversible step may rest on, by the dollars at stake. Within a process the answer never
 * goes back, with one exception: a reorg below it. Then it falls to the fork and `finalityBroken` is raised, because
 * the rule was too weak for what the chain did.
 */
export function createFinality(options: {
  definition: ChainDefinition
  heads: Heads
  quorum: Quorum
  events: ChainEvents
}): (valueUsd: number) => Promise<number> {
  const { definition, heads, quorum, events } = options
  const reached = new Map<FinalityRule['depth'], number>()
  const tagged = new Map<string, { headHash: string; number: Promise<number> }>()

  heads.onReorg((forkBlock) => {
    for (const [depth, number] of reached) {
      if (number <= forkBlock) continue
      reached.set(depth, forkBlock)
      events.finalityBroken({ chainId: definition.id, forkBlock, finalBlock: number })
    }
    tagged.clear()
  })

  return async (valueUsd) => {
    const head = heads.current()
    if (!head || heads.healthy().length < quorum.size) {
      throw new ServiceError('ChainNodeHealth', `too few healthy nodes of ${definition.name} to know what is final`)
    }
    const { depth } = ruleFor(definition.finality, valueUsd)
    const number = typeof depth === 'number' ? head.number - depth : await atTag(depth, head.hash)
    const final = Math.max(0, number, reached.get(depth) ?? 0)
    reached.set(depth, final)
    return final
  }

  /** The lowest block that any node of the quorum gives the tag to. */
  function atTag(tag: 'safe' | 'finalized', headHash: string): Promise<number> {
    const known = tagged.get(tag)
    if (known?.headHash === headHash) return known.number
    const number = askTag(tag)
    tagged.set(tag, { headHash, number })
    number.catch(() => tagged.delete(tag))
    return number
  }

  async function askTag(tag: 'safe' | 'finalized'): Promise<number> {
    const numbers: number[] = []
    await quorum.agree(`the ${tag} block`, async (node) => {
      const block = await node.call<RpcBlock | null>('eth_getBlockByNumber', [tag, false])
      if (!block) throw new Error(`${node.name} names no ${tag} block`)
      numbers.push(toHeader(block).number)
      return true
    })
    return Math.min(...numbers)
  }
}

export function ruleFor(rules: readonly FinalityRule[], valueUsd: number): FinalityRule {
  const rule = rules.find((each) => valueUsd < each.belowUsd) ?? rules.at(-1)
  if (!rule) throw new Error('a chain definition needs at least one finality rule')
  return rule
}
