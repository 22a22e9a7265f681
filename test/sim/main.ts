import { parseArgs } from 'node:util'
import { lifecycle } from '../../src/intents/lifecycle.ts'
import { commandOf, shrink } from './shrink.ts'
import { type RunOptions, simulate } from './simulate.ts'
import { printTimeline } from './timeline.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    seconds: { type: 'string' },
    intents: { type: 'string' },
    without: { type: 'string' },
    silent: { type: 'string' },
    calm: { type: 'boolean', default: false },
    timeline: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    coverage: { type: 'boolean', default: false },
  },
})
const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text))
const shape: Omit<RunOptions, 'seed'> = {
  seconds: numberOf(values.seconds),
  intents: numberOf(values.intents),
  without: values.without?.split(','),
  silent: values.silent?.split(',').map(Number),
  calm: values.calm,
}
const say = (text: string) => void process.stdout.write(`${text}\n`)
const first = Number(values.seed)
const count = Number(values.seeds)
const started = process.cpuUsage()
const coverage = new Map<string, number>()
let failures = 0
for (let seed = first; seed < first + count; seed++) {
  const options = { ...shape, seed, traceMax: count === 1 ? 1_000_000 : 0 }
  const result = await simulate(options)
  const { failure, events, virtualMs, hash, weather } = result
  for (const [met, times] of result.coverage) coverage.set(met, (coverage.get(met) ?? 0) + times)
  const ends = Object.entries(result.ends).map(([step, many]) => `${many} ${step}`)
  if (count === 1 || failure || values.verbose)
    say(
      `seed ${seed}: ${failure ? `FAILED ${failure.detail}` : ends.join(', ')}; ${events} events, ${Math.round(virtualMs / 1_000)} s, hash ${hash}; ${weather.kinds.join(' ')}`,
    )
  if (values.timeline || (count === 1 && failure)) process.stdout.write(printTimeline(result.trace))
  if (!failure) continue
  failures++
  say(`replay: ${commandOf({ ...shape, seed })}`)
  if (count > 1) say(`shrunk: ${commandOf(await shrink({ ...shape, seed }, result))}`)
}
const used = process.cpuUsage(started)
const tookS = (used.user + used.system) / 1e6
say(`${count} seeds, ${failures} failed, ${(count / tookS).toFixed(1)} seeds a second of one core`)
if (values.coverage) printCoverage()
process.exitCode = failures > 0 ? 1 : 0

/** Which fault met an intent at which step, how often; a dot is a hole. Crashes at any call of the store are one row. */
function printCoverage(): void {
  const table = new Map<string, Map<string, number>>()
  const calls = new Set<string>()
  for (const [met, times] of coverage) {
    const [fault = '', step = ''] = met.split(' × ')
    if (fault.startsWith('crash')) calls.add(fault)
    const row = table.get(fault.startsWith('crash') ? 'crash' : fault) ?? new Map<string, number>()
    row.set(step, (row.get(step) ?? 0) + times)
    table.set(fault.startsWith('crash') ? 'crash' : fault, row)
  }
  const steps = Object.entries(lifecycle).filter(([, { next }]) => next.length > 0)
  say(`| fault | ${steps.map(([step]) => step).join(' | ')} |`)
  say(`|---|${steps.map(() => '---|').join('')}`)
  for (const [fault, row] of table) say(`| ${fault} | ${steps.map(([step]) => row.get(step) ?? '·').join(' | ')} |`)
  say(`crash points hit: ${calls.size}`)
}
