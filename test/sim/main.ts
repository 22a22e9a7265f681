import { readFlags } from '../../scripts/readFlags.ts'
import { findMutants } from './findMutants.ts'
import { publish } from './publish.ts'
import type { RunOptions } from './run.ts'
import { openSeedRunner, seedsFrom } from './runSeeds.ts'
import { commandOf, shrink } from './shrink.ts'
import { simulate } from './simulate.ts'
import { addTally, coverageTable, createTally } from './tally.ts'
import { printTimeline } from './timeline.ts'

const { values } = readFlags('sim', {
  seed: { type: 'string', default: '1', about: 'the first or only seed' },
  seeds: { type: 'string', default: '1', about: 'so many from there on' },
  seconds: { type: 'string', about: 'simulated, of weather and callers' },
  intents: { type: 'string', about: 'so many callers' },
  without: { type: 'string', about: 'kinds of faults, comma-separated' },
  silent: { type: 'string', about: 'callers that do nothing, comma-separated' },
  calm: { type: 'boolean', default: false, about: 'no faults' },
  strict: { type: 'boolean', default: false, about: 'every movement is booked in its own block' },
  whole: { type: 'boolean', default: false, about: 'what fails is not shrunk' },
  wide: { type: 'boolean', default: false, about: 'draws from all traits of a world' },
  traits: { type: 'string', about: 'what the world has whatever is drawn, comma-separated' },
  timeline: { type: 'boolean', default: false, about: 'who did what, when, also if all is well' },
  verbose: { type: 'boolean', default: false, about: 'a line for each seed' },
  coverage: { type: 'boolean', default: false, about: 'which steps met which faults' },
  mutants: { type: 'boolean', default: false, about: 'looks for every planted defect' },
  mutant: { type: 'string', about: 'looks for the one of this name' },
  processes: { type: 'string', about: 'at once; as many as cores unless said' },
  publish: { type: 'boolean', default: false, about: 'adds the run to RELIABILITY.md' },
})
const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text))
const shape: Omit<RunOptions, 'seed'> = {
  seconds: numberOf(values.seconds),
  intents: numberOf(values.intents),
  without: values.without?.split(','),
  silent: values.silent?.split(',').map(Number),
  calm: values.calm,
  strict: values.strict,
  wide: values.wide,
  traits: values.traits?.split(','),
}
const say = (text: string) => void process.stdout.write(`${text}\n`)
const first = Number(values.seed)
const count = Number(values.seeds)

if (values.mutants || values.mutant !== undefined) await mutantsMain()
else if (count === 1) await oneSeed()
else await manySeeds()

/** Runs here, with the timeline of whatever goes wrong. */
async function oneSeed(): Promise<void> {
  const result = await simulate({ ...shape, seed: first, traceMax: 1_000_000 })
  const { failure, events, virtualMs, hash, weather } = result
  const ends = Object.entries(result.ends).map(([step, many]) => `${many} ${step}`)
  say(
    `seed ${first}: ${failure ? `FAILED ${failure.detail}` : ends.join(', ')}; ${events} events, ${Math.round(virtualMs / 1_000)} s, hash ${hash}; ${weather.kinds.join(' ')}`,
  )
  if (values.timeline || failure) process.stdout.write(printTimeline(result.trace))
  if (values.coverage) say(coverageTable(result.tally))
  if (failure) process.exitCode = 1
}

/** Runs on all cores; what fails is shrunk here afterwards. */
async function manySeeds(): Promise<void> {
  const runner = await openSeedRunner({ processes: numberOf(values.processes) })
  const tally = createTally()
  const failures: { seed: number; rule: string; detail: string }[] = []
  let cpuMs = 0
  let events = 0
  await runner.run(seedsFrom(first, count, shape), (result) => {
    addTally(tally, result.tally)
    cpuMs += result.cpuMs
    events += result.events
    if (values.verbose) say(`seed ${result.seed}: ${result.events} events, hash ${result.hash}`)
    if (result.failure) {
      failures.push({ seed: result.seed, ...result.failure })
      say(`seed ${result.seed}: FAILED ${result.failure.detail}\nreplay: ${commandOf({ ...shape, seed: result.seed })}`)
    }
    return true
  })
  for (const { seed } of failures.slice(0, values.whole ? 0 : 5)) {
    const smallest = await shrink({ ...shape, seed }, runner.one)
    say(`shrunk: ${commandOf(smallest)} --timeline`)
  }
  await runner.close()
  say(
    `${count} seeds, ${failures.length} failed, ${((1_000 * count) / cpuMs).toFixed(1)} seeds a second of one core, ${Math.round(events / count)} events each`,
  )
  if (values.coverage) say(coverageTable(tally))
  if (values.publish) await publish({ first, count, cpuMs, events, failures, tally })
  process.exitCode = failures.length > 0 ? 1 : 0
}

async function mutantsMain(): Promise<void> {
  await findMutants({
    seedsMax: count === 1 ? 2_000 : count,
    part: values.mutant ?? '',
    processes: numberOf(values.processes),
    onFound: async (found) => {
      say(`| ${found.name} | ${found.seeds ?? `not within ${found.within}`} | ${found.rule ?? ''} |`)
      if (found.seeds === undefined) process.exitCode = 1
      if (values.publish) await publish({ mutants: [found] })
    },
  })
}
