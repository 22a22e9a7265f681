/**
 * The CPU of each command: `npx tsx bench/commands.ts [--runs 5] [--bin <causeway.mjs>]`. Starts a service on local
 * chains, puts a meter between it and the commands, and runs every command like a user, from this clone or an installed
 * package. Other work on the machine changes CPU less than time. See README.md beside this file.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { commands } from '../src/cli/commands.ts'
import { type Meter, startMeter } from './engine/startMeter.ts'
import { printTable, verdict } from './engine/table.ts'

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' }, bin: { type: 'string' } } })
const runs = Number(values.runs)
/**
 * The target is time besides the network's; on an idle machine that equals CPU. On a busy one a millisecond of CPU does
 * less work, so an empty program's CPU in the same minutes is shown beside it. The verdict is by the measured CPU.
 */
const ownMsMax = 500
const quoteMsMax = values.bin ? 300 : 500
const root = join(import.meta.dirname, '..')
const ownBin = join(root, 'bin/causeway.mjs')
const bin = values.bin ? resolve(values.bin) : ownBin
/** Writes the CPU of the process when it ends. */
const sayCpu = join(import.meta.dirname, 'engine/sayCpu.mjs')
const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const trade = ['100', 'USDC@harbor', 'ETH@island']

/** One line for each command, as a user types it; ID is a settled intent. */
const lines: Record<string, string[]> = {
  quote: ['quote', ...trade, '--account', '0'],
  send: ['send', ...trade, '--account', '0', '--yes'],
  receipt: ['receipt', 'ID'],
  watch: ['watch', 'ID'],
  search: ['search', 'SUCCEEDED'],
  history: ['history'],
  tokens: ['tokens'],
  chains: ['chains'],
  routes: ['routes', 'USDC@harbor'],
  prices: ['prices', 'ETH@harbor'],
  yields: ['yields'],
  balances: ['balances', owner],
  recover: ['recover', '--help'],
  projects: ['projects', 'list'],
  books: ['books'],
  audit: ['audit'],
  held: ['held'],
  replay: ['replay', 'ID'],
  keys: ['keys', 'list'],
  lanes: ['lanes', 'list'],
  switch: ['switch', 'list'],
  webhooks: ['webhooks', 'list'],
  signers: ['signers', 'create', 'FILE'],
  doctor: ['doctor'],
  migrate: ['migrate', '--help'],
  deploy: ['deploy', 'harbor', '--rpc', 'NODE', '--check'],
  completion: ['completion', 'bash'],
}
/** Commands that run until stopped. */
const longOnes = ['serve', 'devnet']

const unmeasured = Object.keys(commands).filter((name) => !lines[name] && !longOnes.includes(name))
if (unmeasured.length > 0) throw new Error(`no line measures ${unmeasured.join(', ')}`)

