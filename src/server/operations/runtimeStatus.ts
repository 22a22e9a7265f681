import type { Handler } from '../http/handler.ts'
import { runtimeChecks } from './runtimeChecks.ts'

export const runtimeStatus: Handler<'RuntimeStatus'> = async (_request, { world }) => {
  const checks = await runtimeChecks(world)
  return {
    status: {
      healthy: checks.every(({ healthy }) => healthy),
      version: world.version,
      startedAt: new Date(world.startedAtMs).toISOString(),
      uptimeSeconds: (world.clock.nowMs() - world.startedAtMs) / 1_000,
      checks,
    },
  }
}
