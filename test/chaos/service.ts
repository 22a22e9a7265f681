/**
 * A service process for the chaos tests, with a crash point, a finality depth and a clock that SIGUSR2 skews and the
 * next one corrects. Its configuration is in the named file, else in the environment.
 */
import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { startApp } from '../../src/app/startApp.ts'
import { devnetDefinitions } from '../../src/chains/definitions/devnet/devnetDefinitions.ts'
import { configSchema } from '../../src/config/config.ts'
import { systemClock } from '../../src/host/clock.ts'
import { createObserve } from '../../src/observe/observe.ts'

const { CHAOS_CONFIG = '{}', CHAOS_DIE_AT, CHAOS_DEPTH } = process.env
const file = process.argv[2]
const config = configSchema.parse(JSON.parse(file ? readFileSync(file, 'utf8') : CHAOS_CONFIG))
const log = pino({ level: config.log.level }, pino.destination({ dest: 2, sync: true }))

const wrongByMs = 5 * 60_000
let skewMs = 0
process.on('SIGUSR2', () => {
  skewMs = skewMs === 0 ? wrongByMs : 0
})

const finality = CHAOS_DEPTH && [{ belowUsd: Number.POSITIVE_INFINITY, depth: Number(CHAOS_DEPTH) }]
const definitions = devnetDefinitions(config.devnet.weather).map((each) => (finality ? { ...each, finality } : each))

const app = await startApp({
  config,
  definitions,
  observe: createObserve(log),
  version: '0.1.0+chaos',
  clock: { ...systemClock, nowMs: () => systemClock.nowMs() + skewMs },
  crashPoint: (name) => {
    if (name === CHAOS_DIE_AT) process.kill(process.pid, 'SIGKILL')
  },
})
process.on('SIGTERM', () => void app.stop().then(() => process.exit(0)))
process.stdout.write(`ready ${app.url}\n`)
