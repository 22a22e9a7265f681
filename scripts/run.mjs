// Entry point of a clone: `npm start`, `npm test` and the rest come through here, so each works as the first command.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildConsole } from './buildConsole.mjs'
import { prepare } from './prepare.mjs'

const root = new URL('..', import.meta.url).pathname
const bin = (name) => join(root, 'node_modules', '.bin', name)
const tsx = (file, ...args) => [process.execPath, '--import', 'tsx', join(root, file), ...args]

const rest = process.argv.slice(3)
// TypeScript 7 checks with half the CPU of 6 and on all cores; the declaration writers need the API of 6.
const lint = [
  [bin('biome'), 'check', '--error-on-warnings', '.'],
  [process.execPath, join(root, 'node_modules/typescript-native/bin/tsc'), '-p', '.'],
]
const tests = (...args) => [process.execPath, join(root, 'scripts/test.mjs'), ...args]
const pages = () => [[bin('vite'), 'build', '--logLevel', 'error'], ...commands.docs()]
const copy = "import('./scripts/builtCopy.mjs').then(({ builtCopy }) => builtCopy())"
const builds = (name) => !rest.some((one) => /^(--filter|-F)/.test(one)) || rest.some((one) => one.endsWith(name))
const commands = {
  start: () => [[process.execPath, join(root, 'bin/causeway.mjs'), 'serve', ...rest]],
  devnet: () => [[process.execPath, join(root, 'bin/causeway.mjs'), 'devnet', ...rest]],
  demo: () => [tsx('scripts/demo.ts', ...rest)],
  // tsdown empties dist/, so pages and states come after it.
  build: () => [
    [bin('tsdown'), ...rest],
    // For users who may not write here, such as systemd's: without the copy they would run the source.
    ...(builds('service') ? [...pages(), [process.execPath, '-e', copy]] : []),
    ...(builds('devnet') ? [tsx('scripts/packStates.ts')] : []),
    tsx('scripts/writeSboms.ts'),
  ],
  docs: () => [[bin('vitepress'), 'build', 'docs', ...rest]],
  // Against forks of public chains, one FORK_URL_<chain> each; without any, against local ones.
  'test:fork': () => [[bin('vitest'), 'run', 'test/fork', ...rest]],
  cluster: () => [tsx('test/chaos/cluster/main.ts', ...rest)],
  chaos: () => [tsx('test/chaos/main.ts', ...rest)],
  // Replays the first hour of an integrator, an operator or a contributor from the documents.
  hours: () => [tsx('test/docs/main.ts', ...rest)],
  profile: () => [tsx('bench/quoteStages.ts', ...rest)],
  sim: () => [tsx('test/sim/main.ts', ...rest)],
  mutants: () => [tsx('scripts/mutants.ts', ...rest)],
  generate: () => [tsx('scripts/generate.ts', ...rest)],
  // Checks of at most a minute, without a node and a database.
  check: () => [...lint, tests('test/engine', 'test/tidy.test.ts')],
  // Without arguments the fast tier; with them the named files. test/tiers.ts defines the tiers.
  test: () => (rest.length ? [tests(...rest)] : [...lint, tests('fast')]),
  'test:full': () => [...lint, tests('full', ...rest)],
  // The full tier without the fast one.
  'test:rest': () => [tests('rest', ...rest)],
  // Long searches: the deep tier, every planted defect, samples of mutants, faults on a replicated cluster.
  'test:deep': () => [
    tests('deep', ...rest),
    ...(rest.length
      ? []
      : [
          tsx('test/sim/main.ts', '--mutants'),
          tsx('scripts/mutants.ts', '--sample', '60', '--seeds', '2000'),
          tsx('scripts/mutateContracts.ts', '--sample', '150', '--seed', String(Date.now() % 2 ** 31)),
          tsx('test/chaos/main.ts', '--minutes', '20', '--seed', String(Date.now() % 2 ** 31)),
        ]),
  ],
}

const name = process.argv[2] ?? ''
const command = commands[name]
if (!command) {
  console.error(`unknown command "${name}"; known: ${Object.keys(commands).join(', ')}`)
  process.exit(2)
}
await prepare(['start', 'devnet', 'demo'].includes(name) ? 'start' : 'all')
if (name === 'start') buildConsole()
for (const [file, ...args] of command()) {
  const code = await runToEnd(file, args)
  if (code !== 0) process.exit(code)
}

/** Signals reach the child too (same terminal group or forwarded), and its exit code becomes ours. */
function runToEnd(file, args) {
  return new Promise((resolve) => {
    // The packages' `prepack` starts in their folders, but every tool here gets paths from the clone's root.
    const child = spawn(file, args, { cwd: root, stdio: 'inherit' })
    const forward = (signal) => child.kill(signal)
    const ignore = () => {} // Ctrl-C reaches the child through the terminal; a second copy would cut its shutdown short
    process.on('SIGTERM', forward)
    process.on('SIGINT', ignore)
    child.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.on('exit', (code, signal) => {
      process.off('SIGTERM', forward)
      process.off('SIGINT', ignore)
      resolve(code ?? (signal === 'SIGINT' ? 130 : 143))
    })
  })
}
