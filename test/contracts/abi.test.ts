import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { generateAbi } from '../../scripts/generateAbi.ts'

const checkedIn = join(import.meta.dirname, '../../src/chains/contracts/abi')

test('the ABIs and addresses in src/chains/contracts/abi are what the contracts compile to', () => {
  const fresh = mkdtempSync(join(tmpdir(), 'causeway-abi-'))
  onTestFinished(() => rmSync(fresh, { recursive: true, force: true }))
  const written = generateAbi('src', fresh)
  expect(readdirSync(checkedIn).toSorted(), 'run: npx tsx scripts/generateAbi.ts').toEqual(written.toSorted())
  for (const file of written) {
    const same = readFileSync(join(checkedIn, file), 'utf8') === readFileSync(join(fresh, file), 'utf8')
    expect(same, `${file} is stale; run: npx tsx scripts/generateAbi.ts`).toBe(true)
  }
})
