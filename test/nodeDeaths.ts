import { appendFileSync } from 'node:fs'

type Death = { chainId: number; pid: number; how: string; lastOutput: readonly string[] }

/**
 * Reports a node that died unasked, as a JSON line in the file TEST_NODE_DEATHS. The runner repeats the test file once:
 * an emulated node may die by an emulator fault.
 */
export function reportNodeDeath({ chainId, pid, how, lastOutput }: Death): void {
  const report = process.env.TEST_NODE_DEATHS
  // No import of vitest: benchmarks use these helpers without it.
  const { __vitest_worker__: worker } = globalThis as { __vitest_worker__?: { filepath?: string } }
  if (report) appendFileSync(report, `${JSON.stringify({ file: worker?.filepath, chainId, pid, how, lastOutput })}\n`)
}
