import { budgetOf } from '../../src/interface/budgetOf.ts'
import { type OperationName, operationNames } from '../../src/interface/operations.ts'
import { hearSharedLog } from '../e2e/setup.ts'

export type CallCosts = { chainReads: number; statements: number; threadMs: number; bytesOut: number; tookMs: number }
const kinds = ['chainReads', 'statements', 'threadMs', 'bytesOut', 'tookMs'] as const
const none: CallCosts = { chainReads: 0, statements: 0, threadMs: 0, bytesOut: 0, tookMs: 0 }

/** The most that one call of each operation cost, from the lines that the shared app logs. */
export function followCosts() {
  const most = new Map<OperationName, CallCosts>()
  let rest = ''
  const stop = hearSharedLog((text) => {
    const lines = `${rest}${text}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const { msg, operation, cost, ...call } = JSON.parse(line)
      if (msg !== 'request' || !cost) continue
      const [before, now] = [most.get(operation) ?? none, { ...call, ...cost }]
      most.set(
        operation,
        Object.fromEntries(kinds.map((kind) => [kind, Math.max(before[kind], now[kind])])) as CallCosts,
      )
    }
  })
  return { most, stop }
}

/** Worst first. */
export function costTable(most: ReadonlyMap<OperationName, CallCosts>): string {
  const rows = [...most].toSorted(([, a], [, b]) => b.tookMs - a.tookMs)
  const cells = rows.map(([name, cost]) => {
    const { chainReads, statements, threadMs } = budgetOf(name)
    const bounds = { chainReads, statements, threadMs, bytesOut: undefined, tookMs: undefined }
    return [name, ...kinds.map((kind) => `${Math.round(cost[kind])}${bounds[kind] ? ` of ${bounds[kind]}` : ''}`)]
  })
  const head = ['operation', 'reads of chains', 'statements', 'thread ms', 'bytes', 'ms']
  const untried = operationNames.filter((name) => !most.has(name))
  return [head, ...cells]
    .map((row) => row.join(' | '))
    .concat(untried.length ? `not tried: ${untried.join(', ')}` : [])
    .join('\n')
}
