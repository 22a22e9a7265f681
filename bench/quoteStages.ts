/**
 * The main thread's cost of a quote, stage by stage:
 * `npm run profile [-- --quotes 300] [--seed 7] [--svg FILE] [--profiles FOLDER]`.
 *
 * Draws owners, pairs, sizes and directions from a fresh seed, which it prints. The kernel's accounting of the thread
 * gives the total CPU of one half of the quotes, without a profiler. The other half is sampled every 250 µs: samples
 * give a stage's share. Library time belongs to the nearest function of ours below it. In brackets: what README.md has.
 */
import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { devnetAddresses as tokens } from '../src/chains/definitions/devnet/devnetAddresses.ts'
import { startDevnet } from '../src/devnet/devnet.ts'
import { printJson } from '../src/interface/json.ts'
import { type CpuProfile, drawFlameGraph, selfTimes } from './flameGraph.ts'
import { spawnService } from './spawnService.ts'

const { values: options } = parseArgs({
  options: {
    quotes: { type: 'string', default: '300' },
    warmUps: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(randomInt(1e6)) },
    svg: { type: 'string' },
    profiles: { type: 'string' },
  },
})
const [quotes, warmUps] = [Number(options.quotes), Number(options.warmUps)]
const [harbor, island] = [31337, 31338]
const native = '0x0000000000000000000000000000000000000000'

