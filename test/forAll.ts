import fc from 'fast-check'

type Arbitraries<Ts extends [unknown, ...unknown[]]> = { [K in keyof Ts]: fc.Arbitrary<Ts[K]> }

/** A check that holds for whatever is drawn. */
export function forAll<Ts extends [unknown, ...unknown[]]>(
  runs: fc.Parameters<Ts>,
  ...drawn: [...arbitraries: Arbitraries<Ts>, check: (...args: Ts) => void]
): void {
  fc.assert(fc.property<Ts>(...drawn), runs)
}

/** The same for a check that takes its time. */
export async function forAllAwaited<Ts extends [unknown, ...unknown[]]>(
  runs: fc.Parameters<Ts>,
  ...drawn: [...arbitraries: Arbitraries<Ts>, check: (...args: Ts) => Promise<void>]
): Promise<void> {
  await fc.assert(fc.asyncProperty<Ts>(...drawn), runs)
}
