/**
 * QuoteIntent on the local chains: p50, p99 and quotes per second, cold and warm, beside the cost of its node calls.
 * The service runs in its own process; a small proxy before each node times the calls.
 *
 *   npx tsx bench/quote.ts [--quotes 200] [--warm-ups 150]
 *
 * `npm run profile` prints what a quote costs the main thread, stage by stage.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { devnetAddresses as tokens } from '../src/chains/definitions/devnet/devnetAddresses.ts'
import { startDevnet } from '../src/devnet/devnet.ts'
import { printJson } from '../src/interface/json.ts'
import { spawnService } from './spawnService.ts'

const native = '0x0000000000000000000000000000000000000000'
const numberAfter = (flag: string, otherwise: number) =>
  Number(process.argv[process.argv.indexOf(flag) + 1]) || otherwise
const quotes = numberAfter('--quotes', 200)
// Warm includes the JIT: a service that has run for a minute has run its code some hundred times.
const warmUps = numberAfter('--warm-ups', 150)
const [harbor, island] = [31337, 31338]

type NodeCall = { startedMs: number; tookMs: number }
const nodeCalls: NodeCall[] = []

/** Forwards calls and times them. */
function timingProxy(target: string): Promise<Server> {
  const { hostname, port } = new URL(target)
  const server = createServer((incoming, outgoing) => {
    const startedMs = performance.now()
    const onward = httpRequest({ hostname, port, method: incoming.method, headers: incoming.headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(outgoing).on('finish', () => nodeCalls.push({ startedMs, tookMs: performance.now() - startedMs }))
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

const scratch = mkdtempSync(join(tmpdir(), 'causeway-bench-'))
const devnet = await startDevnet({ dataDir: scratch, cacheDir: join(tmpdir(), 'causeway-devnet-cache'), blockTimeS: 1 })
const proxies = await Promise.all(devnet.chains.map(({ rpcUrl }) => timingProxy(rpcUrl)))
const { process: service, url } = await spawnService(devnet, {
  folder: scratch,
  rpcUrls: proxies.map((proxy) => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`),
})

const owner = devnet.accounts[0]!.address
const asks = [
  {
    name: 'swap on one chain',
    destinationChainId: harbor,
    destinationTokenAddress: native,
    originTokenAddress: tokens.usdc,
  },
  {
    name: 'bridge, no swap',
    destinationChainId: island,
    destinationTokenAddress: tokens.usdc,
    originTokenAddress: tokens.usdc,
  },
  {
    name: 'swap, bridge, swap',
    destinationChainId: island,
    destinationTokenAddress: tokens.wbtc,
    originTokenAddress: tokens.usdt,
  },
] as const

const ask = ({ name: _name, ...where }: (typeof asks)[number], i: number) =>
  call('QuoteIntent', {
    ownerAddress: owner,
    originChainId: harbor,
    originTokenAmount: 500_000_000n + BigInt(i),
    ...where,
  })

/** Bare calls: the SDK client's work is not the service's. */
const agent = new Agent({ keepAlive: true })
function call(operation: string, body: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const outgoing = httpRequest(`${url}/rpc/Svc/${operation}`, { method: 'POST', agent, headers }, (reply) => {
      const isWell = reply.statusCode === 200
      reply.resume().on('end', () => (isWell ? resolve() : reject(new Error(`${operation}: ${reply.statusCode}`))))
    })
    outgoing.on('error', reject).end(printJson(body))
  })
}

type Timed = { tookMs: number; slowestNodeMs: number; nodeCalls: number }

async function timed(one: (typeof asks)[number], i: number): Promise<Timed> {
  const startedMs = performance.now()
  await ask(one, i)
  const endedMs = performance.now()
  const own = nodeCalls.filter((call) => call.startedMs >= startedMs && call.startedMs + call.tookMs <= endedMs + 1)
  return {
    tookMs: endedMs - startedMs,
    slowestNodeMs: Math.max(0, ...own.map(({ tookMs }) => tookMs)),
    nodeCalls: own.length,
  }
}

const at = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
const ms = (value: number) => `${value.toFixed(1)} ms`.padStart(11)

async function cpuSeconds(): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1] ?? 0)
}

/** Following three chains costs CPU even when idle; a quote's own CPU is the excess. */
const idleMs = 5_000
const idleBefore = await cpuSeconds()
await new Promise((resolve) => setTimeout(resolve, idleMs))
const idleShare = ((await cpuSeconds()) - idleBefore) / (idleMs / 1_000)

console.log(`QuoteIntent, ${quotes} quotes each after ${warmUps} to warm up, 1 s blocks\n`)
console.log(
  'route                     cold      p50      p99     slowest node call p50 / p99   p99 ratio   calls   own CPU',
)
await call('Ping', {})
for (const one of asks) {
  const cold = await timed(one, 0)
  for (let i = 1; i <= warmUps; i++) await ask(one, -i)
  const cpuBefore = await cpuSeconds()
  const warmFromMs = performance.now()
  const warm: Timed[] = []
  for (let i = 1; i <= quotes; i++) warm.push(await timed(one, i))
  const background = idleShare * ((performance.now() - warmFromMs) / 1_000)
  const cpu = ((await cpuSeconds()) - cpuBefore - background) / quotes
  const took = warm.map(({ tookMs }) => tookMs)
  const node = warm.map(({ slowestNodeMs }) => slowestNodeMs)
  const ratio = at(took, 0.99) / at(node, 0.99)
  const calls = warm.reduce((sum, { nodeCalls: count }) => sum + count, 0) / warm.length
  console.log(
    `${one.name.padEnd(20)}${ms(cold.tookMs)}${ms(at(took, 0.5))}${ms(at(took, 0.99))}${ms(at(node, 0.5))} /${ms(at(node, 0.99))}${ratio.toFixed(2).padStart(12)}${calls.toFixed(1).padStart(8)}${ms(cpu * 1_000)}`,
  )
}

const lanes = 8
const startedMs = performance.now()
await Promise.all(
  Array.from({ length: lanes }, async (_, lane) => {
    for (let i = 0; i < quotes / lanes; i++) await ask(asks[lane % asks.length]!, 1_000 + lane * 1_000 + i)
  }),
)
const perSecond = (Math.floor(quotes / lanes) * lanes) / ((performance.now() - startedMs) / 1_000)
console.log(`\n${lanes} callers at once: ${perSecond.toFixed(1)} quotes/s`)

service.kill('SIGTERM')
await new Promise((resolve) => service.once('exit', resolve))
for (const proxy of proxies) proxy.close()
await devnet.stop()
rmSync(scratch, { recursive: true, force: true })
process.exit(0)
