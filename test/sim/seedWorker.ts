import type { RunOptions } from './run.ts'
import { simulate } from './simulate.ts'

// Nodes refuse and contracts revert by the thousand, and nobody reads where: one seed alone, unbundled, has its stacks.
Error.stackTraceLimit = 0

/** A process that runs what it is told to, one run after the other, and tells how each went. */
process.on('message', async (options: RunOptions) => {
  const { trace: _, ...result } = await simulate(options)
  process.send?.(result)
})
