// Writes all checked-in files that are generated from tables. test/interface/fresh.test.ts checks each one.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { generatedFiles } from './generatedFiles.ts'

const root = new URL('..', import.meta.url).pathname
for (const { path, make } of generatedFiles) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), await make())
  console.log(path)
}
