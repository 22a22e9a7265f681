// Prepares a fresh clone: packages by the lock, and this processor's local chain binary. In two steps, because a start
// needs only a fifth of the packages (docs/decisions/packaging.md, 0083).
// Plain JavaScript without dependencies: it runs before anything is installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { provideFoundry } from './foundryOnArm.mjs'
import { createProgress } from './progress.mjs'
import { startPackages } from './startPackages.mjs'

const self = fileURLToPath(import.meta.url)
const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, 'node_modules')
const stamp = join(modules, '.causeway-installed')
const staging = join(modules, '.causeway-staging')
/** Each includes the one before: the service and its pages, the inputs of the local chains, everything. */
const sets = ['none', 'start', 'contracts', 'all']
/** The lock names the node's builds for amd64 Linux; npm installs no other. */
const hasLockedFoundry = process.platform === 'linux' && process.arch === 'x64'

/** Installs missing or stale packages of a set; fast if there are none. */
export async function prepare(asked = 'all') {
  requireNode()
  const { set: there, stale } = installed()
  // If everything was installed before the lock changed, install everything again.
  const wanted = stale === 'all' ? 'all' : asked
  const progress = createProgress()
  if (there === 'none') await installFirst(wanted === 'start' && hasBuiltChains() ? 'start' : 'contracts', progress)
  else if (there === 'start' && wanted === 'contracts') await installPart(['contracts'], progress)
  if (wanted === 'contracts' && there !== 'all') writeStamp('contracts')
  if (wanted === 'all' && there !== 'all') {
    await addTheRest(progress)
    writeStamp('all')
  }
  progress.end()
  if (!hasLockedFoundry) provideFoundry(say)
}

/** The installed set by this lock; for another lock, the set by that. */
function installed() {
  const [lock, set = 'all'] = readIfThere(stamp)?.trim().split(' ') ?? []
  if (lock === lockHash() && set === 'all') return { set }
  if ((lock === undefined || lock === lockHash()) && isComplete()) {
    writeStamp('all')
    return { set: 'all' }
  }
  return lock === lockHash() ? { set } : { set: 'none', stale: lock && set }
}

/** Installs into an empty folder and, if npm has no node build, fetches the node in parallel. */
async function installFirst(set, progress) {
  for (const name of existsSync(modules) ? readdirSync(modules) : [])
    rmSync(join(modules, name), { recursive: true, force: true })
  const foundry = hasLockedFoundry ? undefined : run(process.execPath, [self, 'foundry'], root, progress)
  await installPart(set === 'contracts' ? ['service', 'contracts'] : ['service'], progress)
  await foundry
  writeStamp(set)
}

/** Installs in a separate folder, because `npm ci` empties its folder. */
async function installPart(parts, progress) {
  const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'))
  const { manifest, lock } = startPackages({
    manifest: read('package.json'),
    devnet: read('packages/devnet/package.json'),
    lock: read('package-lock.json'),
    parts,
  })
  rmSync(staging, { recursive: true, force: true })
  mkdirSync(staging, { recursive: true })
  writeFileSync(join(staging, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(staging, 'package-lock.json'), JSON.stringify(lock))
  progress.say('installing packages for a start (npm ci), up to half a minute the first time')
  await run('npm', ['ci', ...quietly], staging, progress)
  moveBelow(join(staging, 'node_modules'), modules)
  rmSync(staging, { recursive: true, force: true })
}

/** Merges scope folders and `.bin`, which may exist already; of npm's two lists of packages the first one stays. */
function moveBelow(from, to) {
  for (const name of readdirSync(from)) {
    const [source, target] = [join(from, name), join(to, name)]
    if (existsSync(target) && (name.startsWith('@') || name === '.bin')) moveBelow(source, target)
    else if (!existsSync(target)) renameSync(source, target)
  }
}

/** `npm install` keeps existing packages; `npm ci` would start over. Takes versions from the lock, unchanged. */
async function addTheRest(progress) {
  progress.say('installing packages for development (npm install), up to a minute the first time')
  // npm removes the node's wrappers, which no manifest names for this processor.
  const [wrappers, kept] = [join(modules, '@foundry-rs'), join(modules, '.foundry-wrappers')]
  const isKept = !hasLockedFoundry && existsSync(wrappers)
  if (isKept) renameSync(wrappers, kept)
  await run('npm', ['install', '--no-save', ...quietly], root, progress)
  if (!isKept) return
  rmSync(wrappers, { recursive: true, force: true })
  renameSync(kept, wrappers)
}

const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']

/** Whether any version built a chain on this machine. If another did, the start requests the contracts itself. */
function hasBuiltChains() {
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'causeway', 'devnet')
  return existsSync(folder) && readdirSync(folder).length > 0
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(
    `Causeway needs Node 20.19 or newer; this is ${process.versions.node}. Install a newer Node and try again.`,
  )
  process.exit(1)
}

function lockHash() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  return hash.update(process.versions.modules).update(process.arch).digest('hex')
}

const writeStamp = (set) => writeFileSync(stamp, `${lockHash()} ${set}\n`)

/** Whether `npm ci` was run by hand: npm's list of installed packages has all of the lock in their versions. */
function isComplete() {
  const list = readIfThere(join(modules, '.package-lock.json'))
  if (list === undefined) return false
  const { packages: there } = JSON.parse(list)
  const { packages: wanted } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(wanted).every(
    ([at, { version, optional, link }]) => at === '' || optional || link || there[at]?.version === version,
  )
}

/** Runs a command; if it fails, ends this process with its output. */
function run(command, args, cwd, progress) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] })
    // If one of two parallel commands fails, end the other.
    const end = () => child.kill()
    process.on('exit', end)
    let said = ''
    child.stderr.on('data', (chunk) => {
      said += chunk
      const [line] = /(?<=^causeway: ).*(?=\n)/.exec(chunk) ?? []
      if (line) progress.say(line)
    })
    child.on('error', (error) => (said += error.message))
    child.on('close', (code) => {
      process.off('exit', end)
      if (code === 0) return resolve()
      progress.end()
      console.error(`${said}\n${[command, ...args].join(' ')} failed; see above.`)
      process.exit(code || 1)
    })
  })
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function say(line) {
  console.error(`causeway: ${line}`)
}

if (process.argv[1] === self) {
  if (process.argv[2] === 'foundry') provideFoundry(say)
  else await prepare(sets.includes(process.argv[2]) ? process.argv[2] : 'all')
}
