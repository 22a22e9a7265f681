import { mutants } from './mutants.ts'
import { openSeedRunner, seedsFrom } from './runSeeds.ts'

/** `seeds`: after how many it was found; absent if not within `within`. */
export type FoundMutant = { name: string; within: number; seeds?: number; rule?: string }

/** After how many seeds each planted defect is found, from seed 1 on. */
export async function findMutants(options: {
  seedsMax: number
  part: string
  processes?: number
  onFound(found: FoundMutant): Promise<void>
}): Promise<void> {
  const shipped = await openSeedRunner({ processes: 1 })
  for (const mutant of mutants.filter(({ name }) => options.part.split(',').some((part) => name.includes(part)))) {
    const runner = await openSeedRunner({ mutant, processes: options.processes })
    const suspects: { seed: number; rule: string }[] = []
    const found: FoundMutant = { name: mutant.name, within: options.seedsMax }
    await runner.run(seedsFrom(1, options.seedsMax), ({ seed, failure }) => {
      if (failure) suspects.push({ seed, rule: failure.rule })
      return suspects.length === 0
    })
    await runner.close()
    for (const { seed, rule } of suspects.toSorted((a, b) => a.seed - b.seed)) {
      // A seed that breaks a rule without the mutant says nothing about it.
      if ((await shipped.one({ seed })).failure) continue
      Object.assign(found, { seeds: seed, rule })
      break
    }
    await options.onFound(found)
  }
  await shipped.close()
}
