/** The measured server of held calls, in its own process. waits.ts runs it with the database as first argument. */
import { configSchema } from '../../src/config/config.ts'
import { createEngine } from '../../src/engine/engine.ts'
import { startWaiters } from '../../src/engine/read/waitReceipt.ts'
import { startServer } from '../../src/server/http/startServer.ts'
import { createHandlers } from '../../src/server/operations/createHandlers.ts'
import type { TokenLists } from '../../src/tokens/tokenLists.ts'
import { holdMs, worldWithoutChains } from './ground.ts'

const world = await worldWithoutChains(process.argv[2]!)
const waiters = await startWaiters(world)
const quoteSwap = () => Promise.reject(new Error('nothing is quoted here'))
const engine = createEngine(world, { quoteSwap, waiters })
const config = configSchema.parse({ http: { port: 0, waitHoldMs: holdMs } })
const served = {
  ...world,
  tokens: world.tokens as TokenLists,
  version: 'bench',
  startedAtMs: world.clock.nowMs(),
  hostname: 'bench',
  health: [],
}
const server = await startServer({ config, ports: served, handlers: createHandlers(config, engine) })

export type Report = { held: number; heapBytes: number; rssBytes: number }

process.on('message', () => {
  for (let i = 0; i < 3; i++) globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.send?.({ held: waiters.count(), heapBytes: heapUsed + external, rssBytes: rss } satisfies Report)
})
process.on('disconnect', () => process.exit(0))
process.send?.(server.port)
