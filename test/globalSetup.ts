import type { TestProject } from 'vitest/node'
import { startTestPostgres } from './stores/testPostgres.ts'

/** Every project of the run calls this; the first one starts the server, the last one to end stops it. */
type Shared = { users: number; server: ReturnType<typeof startTestPostgres> }
const shared = globalThis as { causewayTestPostgres?: Shared }

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.causewayTestPostgres ??= { users: 0, server: startTestPostgres() }
  const one = shared.causewayTestPostgres
  one.users++
  const { url, stop } = await one.server
  project.provide('postgresUrl', url)
  return async () => {
    if (--one.users === 0) await stop()
  }
}