const folder = mkdtempSync(join(tmpdir(), 'causeway-commands-'))
chmodSync(folder, 0o711) // the database has an account of its own, which has to get in
const cpuFile = join(folder, 'cpu-ms')
const meters: Meter[] = []
let service: ChildProcess | undefined
try {
  await measure()
} finally {
  if (service?.exitCode === null) {
    const ended = once(service, 'exit')
    service.kill('SIGTERM')
    await ended
  }
  for (const meter of meters) await meter.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measure(): Promise<void> {
  const url = await startService()
  const meter = await metered(url)
  const nodesFile = join(folder, '.causeway/local-nodes')
  const nodes = readFileSync(nodesFile, 'utf8').trim().split('\n')
  for (const [at, line] of nodes.entries()) {
    const [id, node] = line.split('=')
    nodes[at] = `${id}=${(await metered(node!)).url}`
  }
  writeFileSync(nodesFile, `${nodes.join('\n')}\n`)
  const env = { ...process.env, CAUSEWAY_URL: meter.url }
  const settled = await run(['send', ...trade, '--account', '1', '--yes', '--json'], env)
  const named = {
    ID: /0x[0-9a-f]{64}/.exec(settled.said)?.[0] ?? '',
    NODE: nodes[0]!.split('=')[1]!,
  }
  let files = 0
  const rows = []
  const empty: number[] = []
  for (const [name, line] of Object.entries(lines)) {
    const taken: { wallMs: number; networkMs: number; cpuMs: number }[] = []
    for (let turn = 0; turn < runs; turn++) {
      const args = line.map((arg) =>
        arg === 'FILE' ? `signer-${++files}.json` : arg in named ? named[arg as keyof typeof named] : arg,
      )
      taken.push(await run(args, env))
      empty.push((await run(['-e', '0'], env, [])).cpuMs)
    }
    const { wallMs, networkMs, cpuMs } = taken.toSorted((a, b) => a.cpuMs - b.cpuMs)[Math.floor(runs / 2)]!
    rows.push({ name, wallMs, networkMs, cpuMs })
  }
  const emptyNowMs = empty.toSorted((a, b) => a - b)[Math.floor(empty.length / 2)]!
  const shown = rows.map(({ name, wallMs, networkMs, cpuMs }) => {
    const most = name === 'quote' ? quoteMsMax : ownMsMax
    return {
      command: name,
      'CPU ms': cpuMs.toFixed(0),
      'at most': `${most} ${verdict(cpuMs <= most)}`,
      'empty programs': (cpuMs / emptyNowMs).toFixed(1),
      'wall ms': wallMs.toFixed(0),
      'network ms': networkMs.toFixed(0),
    }
  })
  printTable(
    `each command, the median of ${runs} runs by CPU; an empty program took ${emptyNowMs.toFixed(0)} ms`,
    shown,
  )
}

async function metered(url: string): Promise<Meter> {
  const meter = await startMeter(url)
  meters.push(meter)
  return meter
}

/** On an idle machine, a round of commands exceeds a stranger's calls per minute. */
async function startService(): Promise<string> {
  const config = join(folder, 'causeway.json')
  writeFileSync(config, JSON.stringify({ limits: { publicPerMinute: 0 } }))
  const child = spawn(process.execPath, [ownBin, 'serve'], {
    cwd: folder,
    env: { ...process.env, PORT: '0', CAUSEWAY_DEVNET_PORT_BASE: '0', CAUSEWAY_CONFIG: config },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  service = child
  let said = ''
  for await (const chunk of child.stdout) {
    said += chunk
    const ready = /^ready (\S+)$/m.exec(said)
    if (ready) {
      child.stdout.resume()
      return ready[1]!
    }
  }
  throw new Error(`the service did not start:\n${said}`)
}

async function run(
  args: string[],
  env: NodeJS.ProcessEnv,
  program: readonly string[] = [bin],
): Promise<{ wallMs: number; networkMs: number; cpuMs: number; said: string }> {
  for (const meter of meters) meter.reset()
  const from = performance.now()
  const child = spawn(process.execPath, ['--import', sayCpu, ...program, ...args], {
    cwd: folder,
    env: { ...env, CPU_FILE: cpuFile },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk
    })
  const [code] = await once(child, 'close')
  const wallMs = performance.now() - from
  // The doctor exits with 1 on findings, and on local chains it has some.
  if (code !== 0 && args[0] !== 'doctor') throw new Error(`causeway ${args.join(' ')} ended with ${code}\n${said}`)
  const cpuMs = Number(readFileSync(cpuFile, 'utf8'))
  return { wallMs, networkMs: unionMs(meters.flatMap((meter) => meter.intervals())), cpuMs, said }
}

/** The time during which at least one answer was pending. */
function unionMs(intervals: readonly (readonly [from: number, to: number])[]): number {
  let [sum, until] = [0, 0]
  for (const [from, to] of intervals.toSorted((a, b) => a[0] - b[0])) {
    sum += Math.max(0, to - Math.max(from, until))
    until = Math.max(until, to)
  }
  return sum
}
