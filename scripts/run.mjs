// The front door of a clone: `npm start`, `npm test` and the rest come through here, so each works as the first command.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildConsole } from './buildConsole.mjs'
import { prepare } from './prepare.mjs'

const root = new URL('..', import.meta.url).pathname
const bin = (name) => join(root, 'node_modules', '.bin', name)
const tsx = (file, ...args) => [process.execPath, '--import', 'tsx', join(root, file), ...args]

const rest = process.argv.slice(3)
// TypeScript 7 checks with half the CPU of 6 and on all cores; the tools that write declarations need the programming interface of 6.
const lint = [
  [bin('biome'), 'check', '--error-on-warnings', '.'],
  [process.execPath, join(root, 'node_modules/typescript-native/bin/tsc'), '-p', '.'],
]
const pages = () => [[bin('vite'), 'build', '--logLevel', 'error'], ...commands.docs()]
const buildsService = () =>
  !rest.some((one) => /^(--filter|-F)/.test(one)) || rest.some((one) => one.endsWith('service'))
const commands = {
  start: () => [tsx('src/cli/main.ts', 'serve', ...rest)],
  devnet: () => [tsx('src/cli/main.ts', 'devnet', ...rest)],
  demo: () => [tsx('scripts/demo.ts', ...rest)],
  // tsdown empties dist/, so the pages come after it; only the service has any.
  build: () => [[bin('tsdown'), ...rest], ...(buildsService() ? pages() : [])],
  docs: () => [[bin('vitepress'), 'build', 'docs', ...rest]],
  // Against forks of public chains, one FORK_URL_<chain> each; without any, against local ones.
  'test:fork': () => [[bin('vitest'), 'run', 'test/fork', ...rest]],
  cluster: () => [tsx('test/chaos/cluster/main.ts', ...rest)],
  chaos: () => [tsx('test/chaos/main.ts', ...rest)],
  // The first hour of an integrator, an operator or a contributor, played from the documents.
  hours: () => [tsx('test/docs/main.ts', ...rest)],
  profile: () => [tsx('bench/quote.ts', '--profile', 'profile.svg', ...rest)],
  sim: () => [tsx('test/sim/main.ts', ...rest)],
  generate: () => [tsx('scripts/generate.ts', ...rest)],
  // What can be known within a minute, without a node and without a database.
  check: () => [...lint, [process.execPath, join(root, 'scripts/test.mjs'), 'test/engine', 'test/tidy.test.ts']],
  test: () => [...(rest.length ? [] : lint), [process.execPath, join(root, 'scripts/test.mjs'), ...rest]],
}

const name = process.argv[2] ?? ''
const command = commands[name]
if (!command) {
  console.error(`unknown command "${name}"; known: ${Object.keys(commands).join(', ')}`)
  process.exit(2)
}
prepare()
if (name === 'start') buildConsole()
for (const [file, ...args] of command()) {
  const code = await runToEnd(file, args)
  if (code !== 0) process.exit(code)
}

/** Signals reach the child too (same terminal group or forwarded), and its exit code becomes ours. */
function runToEnd(file, args) {
  return new Promise((resolve) => {
    // The packages' own `prepack` begins in their folders, and every tool here is told of files from the clone on.
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
