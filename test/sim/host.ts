import { chainLimits } from '../../src/chains/chainLimits.ts'
import type { HeadSocket } from '../../src/chains/read/listenHeads.ts'
import { type Node, NodeError, type RpcOptions } from '../../src/chains/read/node.ts'
import { type Header, type RpcBlock, toHeader } from '../../src/chains/read/parseRpc.ts'
import { createSizeLimit } from '../../src/chains/read/sizeLimit.ts'
import { keccak256 } from '../../src/evm/keccak.ts'
import type { Clock } from '../../src/host/clock.ts'
import { createSeededRandom, type Random } from '../../src/host/random.ts'
import type { Hex } from '../../src/interface/fields.ts'
import type { Store } from '../../src/stores/store.ts'
import { asStoreFailure } from '../../src/stores/storeError.ts'
import type { Memory } from '../stores/memory/memory.ts'
import { createMemoryStore } from '../stores/memory/memoryStore.ts'
import type { Scheduler } from './scheduler.ts'
import type { SimNode } from './simNode.ts'
import type { FaultKind } from './weather.ts'

/** A host's current troubles. Rates are probabilities per call. */
export type HostTrouble = {
  storeLate: number
  storeLost: number
  storeRefused: number
  notesLost: number
  nodeTimeout: number
  broadcastLost: number
  webhook: number
}

export const noTrouble: HostTrouble = {
  storeLate: 0,
  storeLost: 0,
  storeRefused: 0,
  notesLost: 0,
  nodeTimeout: 0,
  broadcastLost: 0,
  webhook: 0,
}

/**
 * One machine with one service process. All its inputs come through here, so after a crash nothing comes: pending calls
 * never return, and the process cannot know whether a pending write happened.
 */
export type Host = {
  readonly name: string
  readonly clock: Clock
  readonly random: Random
  readonly store: Store
  isAlive(): boolean
  /** The run is over: delivers nothing more, silently. */
  retire(): void
  crash(why: string): void
  /** Dies at this many store calls from now, before or after what the call writes. */
  crashAfterCalls(count: number): void
  /** Dies at the next call of this name. */
  crashAt(label: string): void
  /** Like a suspended machine: nothing arrives until then, and time has passed. */
  pause(ms: number): void
  skew(ms: number): void
  openNode(options: { url: string; name: string }): Node
  /** Receives most of a node's blocks as it announces them. */
  openSocket(options: { url: string; onHead(header: Header): void }): HeadSocket
  /** Delivers something to this host after a delay, if it is still there. */
  deliver(ms: number, run: () => void): () => void
}

export type HostOptions = {
  name: string
  scheduler: Scheduler
  memory: Memory
  nodes: ReadonlyMap<string, SimNode>
  trouble: HostTrouble
  onWrite(): void
  /** Called before the store runs a call. */
  onCall(label: string, args: readonly unknown[]): void
  onFault(fault: FaultKind): void
  onBroadcast(hash: Hex): void
  onCrash(call: string): void
  /** Nothing is under way and nobody acts soon. */
  isQuiet(): boolean
}

/** How much slower loops and blocks are while nothing is under way. */
export const quietPace = 10

const reads = new Set(
  'find stepOf search list ledger nextDueMs orphans durations reserved sizes scheduled pending signers live atNonce ofLeg isInFlight nextNonce after project switches deliveries budget refusedDeposits usage latePayees minedBelow'.split(
    ' ',
  ),
)

const looks = new Set(['intents.lease', 'attempts.leaseLane', 'attempts.takeRequests', 'webhooks.lease'])
/** How much likelier a write loses its answer than a poll; most of all the one before a broadcast. */
const lostFactorOf = (label: string): number => (looks.has(label) ? 1 : label === 'attempts.insertAttempt' ? 12 : 4)

/** Most polls for work find none: an empty list, 0 or false. */
const wroteNothing = (value: unknown): boolean =>
  value === false || value === 0 || (Array.isArray(value) && value.length === 0)

/** The same bytes go to every node, and again at every block without them. */
const hashes = new Map<Hex, Hex>()
const hashesMax = 500

