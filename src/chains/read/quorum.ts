import type { Clock } from '../../host/clock.ts'
import { createWaker } from '../../host/waker.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { ChainEvents } from '../chainEvents.ts'
import { type Node, NodeError, withoutWaiting } from './node.ts'
import type { NodeState } from './probeNode.ts'

/** Outcome of the same read on several nodes. */
export type QuorumVerdict<T> =
  | { is: 'agreed'; value: T }
  | { is: 'tooFew'; why: string }
  /** `different`: the comparison keys of the answers. */
  | { is: 'disagree'; why: string; different: ReadonlySet<string> }

/**
 * Reads from several nodes. Skips a rate-limited node while others can answer, and waits for it otherwise. If one is
 * silent for `hedgeMs`, a spare is asked too, and the first answer counts.
 */
export type Quorum = {
  /** How many nodes must agree; may change when nodes are replaced. */
  size(): number
  /** Reads from a quorum of healthy nodes; asks the rest if one fails, differs or is slow. `size` equal answers win. */
  query<T>(read: (node: Node) => Promise<T>, sameAs?: (value: T) => string): Promise<QuorumVerdict<T>>
  /** Like `query`, but throws ChainNodeHealth unless the nodes agree. */
  agree<T>(about: string, read: (node: Node) => Promise<T>, sameAs?: (value: T) => string): Promise<T>
  /**
   * Every healthy node's answer, for reads on which honest nodes may differ. Throws ChainNodeHealth below `size`
   * answers; once there are that many, waits at most `hedgeMs` for the others.
   */
  gather<T>(read: (node: Node) => Promise<T>): Promise<T[]>
  /** Reads from one healthy node; asks the next if it fails to reply or is slow, not if it replies with an error. */
  any<T>(read: (node: Node) => Promise<T>): Promise<T>
}

