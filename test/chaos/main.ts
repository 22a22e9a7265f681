import { readFlags } from '../../scripts/readFlags.ts'
import { publish, recordOf } from './report.ts'
import { runChaos } from './runChaos.ts'

const { values } = readFlags('chaos', {
  minutes: { type: 'string', default: '5', about: 'how long faults are injected' },
  rate: { type: 'string', default: '10', about: 'intents a minute' },
  seed: { type: 'string', default: '1', about: 'of the faults' },
  single: { type: 'boolean', default: false, about: 'one process in place of a fleet' },
  only: { type: 'string', about: 'these faults, comma-separated' },
  without: { type: 'string', about: 'not these faults, comma-separated' },
  publish: { type: 'boolean', default: false, about: 'adds the run to RELIABILITY.md' },
})
const say = (line: string) => void process.stdout.write(`${line}\n`)
const result = await runChaos({
  minutes: Number(values.minutes),
  rate: Number(values.rate),
  seed: Number(values.seed),
  isSingle: values.single,
  only: values.only?.split(','),
  without: values.without?.split(','),
  say,
})
for (const { promise, looked, broken } of result.verdicts) {
  say(
    `${broken.length === 0 ? 'kept  ' : 'BROKEN'}  ${promise}: looked at ${looked}${broken.length ? `, broken ${broken.length} times` : ''}`,
  )
  for (const one of broken) say(`        ${one.slice(0, 2_000)}`)
}
const record = recordOf(result)
say(
  `${record.intents} intents: ${record.succeeded} delivered, ${record.refunded} given back; ${result.events.length} faults injected`,
)
if (values.publish) {
  publish(record)
  say('added to test/chaos/runs.jsonl and RELIABILITY.md')
}
process.exit(result.verdicts.some(({ broken }) => broken.length > 0) ? 1 : 0)
