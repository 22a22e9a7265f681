import { ServiceError } from '../../interface/errors.ts'
import type { ChainEvents } from '../chainEvents.ts'
import { type Node, NodeError } from './node.ts'
import type { NodeState } from './probeNode.ts'

/** What came of asking several nodes the same question. */
export type Verdict<T> = { is: 'agreed'; value: T } | { is: 'tooFew'; why: string } | { is: 'disagree'; why: string }

export type Quorum = {
  readonly size: number
  /** Asks as many healthy nodes as the quorum needs, and more only when one fails or differs. Never settles for fewer. */
  ask<T>(question: (node: Node) => Promise<T>, sameAs?: (value: T) => string): Promise<Verdict<T>>
  /** Like `ask`, but anything short of agreement is ChainNodeHealth. */
  agree<T>(about: string, question: (node: Node) => Promise<T>, sameAs?: (value: T) => string): Promise<T>
  /** One healthy node answers; the next is tried only when no reply came at all. */
  any<T>(question: (node: Node) => Promise<T>): Promise<T>
}

export function createQuorum(options: {
  chain: { id: number; name: string }
  size: number
  healthy(): NodeState[]
  states(): readonly NodeState[]
  events: ChainEvents
}): Quorum {
  const { chain, size, events } = options

  async function ask<T>(question: (node: Node) => Promise<T>, sameAs = canonical<T>): Promise<Verdict<T>> {
    const nodes = options.healthy().map((state) => state.node)
    if (nodes.length < size) return { is: 'tooFew', why: shortage(nodes.length) }
    const answers: { value: T; key: string }[] = []
    const failures: string[] = []
    const askAll = (some: Node[]) =>
      Promise.all(
        some.map(async (node) => {
          try {
            const value = await question(node)
            answers.push({ value, key: sameAs(value) })
          } catch (error) {
            failures.push(error instanceof Error ? error.message : `${node.name} failed`)
          }
        }),
      )
    await askAll(nodes.slice(0, size))
    if (!winner(answers) && nodes.length > size) await askAll(nodes.slice(size))
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

  async function agree<T>(
    about: string,
    question: (node: Node) => Promise<T>,
    sameAs?: (value: T) => string,
  ): Promise<T> {
    const verdict = await ask(question, sameAs)
    if (verdict.is === 'agreed') return verdict.value
    if (verdict.is === 'disagree') events.nodesDisagree({ chainId: chain.id, about })
    throw new ServiceError('ChainNodeHealth', `${about}: ${verdict.why}`)
  }

  async function any<T>(question: (node: Node) => Promise<T>): Promise<T> {
    const nodes = options.healthy().map((state) => state.node)
    for (const node of nodes) {
      try {
        return await question(node)
      } catch (error) {
        if (!(error instanceof NodeError) || error.kind === 'answer') throw error
      }
    }
    throw new ServiceError('ChainNodeHealth', nodes.length ? `no node of ${chain.name} answered` : shortage(0))
  }

  return { size, ask, agree, any }
}

function canonical<T>(value: T): string {
  return JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each))
}
