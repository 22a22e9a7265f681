import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { brotliDecompressSync } from 'node:zlib'
import { devnetAddresses } from '../chains/definitions/devnet/devnetAddresses.ts'
import { devnetChains } from '../chains/definitions/devnet/facts.ts'
import { devnetKeys } from '../chains/definitions/devnet/keys.ts'
import { anvilVersion } from './anvil.ts'

export type StatesOptions = {
  binary: string
  homeDir: string
  dataDir: string
  cacheDir?: string
  /** false builds the chains even if they are cached. */
  cache?: boolean
  say: (line: string) => void
}

const root = join(import.meta.dirname, '../..')
/** Built states that the package ships beside this file, so that it needs no contract packages. */
const packedStates = join(import.meta.dirname, 'states.br')
/** Folders of states to keep, 34 MB each: each branch or version of a clone needs its own. */
const statesMax = 4
const abandonedMs = 3_600_000

/**
 * The folder with one state file per chain: from the package, the user's cache, or built now. Its name is the hash of
 * the plans. A clone finds a built one without computing them: the file `from-<hash of the sources>` names it.
 */
export async function ensureBuiltStates(options: StatesOptions): Promise<string> {
  const cacheDir = resolve(options.cacheDir ?? userCacheDir(process.env) ?? join(options.dataDir, 'devnet'))
  const name = await (existsSync(packedStates) ? unpackStates(cacheDir) : nameOfBuilt(cacheDir, options))
  if (!options.cacheDir) forgetOlder(cacheDir, name)
  return join(cacheDir, name)
}

/** The user's cache folder; undefined if it is not writable. */
function userCacheDir({ XDG_CACHE_HOME }: NodeJS.ProcessEnv): string | undefined {
  const folder = join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'causeway', 'devnet')
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return folder
  } catch {
    return undefined
  }
}

async function nameOfBuilt(cacheDir: string, options: StatesOptions): Promise<string> {
  const { cache = true, say } = options
  const version = anvilVersion(options.binary)
  const note = join(cacheDir, `from-${hashOfInputs(version)}`)
  const known = cache && existsSync(note) ? readFileSync(note, 'utf8') : ''
  if (isState(known) && existsSync(join(cacheDir, known))) return known
  provideContracts()
  const { chainPlansHash, planChain } = await import('./planChain.ts')
  const { buildState } = await import('./buildState.ts')
  const plans = devnetChains.map((chain) => planChain(chain, devnetKeys()))
  if (!isDeepStrictEqual(plans[0]!.contracts, devnetAddresses))
    throw new Error('devnetAddresses.ts is not of this plan: npx tsx src/devnet/devnetAddressesText.ts writes it')
  const name = chainPlansHash(plans, version)
  if (!cache) rmSync(join(cacheDir, name), { recursive: true, force: true })
  if (!existsSync(join(cacheDir, name))) {
    say(`building three chains (${plans[0]!.txs.length} transactions each); later starts reuse them`)
    await makeFolder(join(cacheDir, name), async (folder) => {
      const build = async (chain: (typeof devnetChains)[number], index: number) => {
        await buildState(options.binary, chain, plans[index]!, fileOf(folder, chain), options.homeDir)
        say(`${chain.name} is built`)
      }
      await Promise.all(devnetChains.map(build))
    })
  }
  writeFileSync(note, name)
  return name
}

/** Text of `states.br` before compression: the folder's name, then the state of each chain, one per line. */
export const joinStates = (stateDir: string): string =>
  [basename(stateDir), ...devnetChains.map((chain) => readFileSync(fileOf(stateDir, chain), 'utf8').trim())].join('\n')

async function unpackStates(cacheDir: string): Promise<string> {
  const [name = '', ...states] = brotliDecompressSync(readFileSync(packedStates)).toString().split('\n')
  if (!existsSync(join(cacheDir, name)))
    await makeFolder(join(cacheDir, name), async (folder) => {
      for (const [index, chain] of devnetChains.entries()) writeFileSync(fileOf(folder, chain), states[index]!)
    })
  return name
}

const fileOf = (folder: string, { network }: { network: string }) => join(folder, `${network}.json`)
const isState = (name: string) => /^[0-9a-f]{16}$/.test(name)

/** Builds in a folder of this process and renames it: builders do not collide, and no reader sees half a folder. */
async function makeFolder(target: string, fill: (folder: string) => Promise<void>): Promise<void> {
  const draft = `${target}.${process.pid}.building`
  mkdirSync(draft, { recursive: true })
  try {
    await fill(draft)
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  }
}

/** Removes all but the most recently used states (by folder time), and drafts that killed builders left behind. */
function forgetOlder(cacheDir: string, used: string): void {
  try {
    utimesSync(join(cacheDir, used), new Date(), new Date())
    const aged = readdirSync(cacheDir)
      .map((name) => ({ name, usedMs: statSync(join(cacheDir, name)).mtimeMs }))
      .toSorted((a, b) => b.usedMs - a.usedMs)
    const kept = new Set(
      aged
        .filter(({ name }) => isState(name))
        .slice(0, statesMax)
        .map(({ name }) => name),
    )
    const isOver = ({ name, usedMs }: (typeof aged)[number]) => {
      if (name.startsWith('from-')) return !kept.has(readFileSync(join(cacheDir, name), 'utf8'))
      if (name.endsWith('.building')) return Date.now() - usedMs > abandonedMs
      return isState(name) && !kept.has(name)
    }
    for (const { name } of aged.filter(isOver)) rmSync(join(cacheDir, name), { recursive: true, force: true })
  } catch {
    // Another start prunes at the same time, or the folder is read-only: the next start retries.
  }
}

/** Hash of the plans' sources, their locked packages and the node. Takes milliseconds; the plans take a second. */
function hashOfInputs(anvilVersion: string): string {
  const hash = createHash('sha256').update(anvilVersion)
  for (const file of ['planChain.ts', 'buildState.ts'].reduce(
    (seen, name) => sourcesBelow(join(import.meta.dirname, name), seen),
    new Set<string>(),
  ))
    hash.update(readFileSync(file))
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  for (const name of ['viem', ...contractPackages()]) hash.update(packages[`node_modules/${name}`].integrity)
  return hash.digest('hex').slice(0, 16)
}

function sourcesBelow(file: string, seen: Set<string>): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  for (const [, path] of text.matchAll(/^import (?!type )[^']*'(\.[^']+)'/gm))
    sourcesBelow(resolve(dirname(file), path!), seen)
  return seen
}

const contractPackages = (): string[] =>
  Object.keys(JSON.parse(readFileSync(join(root, 'packages/devnet/package.json'), 'utf8')).devDependencies)

/** `npm start` in a clone installs without these packages if the user has built chains before. */
function provideContracts(): void {
  if (contractPackages().every((name) => existsSync(join(root, 'node_modules', name)))) return
  const prepare = [join(root, 'scripts/prepare.mjs'), 'contracts']
  const { status } = spawnSync(process.execPath, prepare, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error('the packages that the local chains are built from could not be installed')
}