function hashOf(raw: Hex): Hex {
  const known = hashes.get(raw) ?? keccak256(raw)
  if (hashes.size > hashesMax) hashes.clear()
  hashes.set(raw, known)
  return known
}

export function createHost(options: HostOptions): Host {
  const { name, scheduler, memory, trouble, onFault } = options
  const random = createSeededRandom(Math.floor(scheduler.random.next() * 2 ** 32))
  const memoryStore = createMemoryStore(memory)
  let alive = true
  let pausedUntilMs = 0
  let skewMs = 0
  let callsLeft = Number.POSITIVE_INFINITY
  let fatal: string | undefined

  function deliver(ms: number, run: () => void): () => void {
    let cancelNow = scheduler.after(ms, name, arrive)
    return () => cancelNow()
    function arrive(): void {
      if (!alive) return
      const restMs = pausedUntilMs - scheduler.nowMs()
      if (restMs <= 0) run()
      else cancelNow = scheduler.after(restMs, name, arrive)
    }
  }

  function crash(why: string): void {
    if (!alive) return
    alive = false
    scheduler.note(name, `dies ${why}`)
    void memoryStore.close()
    options.onCrash(why)
  }

  const clock: Clock = {
    nowMs: () => scheduler.nowMs() + skewMs,
    monotonicMs: () => scheduler.nowMs() - scheduler.startMs,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve()
        const wake = () => {
          cancel()
          signal?.removeEventListener('abort', wake)
          if (alive) resolve()
        }
        const cancel = deliver(stretch(ms), wake)
        signal?.addEventListener('abort', wake)
      }),
  }

  /** Timers may be late; those of polling loops are, so that a run is not mostly empty polls. */
  function stretch(ms: number): number {
    if (ms < 1_000 || ms > 10_000) return ms
    if (options.isQuiet()) return ms * quietPace
    return ms === 1_000 ? scheduler.between(1_000, 9_000) : ms
  }

  /** A store call: it arrives, runs and returns, with a delay before each. */
  function call(label: string, isRead: boolean, work: () => Promise<unknown>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const lost = () => asStoreFailure(new Error(`the connection was lost during ${label}`))
      const isLate = scheduler.chance(trouble.storeLate)
      if (isLate) onFault('storeLate')
      // The database ends a quota statement after 20 s, and the quota relies on that.
      const lateMs = isLate ? scheduler.between(1_000, label.startsWith('access.') ? 15_000 : 25_000) : 0
      const dies = --callsLeft <= 0 || label === fatal
      const diesFirst = dies && scheduler.chance(0.5)
      const arriveMs = scheduler.between(0, 3) + (scheduler.chance(0.5) ? lateMs : 0)
      scheduler.after(arriveMs, name, () => {
        // A sent call runs even if its sender has died, unless it died before sending.
        if (diesFirst) return crash(`before ${label}`)
        if (!alive && isRead) return
        if (scheduler.chance(trouble.storeRefused)) {
          onFault('storeRefused')
          return void deliver(1, () => reject(lost()))
        }
        // Most writes are polls whose answers do not matter: the others lose theirs more often.
        const isLost = scheduler.chance(trouble.storeLost * (isRead ? 1 : lostFactorOf(label)))
        work().then(
          (value) => {
            if (!isRead && !wroteNothing(value)) options.onWrite()
            if (dies) return crash(`after ${label}`)
            if (isLost) {
              onFault('storeLost')
              deliver(scheduler.between(1, 50), () => reject(lost()))
            } else if (lateMs > 0 || (!isRead && scheduler.chance(0.2)))
              deliver(scheduler.between(0, 3) + lateMs, () => resolve(value))
            // Most answers come with their call: half of all events were answers, and few matter.
            else if (alive) resolve(value)
          },
          (error) => deliver(1, () => reject(error)),
        )
      })
    })
  }

  function through<T extends object>(group: string, target: T): T {
    const members = new Map<string | symbol, unknown>()
    const memberOf = (key: string | symbol): unknown => {
      const member: unknown = Reflect.get(target, key)
      if (typeof member !== 'function') return member
      const label = `${group}.${String(key)}`
      const isRead = reads.has(String(key))
      return (...args: unknown[]) =>
        call(label, isRead, () => {
          options.onCall(label, args)
          return Reflect.apply(member, target, args)
        })
    }
    return new Proxy(target, {
      get: (_, key) => {
        const known = members.get(key) ?? memberOf(key)
        members.set(key, known)
        return known
      },
    })
  }

  const store: Store = {
    intents: through('intents', memoryStore.intents),
    attempts: through('attempts', memoryStore.attempts),
    idempotency: through('idempotency', memoryStore.idempotency),
    access: through('access', memoryStore.access),
    events: through('events', memoryStore.events),
    webhooks: through('webhooks', memoryStore.webhooks),
    sponsors: through('sponsors', memoryStore.sponsors),
    retention: through('retention', memoryStore.retention),
    nowMs: () => memoryStore.nowMs(),
    ping: async () => {},
    listen: (listener) =>
      memoryStore.listen((note) => {
        if (scheduler.chance(trouble.notesLost)) return onFault('notesLost')
        deliver(scheduler.between(0, 20), () => listener(note))
      }),
    close: () => memoryStore.close(),
  }

  const openNode: Host['openNode'] = ({ url, name: nodeName }) => {
    const node = options.nodes.get(url)!
    return {
      name: nodeName,
      clockSkewMs: () => undefined,
      close: () => {},
      restMs: () => 0,
      logBlocks: createSizeLimit({ max: chainLimits.logBlocksPerCall, growMs: chainLimits.sizeGrowMs, clock }),
      call: <T>(method: string, params: readonly unknown[], { timeoutMs = 10_000 }: RpcOptions = {}) =>
        new Promise<T>((resolve, reject) => {
          const silent = () => new NodeError('transport', `${nodeName} did not answer within ${timeoutMs} ms`)
          if (scheduler.chance(trouble.nodeTimeout)) {
            onFault('nodeTimeout')
            return void deliver(timeoutMs, () => reject(silent()))
          }
          deliver(scheduler.between(1, 40), () => {
            if (node.fault.down) return void deliver(scheduler.between(0, timeoutMs), () => reject(silent()))
            const isLost = method === 'eth_sendRawTransaction' && scheduler.chance(trouble.broadcastLost)
            if (method === 'eth_sendRawTransaction') options.onBroadcast(hashOf(params[0] as Hex))
            try {
              const answer = node.answer(method, params)
              if (!isLost) return resolve(answer as T)
              onFault('broadcastLost')
              deliver(timeoutMs, () => reject(silent()))
            } catch (error) {
              if (!(error instanceof NodeError)) throw error
              reject(error)
            }
          })
        }),
    }
  }

  const openSocket: Host['openSocket'] = ({ url, onHead }) => {
    const node = options.nodes.get(url)!
    let isOpen = true
    node.chain.onBlock(() => {
      if (!isOpen || !alive || node.fault.down) return
      if (scheduler.chance(trouble.notesLost)) return onFault('notesLost')
      deliver(scheduler.between(5, 300), () => {
        if (isOpen && !node.fault.down)
          onHead(toHeader(node.answer('eth_getBlockByNumber', ['latest', false]) as RpcBlock))
      })
    })
    return {
      close: async () => {
        isOpen = false
      },
    }
  }

  return {
    name,
    clock,
    random,
    store,
    isAlive: () => alive,
    retire: () => {
      alive = false
    },
    crash,
    crashAfterCalls: (count) => {
      callsLeft = count
      fatal = undefined
    },
    crashAt: (label) => {
      fatal = label
    },
    pause: (ms) => {
      pausedUntilMs = scheduler.nowMs() + ms
      scheduler.note(name, `stands still for ${ms} ms`)
    },
    skew: (ms) => {
      skewMs = ms
      scheduler.note(name, `has a clock that is ${ms} ms off`)
    },
    openNode,
    openSocket,
    deliver,
  }
}
