import { relative } from 'node:path'

/** A new seed per run, or TEST_SEED. Put `repeat`, the command that draws the same again, into failure messages. */
export function freshSeed(file: string): { seed: number; repeat(seed?: number): string } {
  const seed = Number(process.env.TEST_SEED ?? Math.floor(performance.timeOrigin / 1_000) * 1_000)
  return { seed, repeat: (of = seed) => `repeat: TEST_SEED=${of} npx vitest run ${relative(process.cwd(), file)}` }
}
