/**
 * Writes the built local chains and their contracts' licences into the build of `causeway-devnet`, so that its users
 * install none of the packages behind them (docs/decisions/packaging.md, 0083).
 *   npx tsx scripts/packStates.ts
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { findAnvil } from '../src/devnet/anvil.ts'
import { ensureBuiltStates, joinStates } from '../src/devnet/builtStates.ts'
import { contractPackages } from './noticeText.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'packages/devnet/dist')
const scratch = mkdtempSync(join(tmpdir(), 'causeway-states-'))
try {
  const binary = findAnvil(process.env.PATH ?? '')
  const stateDir = await ensureBuiltStates({ binary, homeDir: scratch, dataDir: scratch, say: console.error })
  // The window spans all three chains, which differ little: 0.4 MB, where gzip makes 5.6 of 33.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 }
  writeFileSync(join(dist, 'devnet/states.br'), brotliCompressSync(joinStates(stateDir), { params }))
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

mkdirSync(join(dist, 'licences'), { recursive: true })
for (const { name } of contractPackages) {
  for (const file of licencesOf(name))
    writeFileSync(
      join(dist, 'licences', `${name}/${file}`.replaceAll('/', '_')),
      readFileSync(join(root, 'node_modules', name, file)),
    )
}

/** Its own, and those of two projects whose sources are inside another package. */
function licencesOf(name: string): string[] {
  const own = readdirSync(join(root, 'node_modules', name)).filter((file) => /^licen[cs]e/i.test(file))
  const inside = ['lib/permit2/LICENSE', 'lib/v4-core/licenses/BUSL_LICENSE']
  return name === '@uniswap/v4-periphery' ? [...own, ...inside] : own
}
