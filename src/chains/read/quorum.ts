import { ServiceError } from '../../interface/errors.ts'
import type { ChainEvents } from '../chainEvents.ts'
import { type Node, NodeError } from './node.ts'
import type { NodeState } from './probeNode.ts'

/** Outcome of the same read on several nodes. */
export type Verdict<T> = { is: 'agreed'; value: T } | { is: 'tooFew'; why: string } | { is: 'disagree'; why: string }

export type Quorum = {
  readonly size: number
  /** Reads from as many healthy nodes as the quorum needs, and from the rest only if one fails or differs. `size` equal answers or no value. */
  query<T>(read: (node: Node) => Promise<T>, sameAs?: (value: T) => string): Promise<Verdict<T>>
  /** Like `query`, but throws ChainNodeHealth unless the nodes agree. */
  agree<T>(about: string, read: (node: Node) => Promise<T>, sameAs?: (value: T) => string): Promise<T>
  /** What every healthy node answers, for reads on which honest nodes may differ. Throws ChainNodeHealth if fewer than `size` answered. */
  gather<T>(read: (node: Node) => Promise<T>): Promise<T[]>
  /** Reads from one healthy node; the next is tried only if that one gave no reply, not if it replied with an error. */
  any<T>(read: (node: Node) => Promise<T>): Promise<T>
}

export function createQuorum(options: {
  chain: { id: number; name: string }
  size: number
  healthy(): NodeState[]
  states(): readonly NodeState[]
  events: ChainEvents
}): Quorum {
  const { chain, size, events } = options

  async function query<T>(read: (node: Node) => Promise<T>, sameAs = canonical<T>): Promise<Verdict<T>> {
    const nodes = options.healthy().map((state) => state.node)
    if (nodes.length < size) return { is: 'tooFew', why: shortage(nodes.length) }
    const answers: { value: T; key: string }[] = []
    const failures: string[] = []
    const readAll = (some: Node[]) =>
      Promise.all(
        some.map(async (node) => {
          try {
            const value = await read(node)
            answers.push({ value, key: sameAs(value) })
          } catch (error) {
            failures.push(error instanceof Error ? error.message : `${node.name} failed`)
          }
        }),
      )
    await readAll(nodes.slice(0, size))
    if (!winner(answers) && nodes.length > size) await readAll(nodes.slice(size))
    const agreed = winner(answers)
    if (agreed) return { is: 'agreed', value: agreed.value }
    if (answers.length < size) return { is: 'tooFew', why: failures[0] ?? shortage(answers.length) }
    return { is: 'disagree', why: `${answers.length} nodes gave different answers` }
  }

  function winner<T>(answers: { value: T; key: string }[]): { value: T } | undefined {
    return answers.find((answer) => answers.filter((other) => other.key === answer.key).length >= size)
  }

  function shortage(healthy: number): string {
    const sick = options.states().find((state) => !state.healthy)
    const detail = sick ? ` (${sick.node.name}: ${sick.why})` : ''
    return `${healthy} of ${size} needed nodes of ${chain.name} are healthy${detail}`
  }

  async function agree<T>(about: string, read: (node: Node) => Promise<T>, sameAs?: (value: T) => string): Promise<T> {
    const verdict = await query(read, sameAs)
    if (verdict.is === 'agreed') return verdict.value
    if (verdict.is === 'disagree') events.nodesDisagree({ chainId: chain.id, about })
    throw new ServiceError('ChainNodeHealth', `${about}: ${verdict.why}`)
  }

  async function gather<T>(read: (node: Node) => Promise<T>): Promise<T[]> {
    const nodes = options.healthy().map((state) => state.node)
    const answers = await Promise.allSettled(nodes.map(read))
    const values = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    if (values.length >= size) return values
    const failed = answers.find((answer) => answer.status === 'rejected')
    throw failed?.reason ?? new ServiceError('ChainNodeHealth', shortage(values.length))
  }

  async function any<T>(read: (node: Node) => Promise<T>): Promise<T> {
    const nodes = options.healthy().map((state) => state.node)
    for (const node of nodes) {
      try {
        return await read(node)
      } catch (error) {
        if (!(error instanceof NodeError) || error.kind === 'answer') throw error
      }
    }
    throw new ServiceError('ChainNodeHealth', nodes.length ? `no node of ${chain.name} answered` : shortage(0))
  }

  return { size, query, agree, gather, any }
}

function canonical<T>(value: T): string {
  return JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each))
}
