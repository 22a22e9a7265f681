// anvil and forge without a build in the lock file, as on macOS and arm64 Linux (docs/decisions/local-world.md, 0006):
// the platform's package, the PATH, or the amd64 build under box64, or qemu (fallback, or CAUSEWAY_EMULATOR=qemu).
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { chooseFoundry, platformName } from './chooseFoundry.mjs'

const root = new URL('..', import.meta.url).pathname
const modules = join(root, 'node_modules')
const emulatorFolder = join(modules, '.foundry-emulator')

const tools = ['anvil', 'forge']
/** In every wrapper. Another number replaces older wrappers in clones. */
const stamp = '# Laid by scripts/foundryOnArm.mjs, 2.'

/** Writes wrappers to the places of the amd64 packages' binaries, so that all callers work unchanged. */
export function provideFoundry(say) {
  const { platform, arch } = process
  const name = platformName(platform, arch)
  if (existsSync(packagedPlace('anvil', name)) || tools.every(isLaid)) return
  const machine = { platform, arch, version: locked('@foundry-rs/anvil-linux-amd64').version }
  const hands = {
    fetchNative: (one) => fetchNative(one, machine.version),
    printedVersion,
    onPath: () => onPath('anvil'),
  }
  const chosen = chooseFoundry(machine, hands, say)
  if (chosen.take === 'package') return
  rmSync(join(modules, '@foundry-rs', `anvil-${name}`), { recursive: true, force: true })
  if (chosen.take === 'nothing') return
  const natives = tools.map(onPath)
  if (chosen.take === 'path') {
    // Only the contract tests need forge: everything else works without it.
    for (const [index, tool] of tools.entries()) if (natives[index]) layWrapper(tool, `exec "${natives[index]}" "$@"`)
    return
  }
  rmSync(emulatorFolder, { recursive: true, force: true })
  for (const tool of tools) {
    say(`fetching ${tool} for emulation`)
    unpackLocked(`@foundry-rs/${tool}-linux-amd64`, join(emulatorFolder, tool))
    endThreadsByKeys(join(emulatorFolder, tool, 'bin', tool))
  }
  const run = (process.env.CAUSEWAY_EMULATOR !== 'qemu' && box64(say)) || qemu(say)
  for (const tool of tools) layWrapper(tool, run(emulated(tool)))
}

/**
 * box64 keeps the destructors of `__cxa_thread_atexit_impl` in one array without a lock: two threads starting at once
 * break the heap, and the node aborts. Rust links the function weakly and otherwise uses thread keys, which work. So
 * rename it to one that no library has (docs/decisions/local-world.md, 0077).
 */
function endThreadsByKeys(file) {
  const program = readFileSync(file)
  const [name, absent] = ['__cxa_thread_atexit_impl', '__cxa_thread_atexit_none']
  for (let at = program.indexOf(name); at >= 0; at = program.indexOf(name, at)) program.write(absent, at)
  rmSync(file)
  writeFileSync(file, program, { mode: 0o755 })
}

const packagedPlace = (tool, name) => join(modules, '@foundry-rs', `${tool}-${name}`, 'bin', tool)

/** The platform's own builds from the configured registry. Not in the lock file; npm checks the registry's digest. */
function fetchNative(name, version) {
  try {
    for (const tool of tools)
      unpack(`@foundry-rs/${tool}-${name}`, version, join(modules, '@foundry-rs', `${tool}-${name}`))
  } catch {
    return undefined // this registry has none
  }
  const binary = packagedPlace('anvil', name)
  return existsSync(binary) ? binary : undefined
}

function printedVersion(binary) {
  const { status, stdout } = spawnSync(binary, ['--version'], { encoding: 'utf8', timeout: 20_000 })
  return status === 0 ? stdout.trim().split('\n')[0] : undefined
}

const placeOf = (tool) => join(modules, '@foundry-rs', `${tool}-linux-amd64`, 'bin', tool)
const isLaid = (tool) => existsSync(placeOf(tool)) && readFileSync(placeOf(tool), 'latin1').includes(stamp)
const emulated = (tool) => `"$modules/.foundry-emulator/${tool}/bin/${tool}"`

function layWrapper(tool, line) {
  const file = placeOf(tool)
  mkdirSync(dirname(file), { recursive: true })
  rmSync(file, { force: true })
  const script = `#!/bin/sh\n${stamp}\nmodules=$(dirname "$(readlink -f "$0")")/../../..\n${line}\n`
  writeFileSync(file, script, { mode: 0o755 })
}

const locked = (name) =>
  JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages[`node_modules/${name}`]

/** Downloads and unpacks one published package at the lock file's version, if its hash matches. */
function unpackLocked(name, folder) {
  const { version, integrity } = locked(name)
  unpack(name, version, folder, integrity)
}

