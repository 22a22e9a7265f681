import { openPlanted } from './loadPlanted.ts'
import { plants } from './plants.ts'
import { simulate as simulateShipped } from './simulate.ts'

/** After how many seeds each planted defect is found: `node --import tsx test/sim/plantMain.ts [seeds] [part of a name]`. */
const seedsMax = Number(process.argv[2] ?? 200)
const only = process.argv[3] ?? ''
for (const plant of plants.filter(({ name }) => name.includes(only))) {
  const { simulate, close } = await openPlanted(plant)
  let found = 'not found'
  for (let seed = 1; seed <= seedsMax; seed++) {
    const { failure } = await simulate({ seed })
    // A seed that breaks a rule without the plant says nothing about it.
    if (!failure || (await simulateShipped({ seed })).failure) continue
    found = `${seed} | ${failure.rule}`
    break
  }
  process.stdout.write(`| ${plant.name} | ${found} |\n`)
  await close()
}
