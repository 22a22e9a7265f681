import { parseArgs } from 'node:util'
import { simulate } from './simulate.ts'
import { printTimeline } from './timeline.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    seconds: { type: 'string' },
    intents: { type: 'string', default: '3' },
    calm: { type: 'boolean', default: false },
    timeline: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
})
const first = Number(values.seed ?? 1)
const count = Number(values.seeds ?? 1)
const seconds = values.seconds === undefined ? undefined : Number(values.seconds)
const shape = { seconds, intents: Number(values.intents), calm: values.calm }
const started = process.cpuUsage()
let failures = 0
for (let seed = first; seed < first + count; seed++) {
  const result = await simulate({ ...shape, seed, traceMax: count === 1 ? 1_000_000 : 0 })
  const ends = Object.entries(result.ends).map(([step, many]) => `${many} ${step}`)
  if (count === 1 || result.failure || values.verbose)
    process.stdout.write(
      `seed ${seed}: ${result.failure ? `FAILED ${result.failure.detail}` : ends.join(', ')}; ${result.events} events, ${Math.round(result.virtualMs / 1_000)} s, hash ${result.hash}; ${result.weather.kinds.join(' ')}\n`,
    )
  if (result.failure) failures++
  if (values.timeline || (count === 1 && result.failure)) process.stdout.write(printTimeline(result.trace))
}
const used = process.cpuUsage(started)
const tookS = (used.user + used.system) / 1e6
process.stdout.write(`${count} seeds, ${failures} failed, ${(count / tookS).toFixed(1)} seeds a second of one core\n`)
process.exitCode = failures > 0 ? 1 : 0