function unpack(name, version, folder, integrity) {
  inScratch((scratch) => {
    const options = { cwd: scratch, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }
    const packed = execFileSync('npm', ['pack', `${name}@${version}`, '--loglevel=error'], options)
    const tarball = join(scratch, packed.trim().split('\n').at(-1))
    const got = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`
    if (integrity !== undefined && got !== integrity)
      throw new Error(`${name}: integrity ${got} is not the locked ${integrity}`)
    mkdirSync(folder, { recursive: true })
    execFileSync('tar', ['xzf', tarball, '-C', folder, '--strip-components=1'])
  })
}

/**
 * box64 is several times as fast as qemu, but releases before 0.4 lack instructions that anvil uses. So take the newest
 * from the distribution's archive, checked by its keys, with its C library; nothing is installed on the machine.
 */
function box64(say) {
  say('fetching box64, the emulator')
  try {
    inScratch((scratch) => {
      downloadPackages(scratch, ['box64', 'libc6', 'libgcc-s1-amd64-cross'])
      for (const file of readdirSync(scratch).filter((name) => name.endsWith('.deb')))
        execFileSync('dpkg-deb', ['-x', join(scratch, file), join(scratch, 'unpacked')])
      const unpacked = (...path) => join(scratch, 'unpacked', 'usr', ...path)
      mkdirSync(emulatorFolder, { recursive: true })
      cpSync(unpacked('bin', 'box64'), join(emulatorFolder, 'box64'))
      cpSync(unpacked('lib', 'aarch64-linux-gnu'), join(emulatorFolder, 'lib'), {
        recursive: true,
        verbatimSymlinks: true,
      })
      cpSync(unpacked('x86_64-linux-gnu', 'lib'), join(emulatorFolder, 'lib-amd64'), {
        recursive: true,
        verbatimSymlinks: true,
      })
    })
    // By default the kernel maps memory at the top of this processor's address space, beyond any amd64 address: these
    // programs' allocator extends the sign and crashes. An unlimited stack makes the kernel start in the middle.
    // With several worker threads one node in seven aborts at its end, sometimes before it has written its state; with
    // one, none of 90 did. amd64 processors show every thread another's writes in order; this one does so only with
    // STRONGMEM, and without it a node sometimes hangs or dies. No translation cache: many nodes start and stop at
    // once, and one would read what another is writing.
    const run = (program) => `ulimit -s unlimited || exit 1
export BOX64_LD_LIBRARY_PATH="$modules/.foundry-emulator/lib-amd64" BOX64_NOBANNER=1 BOX64_LOG=0 BOX64_NORCFILES=1 BOX64_DYNACACHE=0 BOX64_DYNAREC_STRONGMEM=3 TOKIO_WORKER_THREADS=1
exec "$modules/.foundry-emulator/lib/ld-linux-aarch64.so.1" --library-path "$modules/.foundry-emulator/lib" "$modules/.foundry-emulator/box64" ${program} "$@"`
    return mines(run) ? run : undefined
  } catch {
    return undefined
  }
}

/** Uses its own package list: the machine's lists and packages stay unchanged. */
function downloadPackages(scratch, names) {
  const archive = execFileSync('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages'], {
    encoding: 'utf8',
  })
  for (const folder of ['lists/partial', 'cache/archives/partial'])
    mkdirSync(join(scratch, folder), { recursive: true })
  const list = join(scratch, 'list')
  const keys = '/usr/share/keyrings/debian-archive-keyring.gpg'
  // Any of the machine's main archives: security archives have no suite of that name.
  const repository = [...new Set(archive.trim().split('\n'))].find((uri) => /\/debian\/?$/.test(uri))
  writeFileSync(list, `deb [signed-by=${keys}] ${repository} testing main\n`)
  const options = {
    'Dir::State::lists': join(scratch, 'lists'),
    'Dir::Cache': join(scratch, 'cache'),
    'Dir::Etc::sourcelist': list,
    'Dir::Etc::sourceparts': '-',
    'Acquire::Languages': 'none',
    ...(process.getuid() === 0 && { 'APT::Sandbox::User': 'root' }),
  }
  const flags = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  for (const command of [['update'], ['download', ...names]])
    execFileSync('apt-get', [...flags, '-q', ...command], { cwd: scratch, stdio: 'ignore' })
}

/** An emulator that lacks an instruction starts, and dies at the first transaction. */
function mines(run) {
  const file = placeOf('anvil')
  layWrapper('anvil', run(emulated('anvil')))
  const tried = spawnSync(process.execPath, [join(root, 'scripts', 'tryAnvil.mjs'), file], { timeout: 60_000 })
  if (tried.status !== 0) rmSync(file)
  return tried.status === 0
}

function qemu(say) {
  requireQemu(say)
  return (program) => `exec qemu-x86_64 -L /usr/x86_64-linux-gnu ${program} "$@"`
}

function requireQemu(say) {
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

function inScratch(work) {
  const scratch = mkdtempSync(join(tmpdir(), 'causeway-'))
  try {
    return work(scratch)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
