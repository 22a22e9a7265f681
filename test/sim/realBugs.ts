/** Defects of the service that a run found and nobody had planted. */
export const realBugs: readonly { seed: number; rule: string; wrong: string; mended: string }[] = [
  {
    seed: 2080,
    rule: 'FAILED is at rest',
    wrong:
      'A process that stood still for a minute woke with the time of now and the chain of then, found no deposit at its head and let a paid intent lapse (pause, node down).',
    mended:
      '`awaitDeposit` lets nothing lapse on a head older than the deadline, nor while one node shows the money; `test/engine/awaitDeposit.test.ts`',
  },
]
