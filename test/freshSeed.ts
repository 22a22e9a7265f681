import { relative } from 'node:path'

/** A seed that is another in every run, or TEST_SEED. `repeat`, the command that draws the same again, belongs into every message of a failure. */
export function freshSeed(file: string): { seed: number; repeat(seed?: number): string } {
  const seed = Number(process.env.TEST_SEED ?? Math.floor(performance.timeOrigin / 1_000) * 1_000)
  return { seed, repeat: (of = seed) => `repeat: TEST_SEED=${of} npx vitest run ${relative(process.cwd(), file)}` }
}
