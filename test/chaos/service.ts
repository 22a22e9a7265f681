/** A process of the service that can be told where to die. Run by the chaos tests with its configuration in the environment. */
import { pino } from 'pino'
import { startApp } from '../../src/app/startApp.ts'
import { devnetDefinitions } from '../../src/chains/definitions/devnet/devnetDefinitions.ts'
import { configSchema } from '../../src/config/config.ts'
import { createObserve } from '../../src/observe/observe.ts'

const { CHAOS_CONFIG = '{}', CHAOS_DIE_AT } = process.env
const config = configSchema.parse(JSON.parse(CHAOS_CONFIG))
const log = pino({ level: config.log.level }, pino.destination({ dest: 2, sync: true }))

const app = await startApp({
  config,
  definitions: devnetDefinitions(),
  observe: createObserve(log),
  version: '0.1.0+chaos',
  crashPoint: (name) => {
    if (name === CHAOS_DIE_AT) process.kill(process.pid, 'SIGKILL')
  },
})
process.on('SIGTERM', () => void app.stop().then(() => process.exit(0)))
process.stdout.write(`ready ${app.url}\n`)
