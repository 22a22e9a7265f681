import type { RuntimeCheck, ServerPorts } from '../http/serverPorts.ts'

const patienceMs = 3_000

/** How store, chains, providers and workers are. One that does not answer in time is not well. */
export async function runtimeChecks(world: ServerPorts): Promise<RuntimeCheck[]> {
  return Promise.all(world.health.map((check) => runCheck(check, world)))
}

async function runCheck(check: ServerPorts['health'][number], { clock }: ServerPorts): Promise<RuntimeCheck> {
  const { kind, name } = check
  const answered = new AbortController()
  const late = clock
    .sleep(patienceMs, answered.signal)
    .then(() => ({ healthy: false, detail: `no answer within ${patienceMs} ms` }))
  try {
    return { kind, name, ...(await Promise.race([check.ask(), late])) }
  } catch {
    return { kind, name, healthy: false, detail: 'the check itself failed' }
  } finally {
    answered.abort()
  }
}
