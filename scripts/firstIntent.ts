/**
 * How long a stranger waits: clones the repository into a folder of its own and does what the README says, from `git clone` to the first
 * intent that is settled. `--empty-cache` begins without anything that npm has downloaded before. `--browser` settles it in the pages, as
 * somebody who has read nothing: the address that is printed, then the button that each page offers.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { findChromium } from './findChromium.ts'
import { settleInBrowser } from './settleInBrowser.ts'

const root = join(import.meta.dirname, '..')
const sendCommand = ['causeway', 'send', '100', 'USDC@harbor', 'ETH@island', '--account', '0', '--yes']
const targetS = { warm: 60, empty: 180 }
/** From `ready` to settled in the browser. */
const browserTargetS = 120
const usualPort = 4180
const consoleLine = /^ *console +(\S+)$/m

const { values } = parseArgs({
  options: {
    'empty-cache': { type: 'boolean', default: false },
    browser: { type: 'boolean', default: false },
    json: { type: 'boolean' },
  },
})
const isEmpty = values['empty-cache']
const base = mkdtempSync(join(tmpdir(), 'causeway-first-'))
chmodSync(base, 0o711) // the database has an account of its own, which has to get in
const clone = join(base, 'causeway')
const port = await freePort()
const env = {
  ...process.env,
  PORT: String(port),
  CAUSEWAY_URL: `http://127.0.0.1:${port}`,
  ...(isEmpty && { npm_config_cache: join(base, 'npm-cache') }),
}
const started = performance.now()
const steps: { step: string; s: number }[] = []
let service: ChildProcess | undefined
let printed = ''

try {
  await timed('git clone', () => run('git', ['clone', '--quiet', root, clone], base))
  await timed('npm start, until it is ready', startService)
  if (values.browser) await timed('in the browser from ready to settled', sendInBrowser)
  else await timed('npx causeway send, until it is settled', () => run('npx', sendCommand, clone))
  report()
} finally {
  await stopService()
  rmSync(base, { recursive: true, force: true })
}

async function timed(step: string, act: () => Promise<void>): Promise<void> {
  const from = performance.now()
  await act()
  steps.push({ step, s: (performance.now() - from) / 1_000 })
  if (!values.json) console.error(`${step}: ${steps.at(-1)!.s.toFixed(1)} s`)
}

function report(): void {
  const totalS = (performance.now() - started) / 1_000
  const target = isEmpty ? targetS.empty : targetS.warm
  const cache = isEmpty ? 'an empty npm cache' : 'a warm npm cache'
  if (values.json) console.log(JSON.stringify({ cache, steps, totalS, targetS: target }))
  else
    console.log(
      `from git clone to the first settled intent, with ${cache}: ${totalS.toFixed(1)} s (target ${target} s)`,
    )
  if (totalS > target && !values.browser) process.exitCode = 1
}

/** Opens what `npm start` printed; the time is its own, because the clone may have waited for a download. */
async function sendInBrowser(): Promise<void> {
  const found = findChromium()
  if ('why' in found) throw new Error(found.why)
  const address = consoleLine.exec(printed)?.[1]
  if (!address) throw new Error(`npm start printed no address of the console:\n${printed}`)
  const from = performance.now()
  const browser = await chromium.launch({ executablePath: found.path })
  try {
    const { clicks, intentId } = await settleInBrowser(browser, address)
    const s = (performance.now() - from) / 1_000
    if (!values.json) console.error(`${address}: ${clicks} clicks, ${intentId} settled ${s.toFixed(1)} s after ready`)
    if (s > browserTargetS) process.exitCode = 1
  } finally {
    await browser.close()
  }
}

/** Resolves once it prints `ready`; a group of its own, so that Ctrl-C reaches all of it as on a terminal. */
function startService(): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['start'], { cwd: clone, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    service = child
    let said = ''
    const hear = (chunk: Buffer) => {
      said += chunk
      printed = said
      if (/^ready /m.test(said) && consoleLine.test(said)) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}\n${said.slice(-2_000)}`)))
  })
}

async function stopService(): Promise<void> {
  const child = service
  if (!child?.pid || child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('close', resolve))
  process.kill(-child.pid, 'SIGINT')
  await ended
}

function run(command: string, args: readonly string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said += chunk
      })
    }
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`${command} ${args.join(' ')} ended with ${code}\n${said.slice(-2_000)}`)),
    )
  })
}

/** The usual one where nobody listens on it, as it is for a stranger. */
function freePort(): Promise<number> {
  const listen = (wanted: number) =>
    new Promise<number>((resolve, reject) => {
      const probe = createServer()
      probe.once('error', reject)
      probe.listen(wanted, '127.0.0.1', () => {
        const address = probe.address()
        probe.close(() => resolve(typeof address === 'object' && address ? address.port : wanted))
      })
    })
  return listen(usualPort).catch(() => listen(0))
}
