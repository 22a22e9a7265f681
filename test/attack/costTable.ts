import { adminOperationNames } from '../../src/interface/adminOperations.ts'
import { budgetOf } from '../../src/interface/budgetOf.ts'
import { operationNames } from '../../src/interface/operations.ts'
import { hearSharedLog } from '../e2e/setup.ts'

export type Name = Parameters<typeof budgetOf>[0]
export type CallCosts = { chainReads: number; statements: number; threadMs: number; bytesOut: number; tookMs: number }
const bounded = ['chainReads', 'statements', 'threadMs'] as const
const kinds = [...bounded, 'bytesOut', 'tookMs'] as const
const none: CallCosts = { chainReads: 0, statements: 0, threadMs: 0, bytesOut: 0, tookMs: 0 }

/** The most that one call of each operation cost, from the lines that the shared app logs and those that are given. */
export function followCosts() {
  const most = new Map<Name, CallCosts>()
  const add = ({ msg, operation, cost, ...call }: Record<string, unknown>) => {
    if (msg !== 'request' || !cost) return
    const [before, now] = [most.get(operation as Name) ?? none, { ...call, ...cost } as CallCosts]
    const after = kinds.map((kind) => [kind, Math.max(before[kind], now[kind])])
    most.set(operation as Name, Object.fromEntries(after) as CallCosts)
  }
  let rest = ''
  const stop = hearSharedLog((text) => {
    const lines = `${rest}${text}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) add(JSON.parse(line))
  })
  return { most, add, stop }
}

/** What of its budget a call took, of that which it took most of. */
export const shareOf = (name: Name, cost: CallCosts): number =>
  Math.max(...bounded.map((kind) => (cost[kind] === 0 ? 0 : cost[kind] / budgetOf(name)[kind])))

/** Worst first. */
export function costTable(most: ReadonlyMap<Name, CallCosts>): string {
  const rows = [...most].toSorted(([a, one], [b, other]) => shareOf(b, other) - shareOf(a, one))
  const cells = rows.map(([name, cost]) => {
    const budget: Partial<CallCosts> = budgetOf(name)
    const cells = kinds.map((kind) => `${Math.round(cost[kind])}${budget[kind] ? ` of ${budget[kind]}` : ''}`)
    return [name, `${Math.round(100 * shareOf(name, cost))} %`, ...cells]
  })
  const head = ['operation', 'of its budget', 'reads of chains', 'statements', 'thread ms', 'bytes', 'ms']
  const untried = [...operationNames, ...adminOperationNames].filter((name) => !most.has(name))
  return [head, ...cells]
    .map((row) => row.join(' | '))
    .concat(untried.length ? `not tried: ${untried.join(', ')}` : [])
    .join('\n')
}
