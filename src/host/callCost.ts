/** What a call costs besides its time and its bytes. */
export type Cost = {
  /** Reads that it asked of chains. Several may share one request to a node. */
  chainReads: number
  /** Statements that the database ran for it. */
  statements: number
  /** Milliseconds of the main thread for its long pieces of work: searching, checking and printing. */
  threadMs: number
}

/** The account of one call. Whoever works for the call adds to it; past the budget the call ends. */
export type CallCost = {
  readonly spent: Readonly<Cost>
  add(what: keyof Cost, amount: number): void
  /** Called with what a piece of work on the main thread took. */
  onPiece?: (tookMs: number) => void
  /** Why the call is over: no further piece of work begins for it. */
  ended?: Error
  /** Called once, with what there was too much of. */
  onOver?: (what: keyof Cost) => void
}

export function openCost(budget: Readonly<Cost>, onPiece?: (tookMs: number) => void): CallCost {
  const spent = { chainReads: 0, statements: 0, threadMs: 0 }
  const cost: CallCost = {
    spent,
    onPiece,
    add(what, amount) {
      spent[what] += amount
      if (spent[what] <= budget[what]) return
      const tell = cost.onOver
      cost.onOver = undefined
      tell?.(what)
    },
  }
  return cost
}

/** Runs a piece of work that does not wait, on the account of a call; throws where that is over. */
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

/** Members of a chain that ask no node. */
const free = new Set<PropertyKey>(['onHead', 'attend', 'head', 'close'])

/** A chain whose reads are on the account of a call. */
export const onAccount = <C extends object | undefined>(chain: C, cost: CallCost | undefined): C =>
  chain && (metered(chain, cost, 'chainReads') as C)

/** The same thing; a call of any of its functions is one of what is counted. */
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
