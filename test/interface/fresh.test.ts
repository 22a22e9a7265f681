import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { generatedFiles } from '../../scripts/generatedFiles.ts'

const root = new URL('../..', import.meta.url).pathname

test.each(generatedFiles)('$path is what the tables say', async ({ path, make }) => {
  const checkedIn = readFileSync(join(root, path), 'utf8')
  expect(checkedIn === (await make()), `${path} is stale: run npm run generate`).toBe(true)
})
