import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { render } from '../../scripts/generateAbi.ts'
import { devnetAddressesText } from '../../src/devnet/devnetAddressesText.ts'

/** The compiler is WebAssembly on one core: 8 s alone, most of a minute beside a busy suite. */

const room = join(import.meta.dirname, '../../src/devnet')
const definitions = join(import.meta.dirname, '../../src/chains/definitions/devnet')

test('the checked-in artifacts are what the compiler makes of contracts/devnet', () => {
  const fresh = render('devnet')
  const folder = join(room, 'artifacts')
  const remedy = 'run: npx tsx scripts/generateAbi.ts --devnet'
  expect(readdirSync(folder).toSorted(), remedy).toEqual([...fresh.keys()].toSorted())
  for (const [name, text] of fresh)
    expect(readFileSync(join(folder, name), 'utf8') === text, `${name}: ${remedy}`).toBe(true)
})

test('the checked-in addresses are those of the plan', () => {
  const remedy = 'run: npx tsx src/devnet/devnetAddressesText.ts'
  expect(readFileSync(join(definitions, 'devnetAddresses.ts'), 'utf8'), remedy).toBe(devnetAddressesText())
})
