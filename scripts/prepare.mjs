// Makes a fresh clone ready: packages as the lock says, and the local chain binary for this processor. In two steps: a start needs a fifth of the
// packages, and waits for no more (docs/decisions/packaging.md, 0083).
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
/** Each holds what the one before it holds: the service and its pages, what the local chains are built from, everything. */
const sets = ['none', 'start', 'contracts', 'all']
/** The lock names the node's builds for amd64 Linux; npm installs no other. */
const hasLockedFoundry = process.platform === 'linux' && process.arch === 'x64'

/** Installs what is missing of a set or stale; quick when nothing is. */
export async function prepare(asked = 'all') {
  requireNode()
  const { set: there, stale } = installed()
  // Who had everything before the lock changed gets everything again.
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

/** Which set is in node_modules as the lock demands it; of another lock, which one that was. */
function installed() {
  const [lock, set = 'all'] = readIfThere(stamp)?.trim().split(' ') ?? []
  if (lock === lockHash() && set === 'all') return { set }
  if ((lock === undefined || lock === lockHash()) && isComplete()) {
    writeStamp('all')
    return { set: 'all' }
  }
  return lock === lockHash() ? { set } : { set: 'none', stale: lock && set }
}

/** Into an empty folder, and beside it the node where npm has none: it comes from elsewhere, and neither waits for the other. */
async function installFirst(set, progress) {
  for (const name of existsSync(modules) ? readdirSync(modules) : [])
    rmSync(join(modules, name), { recursive: true, force: true })
  const foundry = hasLockedFoundry ? undefined : run(process.execPath, [self, 'foundry'], root, progress)
  await installPart(set === 'contracts' ? ['service', 'contracts'] : ['service'], progress)
  await foundry
  writeStamp(set)
}

/** In a folder of its own, because `npm ci` empties the one that it installs into. */
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

/** The folder of a scope and that of programs may be there already; of two lists of what npm installed, the first one stays. */
function moveBelow(from, to) {
  for (const name of readdirSync(from)) {
    const [source, target] = [join(from, name), join(to, name)]
    if (existsSync(target) && (name.startsWith('@') || name === '.bin')) moveBelow(source, target)
    else if (!existsSync(target)) renameSync(source, target)
  }
}

/** `npm install` keeps what is there, where `npm ci` would begin again. It takes versions from the lock, and leaves the lock as it is. */
async function addTheRest(progress) {
  progress.say('installing packages for development (npm install), up to a minute the first time')
  // npm removes the wrappers of the node, which no manifest names for this processor.
  const [wrappers, kept] = [join(modules, '@foundry-rs'), join(modules, '.foundry-wrappers')]
  const isKept = !hasLockedFoundry && existsSync(wrappers)
  if (isKept) renameSync(wrappers, kept)
  await run('npm', ['install', '--no-save', ...quietly], root, progress)
  if (!isKept) return
  rmSync(wrappers, { recursive: true, force: true })
  renameSync(kept, wrappers)
}

const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']

/** Whether a chain was built on this machine before, by any version. If it was another one, the start itself asks for the contracts. */
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

/** Whether `npm ci` was run by hand: npm lists what it installed, and all that the lock demands is there in its version. */
function isComplete() {
  const list = readIfThere(join(modules, '.package-lock.json'))
  if (list === undefined) return false
  const { packages: there } = JSON.parse(list)
  const { packages: wanted } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(wanted).every(
    ([at, { version, optional, link }]) => at === '' || optional || link || there[at]?.version === version,
  )
}

/** Ends this process with what the command said if it fails. */
function run(command, args, cwd, progress) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] })
    // Of two that run beside each other, neither goes on when the other failed.
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
