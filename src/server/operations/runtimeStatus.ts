import type { Handler } from '../http/handler.ts'
import { timedChecks } from './runtimeChecks.ts'

export const runtimeStatus: Handler<'RuntimeStatus'> = async (_request, { ports }) => {
  const timed = await timedChecks(ports)
  const checks = timed.map(({ check }) => check)
  const healthy = checks.every((check) => check.healthy)
  const uptimeSeconds = (ports.clock.nowMs() - ports.startedAtMs) / 1_000
  const startedAt = new Date(ports.startedAtMs).toISOString()
  return {
    status: {
      healthy,
      version: ports.version,
      startedAt,
      uptimeSeconds,
      checks,
      healthOK: healthy,
      branch: ports.branch ?? '',
      // `0.1.0+1a2b3c4`: the commit follows the plus.
      commitHash: ports.version.split('+')[1] ?? '',
      startTime: startedAt,
      uptime: durationText(Math.floor(uptimeSeconds)),
      hostname: ports.hostname,
      runnables: checks
        .filter(({ kind }) => kind === 'worker')
        .map(({ name, healthy: running }) => ({ name, running })),
      services: timed
        .filter(({ check }) => check.kind !== 'worker')
        .map(({ check, latencyMs }) => ({
          name: check.name,
          healthy: check.healthy,
          ...(!check.healthy && { error: check.detail ?? 'does not work' }),
          latency: `${latencyMs}ms`,
        })),
    },
  }
}

/** A duration such as `26h3m5s`: generated clients expect `uptime` as text. */
function durationText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  if (hours > 0) return `${hours}h${minutes}m${seconds % 60}s`
  return minutes > 0 ? `${minutes}m${seconds % 60}s` : `${seconds}s`
}
