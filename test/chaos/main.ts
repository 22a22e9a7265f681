import { parseArgs } from 'node:util'
import { publish, recordOf } from './report.ts'
import { runChaos } from './runChaos.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    rate: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    single: { type: 'boolean', default: false },
    only: { type: 'string' },
    without: { type: 'string' },
    publish: { type: 'boolean', default: false },
  },
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
  `${record.intents} intents: ${record.succeeded} delivered, ${record.refunded} given back; ${result.events.length} acts of villains`,
)
if (values.publish) {
  publish(record)
  say('added to test/chaos/runs.jsonl and RELIABILITY.md')
}
process.exit(result.verdicts.some(({ broken }) => broken.length > 0) ? 1 : 0)
