// Makes a fresh clone ready: packages as the lock says, and the local chain binary for this processor.
// Plain JavaScript without dependencies: it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { provideFoundry } from './foundryOnArm.mjs'

const root = new URL('..', import.meta.url).pathname
const stamp = join(root, 'node_modules', '.causeway-installed')

/** Installs what is missing or stale; quick when nothing is. */
export function prepare() {
  requireNode()
  const wanted = lockHash()
  const stamped = readIfThere(stamp)
  if (stamped === undefined && isInstalled()) writeFileSync(stamp, wanted)
  else if (stamped !== wanted) {
    say('installing packages (npm ci), about a minute the first time')
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], root)
    writeFileSync(stamp, wanted)
  }
  // The lock file names the builds for amd64 Linux; every other machine is looked after here.
  if (process.platform !== 'linux' || process.arch !== 'x64') provideFoundry(say)
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
  return `${hash.update(process.versions.modules).update(process.arch).digest('hex')}\n`
}

/** Whether somebody ran `npm ci` by hand: npm lists what it installed, and all that the lock demands is there in its version. */
function isInstalled() {
  const installed = readIfThere(join(root, 'node_modules', '.package-lock.json'))
  if (installed === undefined) return false
  const { packages: there } = JSON.parse(installed)
  const { packages: wanted } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(wanted).every(
    ([at, { version, optional, link }]) => at === '' || optional || link || there[at]?.version === version,
  )
}

function run(command, args, cwd) {
  const done = spawnSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
  if (done.status === 0) return
  console.error(`${command} ${args.join(' ')} failed; see above.`)
  process.exit(done.status ?? 1)
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function say(line) {
  console.error(`causeway: ${line}`)
}
