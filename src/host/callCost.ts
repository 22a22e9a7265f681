/** What a call costs besides time and bytes. */
export type Cost = {
  /** Chain reads. Several may share one request to a node. */
  chainReads: number
  /** Database statements. */
  statements: number
  /** Milliseconds of the main thread for work in `onThread`: searching, checking, printing JSON. */
  threadMs: number
}

/** The cost account of one API call. Work for the call adds to it; above the budget the call ends. */
export type CallCost = {
  readonly spent: Readonly<Cost>
  add(what: keyof Cost, amount: number): void
  /** Called with the time of each piece of work on the main thread. */
  onPiece?: (tookMs: number) => void
  /** Why the call ended; no further `onThread` work begins for it. */
  ended?: Error
  /** Called once, with the cost that exceeded the budget. */
  onOver?: (what: keyof Cost) => void
}

export function openCost(budget: Readonly<Cost>, onPiece?: (tookMs: number) => void): CallCost {
  const spent = { chainReads: 0, statements: 0, threadMs: 0 }
  const before = process.cpuUsage()
  const cost: CallCost = {
    spent,
    onPiece,
    add(what, amount) {
      spent[what] += amount
      if (spent[what] <= budget[what]) return
      // Wall time includes other programs' turns on the CPU. Reading CPU time is slow, so it is read only when wall
      // time exceeds the budget.
      if (what === 'threadMs') spent.threadMs = Math.min(spent.threadMs, cpuMsSince(before))
      if (spent[what] <= budget[what]) return
      const tell = cost.onOver
      cost.onOver = undefined
      tell?.(what)
    },
  }
  return cost
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** Runs synchronous work on the account of a call; throws if the call is over. */
export function onThread<T>(cost: CallCost | undefined, work: () => T): T {
  if (!cost) return work()
  if (cost.ended) throw cost.ended
  const startedMs = performance.now()
  try {
    return work()
  } finally {
    const tookMs = performance.now() - startedMs
    cost.onPiece?.(tookMs)
    cost.add('threadMs', tookMs)
  }
}

/** Members of a chain that call no node. */
const free = new Set<PropertyKey>(['onHead', 'markActive', 'head', 'close'])

/** A chain whose reads are charged to a call. */
export const onAccount = <C extends object | undefined>(chain: C, cost: CallCost | undefined): C =>
  chain && (metered(chain, cost, 'chainReads') as C)

/**
 * Wraps an object: each function call adds one to the cost. It runs even above the budget: others may share its result
 * and must not fail because the account of the first caller is empty.
 */
export function metered<T extends object>(target: T, cost: CallCost | undefined, what: keyof Cost): T {
  if (!cost) return target
  return new Proxy(target, {
    get(_, key) {
      const member: unknown = Reflect.get(target, key)
      if (typeof member !== 'function' || free.has(key)) return member
      return (...args: unknown[]) => {
        cost.add(what, 1)
        return Reflect.apply(member, target, args)
      }
    },
  })
}
