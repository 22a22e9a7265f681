import { shareAnswer } from '../../host/shareAnswer.ts'
import { formatMs } from '../../interface/formatMs.ts'
import type { RuntimeCheck, ServerPorts } from '../http/serverPorts.ts'

const timeoutMs = 3_000

type Timed = { check: RuntimeCheck; latencyMs: number }
type Health = Pick<ServerPorts, 'health' | 'clock'>
const shared = new WeakMap<object, () => Promise<Timed[]>>()

/** The health of store, chains, providers and workers; a check that does not answer within `timeoutMs` is unhealthy. */
export async function runtimeChecks(ports: Health): Promise<RuntimeCheck[]> {
  return (await timedChecks(ports)).map(({ check }) => check)
}

/** The same with durations. Callers of all routes share a run, because it asks every node. */
export function timedChecks(ports: Health): Promise<Timed[]> {
  const known = shared.get(ports.health) ?? shareAnswer(() => runChecks(ports), ports.clock)
  shared.set(ports.health, known)
  return known()
}

async function runChecks(ports: Health): Promise<Timed[]> {
  const startedAtMs = ports.clock.nowMs()
  return Promise.all(
    ports.health.map(async (one) => {
      const check = await runCheck(one, ports)
      return { check, latencyMs: ports.clock.nowMs() - startedAtMs }
    }),
  )
}

async function runCheck(check: ServerPorts['health'][number], { clock }: Health): Promise<RuntimeCheck> {
  const { kind, name } = check
  const answered = new AbortController()
  const late = clock
    .sleep(timeoutMs, answered.signal)
    .then(() => ({ healthy: false, detail: `no answer within ${formatMs(timeoutMs)}` }))
  try {
    return { kind, name, ...(await Promise.race([check.probe(), late])) }
  } catch {
    // Hide the error: the answer is public, and a driver's error may name an address or a secret.
    return { kind, name, healthy: false, detail: 'the check itself failed' }
  } finally {
    answered.abort()
  }
}
