import { appendFileSync } from 'node:fs'

/** Files whose subject is starting or losing a part. What they start is counted apart. */
const startParts =
  /\/test\/(chaos|survive|packaging|docs|devnet)\/|\/(start|nodeDeaths|doctorTopology|rotation|remoteSigner|versions|warmUp|console\/parts)\.test\.ts$/

/** Counts a start; scripts/test.mjs prints the sums. A world is three nodes with their bridges. */
export function countStart(kind: 'world' | 'node' | 'server' | 'app'): void {
  const { __vitest_worker__: worker } = globalThis as { __vitest_worker__?: { filepath?: string } }
  const file = worker?.filepath ?? ''
  const row = { kind, file, isApart: startParts.test(file) }
  if (process.env.TEST_STARTS) appendFileSync(process.env.TEST_STARTS, `${JSON.stringify(row)}\n`)
}