export function createQuorum(options: {
  chain: { id: number; name: string }
  size(): number
  healthy(): NodeState[]
  states(): readonly NodeState[]
  events: ChainEvents
  clock: Clock
  hedgeMs: number
}): Quorum {
  const { chain, events, clock, hedgeMs } = options

  /** Healthy nodes; rate-limited ones last. */
  const available = (): Node[] => {
    const nodes = options.healthy().map((state) => state.node)
    const isResting = new Map(nodes.map((node) => [node, node.restMs() > 0]))
    return nodes.toSorted((a, b) => Number(isResting.get(a)) - Number(isResting.get(b)))
  }

  async function query<T>(read: (node: Node) => Promise<T>, sameAs = canonical<T>): Promise<QuorumVerdict<T>> {
    const nodes = available()
    const size = options.size()
    if (nodes.length < size) return { is: 'tooFew', why: shortage(nodes.length) }
    const answers: { value: T; key: string; name: string }[] = []
    const round = createRound(clock)
    const failures: string[] = []
    const refused: Node[] = []
    const ask = (node: Node, waits: boolean) =>
      round.add(
        read(waits ? node : withoutWaiting(node)).then(
          (value) => void answers.push({ value, key: sameAs(value), name: node.name }),
          (error: unknown) => {
            if (isBusy(error)) refused.push(node)
            failures.push(error instanceof Error ? error.message : `${node.name} failed`)
          },
        ),
      )
    const spares = nodes.slice(size)
    const isDecided = () => winner(answers, size) !== undefined
    for (const node of nodes.slice(0, size)) ask(node, spares.length === 0)
    await round.until(isDecided, spares.length > 0 ? hedgeMs : undefined)
    if (!isDecided()) for (const node of spares) ask(node, false)
    await round.until(isDecided)
    if (!isDecided()) for (const node of refused.splice(0)) ask(node, true)
    await round.until(isDecided)
    const agreed = winner(answers, size)
    if (agreed) return { is: 'agreed', value: agreed.value }
    if (answers.length < size) return { is: 'tooFew', why: failures[0] ?? shortage(answers.length) }
    const names = answers.map(({ name }) => name).join(', ')
    const different = new Set(answers.map(({ key }) => key))
    return { is: 'disagree', why: `${names} gave different answers`, different }
  }

  function winner<T>(answers: { value: T; key: string }[], size: number): { value: T } | undefined {
    return answers.find((answer) => answers.filter((other) => other.key === answer.key).length >= size)
  }

  function shortage(healthy: number): string {
    const sick = options.states().find((state) => !state.healthy)
    const detail = sick ? ` (${sick.node.name}: ${sick.why})` : ''
    return `${healthy} of ${options.size()} needed nodes of ${chain.name} are healthy${detail}`
  }

  async function agree<T>(about: string, read: (node: Node) => Promise<T>, sameAs?: (value: T) => string): Promise<T> {
    const verdict = await query(read, sameAs)
    if (verdict.is === 'agreed') return verdict.value
    if (verdict.is === 'disagree') events.nodesDisagree({ chainId: chain.id, about: `${about}: ${verdict.why}` })
    throw new ServiceError('ChainNodeHealth', `${about}: ${verdict.why}`)
  }

  async function gather<T>(read: (node: Node) => Promise<T>): Promise<T[]> {
    const nodes = available()
    const size = options.size()
    const values: T[] = []
    const refused: Node[] = []
    const round = createRound(clock)
    let failure: unknown
    const ask = (node: Node, waits: boolean) =>
      round.add(
        read(waits ? node : withoutWaiting(node)).then(
          (value) => void values.push(value),
          (error: unknown) => {
            if (isBusy(error)) refused.push(node)
            failure ??= error
          },
        ),
      )
    for (const node of nodes) ask(node, nodes.length <= size)
    await round.until(() => false, hedgeMs)
    await round.until(() => values.length >= size)
    if (values.length < size) for (const node of refused.splice(0)) ask(node, true)
    await round.until(() => values.length >= size)
    if (values.length >= size) return values
    // An unreachable node is the chain's health, not a fault of the service; a node's own error goes to the caller.
    if (failure !== undefined && !isAway(failure)) throw failure
    throw new ServiceError('ChainNodeHealth', failure ? `no quorum of ${chain.name} answered` : shortage(values.length))
  }

  async function any<T>(read: (node: Node) => Promise<T>): Promise<T> {
    const nodes = available()
    const round = createRound(clock)
    let outcome: { value: T } | { error: unknown } | undefined
    const ask = (node: Node, waits: boolean) =>
      round.add(
        read(waits ? node : withoutWaiting(node)).then(
          (value) => {
            outcome ??= { value }
          },
          (error: unknown) => {
            if (!isAway(error)) outcome ??= { error }
          },
        ),
      )
    const isDecided = () => outcome !== undefined
    for (const [index, node] of nodes.entries()) {
      if (isDecided()) break
      ask(node, nodes.length === 1)
      await round.until(isDecided, index < nodes.length - 1 ? hedgeMs : undefined)
    }
    const soonest = nodes.toSorted((a, b) => a.restMs() - b.restMs()).find((node) => node.restMs() > 0)
    if (!isDecided() && soonest && nodes.length > 1) ask(soonest, true)
    await round.until(isDecided)
    if (outcome && 'value' in outcome) return outcome.value
    if (outcome) throw outcome.error
    throw new ServiceError('ChainNodeHealth', nodes.length ? `no node of ${chain.name} answered` : shortage(0))
  }

  return { size: options.size, query, agree, gather, any }
}

const isAway = (error: unknown): boolean => error instanceof NodeError && error.kind !== 'answer'
const isBusy = (error: unknown): boolean => error instanceof NodeError && error.kind === 'busy'

export type Round = {
  /** Takes a promise that never rejects. */
  add(work: Promise<void>): void
  /** Resolves when `isDecided` is true, when nothing is pending, or after `ms`. */
  until(isDecided: () => boolean, ms?: number): Promise<void>
}

/** Pending questions, awaited together until the answers so far are enough. */
export function createRound(clock: Clock): Round {
  const onTheWay = new Set<Promise<void>>()
  return {
    add: (work) => {
      const tracked = work.finally(() => onTheWay.delete(tracked))
      onTheWay.add(tracked)
    },
    until: async (isDecided, ms) => {
      const done = createWaker()
      let isLate = false
      const late =
        ms !== undefined &&
        clock.sleep(ms, done.signal).then(() => {
          isLate = true
        })
      while (!isDecided() && !isLate && onTheWay.size > 0)
        await Promise.race(late ? [...onTheWay, late] : [...onTheWay])
      done.wake()
    },
  }
}

function canonical<T>(value: T): string {
  return JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each))
}
