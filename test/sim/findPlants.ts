import { plants } from './plants.ts'
import { openSeedRunner, seedsFrom } from './runSeeds.ts'

export type FoundPlant = { name: string; seeds?: number; rule?: string }

/** After how many seeds each planted defect is found, from seed 1 on. */
export async function findPlants(options: {
  seedsMax: number
  part: string
  say(line: string): void
}): Promise<FoundPlant[]> {
  const all: FoundPlant[] = []
  const shipped = await openSeedRunner({ processes: 1 })
  for (const plant of plants.filter(({ name }) => name.includes(options.part))) {
    const runner = await openSeedRunner({ plant })
    const suspects: { seed: number; rule: string }[] = []
    const found: FoundPlant = { name: plant.name }
    await runner.run(seedsFrom(1, options.seedsMax), ({ seed, failure }) => {
      if (failure) suspects.push({ seed, rule: failure.rule })
      return suspects.length === 0
    })
    await runner.close()
    for (const { seed, rule } of suspects.toSorted((a, b) => a.seed - b.seed)) {
      // A seed that breaks a rule without the plant says nothing about it.
      if ((await shipped.one({ seed })).failure) continue
      Object.assign(found, { seeds: seed, rule })
      break
    }
    options.say(`| ${found.name} | ${found.seeds ?? `not within ${options.seedsMax}`} | ${found.rule ?? ''} |`)
    all.push(found)
  }
  await shipped.close()
  return all
}
