// Makes a fresh clone ready: packages as the lock says, and the local chain binary for this processor.
// Plain JavaScript without dependencies: it runs before anything is installed.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = new URL('..', import.meta.url).pathname
const stamp = join(root, 'node_modules', '.causeway-installed')
const foundryTools = ['anvil', 'forge']

/** Installs what is missing or stale; quick when nothing is. */
export function prepare() {
  requireNode()
  const wanted = lockHash()
  if (readIfThere(stamp) !== wanted) {
    say('installing packages (npm ci), about a minute the first time')
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], root)
    writeFileSync(stamp, wanted)
  }
  if (process.platform === 'linux' && process.arch === 'arm64') emulateFoundry()
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(
    `Causeway needs Node 20.19 or newer; this is ${process.versions.node}. Install a newer Node and try again.`,
  )
  process.exit(1)
}

// No arm64 build of the chain binaries is published to the registry for Linux. A native one on the PATH is
// preferred; otherwise the published amd64 one runs under user-mode emulation, about ten times slower.
function emulateFoundry() {
  for (const tool of foundryTools) {
    const folder = join(root, 'node_modules', '@foundry-rs', `${tool}-linux-amd64`)
    const binary = join(folder, 'bin', tool)
    if (existsSync(binary)) continue
    const native = onPath(tool)
    if (native) {
      layWrapper(folder, binary, `exec "${native}" "$@"`)
      continue
    }
    requireEmulator()
    say(`fetching ${tool} for emulation`)
    unpackPublished(`@foundry-rs/${tool}-linux-amd64`, folder)
    renameSync(binary, `${binary}.amd64`)
    layWrapper(folder, binary, `exec qemu-x86_64 -L /usr/x86_64-linux-gnu "$(dirname "$0")/${tool}.amd64" "$@"`)
  }
}

function layWrapper(folder, binary, line) {
  mkdirSync(join(folder, 'bin'), { recursive: true })
  writeFileSync(
    binary,
    `#!/bin/sh\n# Laid by scripts/prepare.mjs: no native build for this processor is in the registry.\n${line}\n`,
  )
  chmodSync(binary, 0o755)
}

/** Downloads one published package at the version and integrity of the lock file, and unpacks it. */
function unpackPublished(name, folder) {
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages[`node_modules/${name}`]
  const scratch = mkdtempSync(join(tmpdir(), 'causeway-'))
  try {
    const packed = execFileSync('npm', ['pack', `${name}@${locked.version}`, '--loglevel=error'], {
      cwd: scratch,
      encoding: 'utf8',
    })
    const tarball = join(scratch, packed.trim().split('\n').at(-1))
    const got = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`
    if (got !== locked.integrity) throw new Error(`${name}: integrity ${got} is not the locked ${locked.integrity}`)
    mkdirSync(folder, { recursive: true })
    run('tar', ['xzf', tarball, '-C', folder, '--strip-components=1'], root)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function requireEmulator() {
  if (onPath('qemu-x86_64') && existsSync('/usr/x86_64-linux-gnu/lib/ld-linux-x86-64.so.2')) return
  const packages = ['qemu-user', 'libc6-amd64-cross', 'libgcc-s1-amd64-cross']
  const command = `apt-get install -y ${packages.join(' ')}`
  if (process.getuid() !== 0 || !onPath('apt-get')) {
    console.error(
      `The local chains need anvil. On this processor either put a native anvil and forge on the PATH,\nor install the emulator: sudo ${command}`,
    )
    process.exit(1)
  }
  say(`installing the emulator (${packages.join(', ')})`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = () => spawnSync('apt-get', ['install', '-y', '-q', ...packages], { env, encoding: 'utf8' })
  if (install().status === 0) return
  spawnSync('apt-get', ['update', '-q'], { env })
  const again = install()
  if (again.status === 0) return
  console.error(`${again.stderr}\nCould not install the emulator. Run by hand: ${command}`)
  process.exit(1)
}

function onPath(tool) {
  for (const folder of (process.env.PATH ?? '').split(':')) {
    if (folder && !folder.includes('node_modules') && existsSync(join(folder, tool))) return join(folder, tool)
  }
  return undefined
}

function lockHash() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  return `${hash.update(process.versions.modules).update(process.arch).digest('hex')}\n`
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