/** A sample's stage is the first row that matches our innermost function. */
const stages: [string, RegExp][] = [
  ['garbage', /^\(garbage collector\)/],
  ['route search', / src\/routing\//],
  ['around the search', / src\/providers\/(quoteSwap|swapQuoter|swapCalls|universalRouterCalls|restrictGraph)/],
  ['node client', / src\/chains\//],
  ['database', / (src\/stores\/|pg[-/])/],
  [
    'plan, ABI, hashes',
    / src\/(intents|evm)\/| src\/engine\/quote\/(plan|simulate|balanceOverride|contractsFor|depositWays|readSigning)/,
  ],
  ['check and print the answer', / src\/(interface|server\/http\/(printResult|reply))/],
  ['offers, bridges, prices', / src\/(providers|engine|tokens)\//],
  ['HTTP and access', / src\/(server|observe|host)\//],
  ['runtime', /(?:)/],
]

/** A small generator, repeatable by its seed. */
let state = Number(options.seed) >>> 0
const draw = (): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}
const pick = <T>(from: readonly T[]): T => from[Math.floor(draw() * from.length)]!

/** Token, decimals and dollars. */
const market = [
  [tokens.usdc, 6, 1],
  [tokens.usdt, 6, 1],
  [tokens.dai, 18, 1],
  [tokens.wbtc, 8, 100_000],
  [tokens.weth, 18, 3_000],
  [native, 18, 3_000],
] as const

const scratch = mkdtempSync(join(tmpdir(), 'causeway-bench-'))
const profileFile = join(scratch, 'main.cpuprofile')
const devnet = await startDevnet({ dataDir: scratch, cacheDir: join(tmpdir(), 'causeway-devnet-cache'), blockTimeS: 1 })
const { process: service, url } = await spawnService(devnet, {
  folder: scratch,
  rpcUrls: devnet.chains.map(({ rpcUrl }) => rpcUrl),
  nodeFlags: ['--import', new URL('profileOnSignal.mjs', import.meta.url).href],
  env: { PROFILE_FILE: profileFile },
})

type Kind = { name: string; isAcross: boolean; exact: 'in' | 'out' }
const kinds: Kind[] = [
  { name: 'swap', isAcross: false, exact: 'in' },
  { name: 'across', isAcross: true, exact: 'in' },
  { name: 'exact output across', isAcross: true, exact: 'out' },
]

/** CPU of the main thread and of all threads so far, in ms. Only Linux reports it by thread. */
function cpuMs(): { main: number; all: number } {
  const tasks = `/proc/${service.pid}/task`
  const ms = (thread: string) => Number(readFileSync(`${tasks}/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  return { main: ms(String(service.pid)), all: readdirSync(tasks).reduce((sum, thread) => sum + ms(thread), 0) }
}

let refused = 0
async function quote({ isAcross, exact }: Kind): Promise<void> {
  const origin = pick(market)
  const destination = pick(market.filter(([address]) => address !== origin[0]))
  const [from, to] = pick([
    [harbor, island],
    [island, harbor],
  ] as const)
  const usd = 20 * 100 ** draw()
  const [, decimals, price] = exact === 'in' ? origin : destination
  const amount = BigInt(Math.floor((usd / price) * 1e6)) * 10n ** BigInt(decimals - 6)
  const { status } = await fetch(`${url}/rpc/Svc/QuoteIntent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: printJson({
      ownerAddress: pick(devnet.accounts).address,
      originChainId: from,
      originTokenAddress: origin[0],
      destinationChainId: isAcross ? to : from,
      destinationTokenAddress: destination[0],
      [exact === 'in' ? 'originTokenAmount' : 'destinationTokenAmount']: amount,
    }),
  })
  if (status !== 200) refused++
}

const [wholeRow, allRow] = ['main thread', 'all threads']
const rows = new Map<string, Record<string, number>>()
const profiles: CpuProfile[] = []
for (const kind of kinds) {
  for (let i = 0; i < warmUps; i++) await quote(kind)
  refused = 0
  const before = cpuMs()
  for (let i = 0; i < quotes; i++) await quote(kind)
  const after = cpuMs()
  service.kill('SIGUSR2')
  // Covers the profiler's start, which takes hundreds of milliseconds.
  await quote(kind)
  for (let i = 0; i < quotes; i++) await quote(kind)
  service.kill('SIGUSR2')
  while (!existsSync(profileFile)) await new Promise((resolve) => setTimeout(resolve, 20))
  const profile: CpuProfile & { requests: number; statements: number } = JSON.parse(readFileSync(profileFile, 'utf8'))
  rmSync(profileFile)
  if (options.profiles) writeFileSync(join(options.profiles, `${kind.name}.cpuprofile`), JSON.stringify(profile))
  profiles.push(profile)
  const column: Record<string, number> = {}
  const whole = (after.main - before.main) / quotes
  const times = selfTimes(profile).filter(
    ({ path }) => path.at(-1) !== '(program)' && !path.some((name) => name.includes('profileOnSignal')),
  )
  const sampledUs = times.reduce((sum, { selfUs }) => sum + selfUs, 0)
  for (const { path, selfUs } of times) {
    const own = path.findLast((name) => / src\//.test(name)) ?? path.at(-1)!
    const [stage] = stages.find(([, pattern]) =>
      pattern.test(path.at(-1)!.startsWith('(garbage') ? path.at(-1)! : own),
    )!
    column[stage] = (column[stage] ?? 0) + (whole * selfUs) / sampledUs
  }
  rows.set(kind.name, { ...column, [wholeRow]: whole, [allRow]: (after.all - before.all) / quotes })
  const { requests, statements } = profile
  console.log(
    `${kind.name}: ${(requests / quotes).toFixed(1)} requests to nodes a quote, ${(statements / quotes).toFixed(1)} statements, those of the background among them`,
  )
  if (refused > 0) console.log(`${kind.name}: ${refused} of ${2 * quotes} were refused`)
}

const lanes = 8
const startedMs = performance.now()
await Promise.all(
  Array.from({ length: lanes }, async () => {
    for (let i = 0; i < quotes / lanes; i++) await quote(pick(kinds))
  }),
)
const perSecond = quotes / ((performance.now() - startedMs) / 1_000)

console.log(`main thread, ms of CPU a quote; ${quotes} quotes of each kind after ${warmUps}, seed ${options.seed}\n`)
/** The table of README.md, by stage. */
const published = new Map(
  [
    ...readFileSync(new URL('README.md', import.meta.url), 'utf8').matchAll(
      /^\| ([a-zA-Z, ]+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$/gm,
    ),
  ].map(([, stage, ...ms]) => [stage, ms]),
)
console.log(''.padEnd(28) + kinds.map(({ name }) => name.padStart(20)).join(''))
for (const stage of [...stages.map(([name]) => name), wholeRow, allRow])
  console.log(
    stage.padEnd(28) +
      kinds
        .map(({ name }, at) => `${(rows.get(name)![stage] ?? 0).toFixed(2)} (${published.get(stage)?.[at] ?? '-'})`)
        .map((cell) => cell.padStart(20))
        .join(''),
  )
console.log(`\n${lanes} callers at once, all kinds mixed: ${perSecond.toFixed(1)} quotes/s`)
if (options.svg)
  writeFileSync(options.svg, drawFlameGraph(profiles[1]!, 'QuoteIntent across: main thread, idle left out'))

service.kill('SIGTERM')
await new Promise((resolve) => service.once('exit', resolve))
await devnet.stop()
rmSync(scratch, { recursive: true, force: true })
process.exit(0)
