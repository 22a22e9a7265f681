import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { render } from '../../scripts/generateAbi.ts'

const room = join(import.meta.dirname, '../../src/devnet')

test('the checked-in artifacts are what the compiler makes of contracts/devnet', () => {
  const fresh = render('devnet')
  const folder = join(room, 'artifacts')
  const remedy = 'run: npx tsx scripts/generateAbi.ts --devnet'
  expect(readdirSync(folder).toSorted(), remedy).toEqual([...fresh.keys()].toSorted())
  for (const [name, text] of fresh)
    expect(readFileSync(join(folder, name), 'utf8') === text, `${name}: ${remedy}`).toBe(true)
})
