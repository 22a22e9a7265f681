import { ServiceError } from '../../interface/errors.ts'
import type { Head } from '../chain.ts'
import type { ChainDefinition, FinalityRule } from '../chainDefinition.ts'
import type { ChainEvents } from '../chainEvents.ts'
import type { Heads } from './heads.ts'
import { type RpcBlock, toHeader } from './parseRpc.ts'
import type { Quorum } from './quorum.ts'

const readsPerTrail = 20

/**
 * The newest block that an irreversible step may rely on, by the dollars at stake. Within a process the number never
 * decreases, except after a reorg below it: then it falls to the fork block and `finalityBroken` is raised, because
 * the chain's finality rule was too weak.
 */
export function createFinality(options: {
  definition: ChainDefinition
  heads: Heads
  quorum: Quorum
  events: ChainEvents
}): (valueUsd: number) => Promise<number> {
  const { definition, heads, quorum, events } = options
  const reached = new Map<FinalityRule['depth'], number>()
  const tagCache = new Map<string, { readAt: Head; trails: number; number: Promise<number> }>()

  heads.onReorg((forkBlock) => {
    for (const [depth, number] of reached) {
      if (number <= forkBlock) continue
      reached.set(depth, forkBlock)
      events.finalityBroken({ chainId: definition.id, forkBlock, finalBlock: number })
    }
    tagCache.clear()
  })

  return async (valueUsd) => {
    const head = heads.current()
    if (!head || heads.healthy().length < quorum.size()) {
      throw new ServiceError('ChainNodeHealth', `too few healthy nodes of ${definition.name} to know what is final`)
    }
    const { depth } = ruleFor(definition.finality, valueUsd)
    const number = typeof depth === 'number' ? head.number - depth : await atTag(depth, head)
    const final = Math.max(0, number, reached.get(depth) ?? 0)
    reached.set(depth, final)
    return final
  }

  /**
   * The lowest block to which a node of the quorum gives this tag. Read again once the chain has grown by 1/20 of the
   * tag's lag: tags move in leaps, and a read per block would be most of a fast chain's calls.
   */
  function atTag(tag: 'safe' | 'finalized', head: Head): Promise<number> {
    const known = tagCache.get(tag)
    const grownBy = known ? head.number - known.readAt.number : 0
    if (known && (known.readAt.hash === head.hash || grownBy < known.trails / readsPerTrail)) return known.number
    const read = { readAt: head, trails: 0, number: readTag(tag) }
    tagCache.set(tag, read)
    read.number.then(
      (number) => {
        read.trails = head.number - number
      },
      // The caller has the rejection too; here it only empties the cache, so that the next caller reads again.
      () => tagCache.delete(tag),
    )
    return read.number
  }

  async function readTag(tag: 'safe' | 'finalized'): Promise<number> {
    const numbers: number[] = []
    await quorum.agree(`the ${tag} block`, async (node) => {
      const block = await node.call<RpcBlock | null>('eth_getBlockByNumber', [tag, false])
      if (!block) throw new Error(`${node.name} names no ${tag} block`)
      const { number, hash } = toHeader(block)
      // A node on another fork tags another block of this number; that does not make ours final.
      const known = heads.at(number)
      if (known && known.hash !== hash) throw new Error(`${node.name} tags another block ${number} as ${tag}`)
      numbers.push(number)
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
