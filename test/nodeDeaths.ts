import { appendFileSync } from 'node:fs'

type Death = { chainId: number; pid: number; how: string; lastOutput: readonly string[] }

/**
 * Reports a node that died without a test having stopped it, as a JSON line in the file that TEST_NODE_DEATHS names. The runner repeats the
 * test file once: an emulated node may die by a fault of the emulator.
 */
export function reportNodeDeath({ chainId, pid, how, lastOutput }: Death): void {
  const report = process.env.TEST_NODE_DEATHS
  // Not by an import of vitest: benchmarks use the same helpers without it.
  const { __vitest_worker__: worker } = globalThis as { __vitest_worker__?: { filepath?: string } }
  if (report) appendFileSync(report, `${JSON.stringify({ file: worker?.filepath, chainId, pid, how, lastOutput })}\n`)
}
