// Requests a second, p99 and server CPU of operations beside a bare node:http server that returns the same bytes.
// `npx tsx bench/http.ts`. Both servers are built first, as the package is; `source` after it runs them by tsx instead.
// Each has its own process; slices alternate, so that a busy machine affects both. `keyed` is ours with an access key,
// a project limit and a quota on every call, counted in a Postgres on the same machine.
import { type ChildProcess, fork } from 'node:child_process'
import { openSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'tsdown'
import { openLog } from '../src/cli/openLog.ts'
import { type ConfigInput, configSchema } from '../src/config/config.ts'
import { systemClock } from '../src/host/clock.ts'
import { startEmbeddedPostgres } from '../src/host/postgres/embeddedPostgres.ts'
import { createSystemRandom } from '../src/host/random.ts'
import type { Address } from '../src/interface/fields.ts'
import type { TokenInfo } from '../src/interface/tokenShapes.ts'
import { createObserve } from '../src/observe/observe.ts'
import { hashKey, mintKey } from '../src/server/access/accessKey.ts'
import { startServer } from '../src/server/http/startServer.ts'
import { createHandlers } from '../src/server/operations/createHandlers.ts'
import { openPostgresStore } from '../src/stores/postgres/postgresStore.ts'
import type { Store } from '../src/stores/store.ts'
import { createTokenLists } from '../src/tokens/tokenLists.ts'

const chainId = 31337
// With keys and limits, against the same without.
const keyedTarget = 0.7
// Unreachable limits: every call is counted, none refused.
const farAway = 1_000_000_000
const counted = { publicPerMinute: 60, projectPerS: farAway, projectBurst: farAway, unitsPerCycle: farAway }
const connections = 32
const rounds = 7
// By count, not by time: on a busy machine a second may not suffice to warm up the JIT.
const warmUpRequests = 20_000
// Inside the clone, so that the packages are found.
const builtDir = join(import.meta.dirname, '../node_modules/.cache/causeway-bench')

const cases = [
  { name: 'Ping', body: '{}', target: 0.6, requests: 10_000 },
  // Made, checked and printed at every request; the reply cache serves the other two.
  { name: 'Clock', body: '{}', target: undefined, requests: 10_000 },
  {
    name: 'GetTokenList',
    body: `{"chainIds":[${chainId}],"includeExternal":true,"limit":400}`,
    target: 0.8,
    requests: 5_000,
  },
] as const

type CaseName = (typeof cases)[number]['name']
type Slice = { requestsPerS: number; p99Ms: number; cpuUs: number }

const [role, ...answers] = process.argv.slice(2)
const fromSource = role === 'source'
if (role === 'ours') await serveOurs()
else if (role === 'keyed') await serveKeyed(answers)
else if (role === 'bare') serveBare(answers)
else await compare()

async function compare(): Promise<void> {
  const program = fromSource ? import.meta.filename : await buildServers()
  const folder = await mkdtemp(join(tmpdir(), 'causeway-bench-'))
  await chmod(folder, 0o711) // the database runs as another account
  const database = await startEmbeddedPostgres({ dataDir: folder })
  const key = mintKey(createSystemRandom(), 1)
  const ours = await startChild(program, ['ours'])
  const keyed = await startChild(program, ['keyed', database.url, key])
  const bodies = await Promise.all(cases.map(({ name, body }) => fetchBody(ours.port, name, body)))
  const bare = await startChild(program, ['bare', ...bodies.map((body) => Buffer.from(body).toString('base64'))])
  console.log(
    `${connections} connections, median of ${rounds} slices, Node ${process.versions.node}, ${process.arch}\n`,
  )
  console.log('operation     bytes   server  requests/s  p99 ms  CPU µs/request')
  for (const [index, one] of cases.entries()) {
    const request = requestBytes(one.name, one.body)
    const withKey = requestBytes(one.name, one.body, key)
    const slices: Record<'bare' | 'ours' | 'keyed', Slice[]> = { bare: [], ours: [], keyed: [] }
    await load(bare, request, warmUpRequests)
    await load(ours, request, warmUpRequests)
    await load(keyed, withKey, warmUpRequests)
    for (let round = 0; round < rounds; round++) {
      slices.bare.push(await load(bare, request, one.requests))
      slices.ours.push(await load(ours, request, one.requests))
      slices.keyed.push(await load(keyed, withKey, one.requests))
    }
    const size = String(bodies[index]!.length).padStart(6)
    for (const [name, some] of Object.entries(slices)) {
      const slice = middle(some)
      console.log(
        `${one.name.padEnd(12)} ${size}   ${name.padEnd(6)}  ${slice.requestsPerS.toFixed(0).padStart(10)}  ${slice.p99Ms.toFixed(2).padStart(6)}  ${slice.cpuUs.toFixed(1).padStart(14)}`,
      )
    }
    // The answers of an otherwise idle core: the measure on a busy machine.
    const againstBare = ratios(slices.ours, slices.bare)
    console.log(
      `${''.padEnd(12)} ours/bare: by CPU ${percent(againstBare.cpu)}${verdict(againstBare.cpu, one.target)}, requests/s ${percent(againstBare.rate)}`,
    )
    // The database shares the cores: the rate is the caller's view, the CPU is the server's alone.
    const againstOurs = ratios(slices.keyed, slices.ours)
    console.log(
      `${''.padEnd(12)} keyed/ours: requests/s ${percent(againstOurs.rate)}${verdict(againstOurs.rate, keyedTarget)}, by CPU ${percent(againstOurs.cpu)}\n`,
    )
  }
  for (const { child } of [ours, keyed, bare]) child.kill()
  await database.stop()
  await rm(folder, { recursive: true, force: true })
  await rm(builtDir, { recursive: true, force: true })
}

/** By slice, since both were measured at the same time. */
function ratios(mine: Slice[], theirs: Slice[]): { rate: number; cpu: number } {
  const pairs = mine.map((slice, round) => [slice, theirs[round]!] as const)
  return {
    rate: median(pairs.map(([a, b]) => a.requestsPerS / b.requestsPerS)),
    cpu: median(pairs.map(([a, b]) => b.cpuUs / a.cpuUs)),
  }
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`
}

function verdict(share: number, target: number | undefined): string {
  return target === undefined ? '' : ` (target ${percent(target)}: ${share >= target ? 'met' : 'MISSED'})`
}

type Server = { child: ChildProcess; port: number; cpuUs(): Promise<number> }

/** Bundles this file and its own imports, beside the packages that it imports. */
async function buildServers(): Promise<string> {
  await build({
    config: false,
    entry: { http: import.meta.filename },
    outDir: builtDir,
    format: 'esm',
    platform: 'node',
    dts: false,
    deps: { neverBundle: ['tsdown'] },
    // Migrations are read from beside the program.
    copy: [{ from: 'src/stores/postgres/migrations', to: builtDir }],
    logLevel: 'warn',
  })
  return join(builtDir, 'http.mjs')
}

function startChild(program: string, args: string[]): Promise<Server> {
  const child = fork(program, args, {
    execArgv: fromSource ? ['--import', 'tsx'] : [],
    stdio: ['ignore', 'inherit', openSync('/dev/null', 'w'), 'ipc'], // the log is written, to where it costs nothing
  })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the ${args[0]} server ended with ${code}`)))
    child.once('message', (message) => {
      const cpuUs = () =>
        new Promise<number>((answer) => {
          child.once('message', (cpu) => answer(cpu as number))
          child.send('cpu')
        })
      resolve({ child, port: message as number, cpuUs })
    })
  })
}

function reportTo(parent: NodeJS.Process, port: number): void {
  parent.on('message', () => {
    const { user, system } = process.cpuUsage()
    parent.send?.(user + system)
  })
  parent.send?.(port)
}

/** All callers share one address here. */
async function serveOurs(): Promise<void> {
  reportTo(process, await startOurs({ limits: { publicPerMinute: 0 } }))
}

/** Requires a key and counts every call against the project's limit and quota in a database. */
async function serveKeyed([databaseUrl, key]: string[]): Promise<void> {
  const store = await openPostgresStore({ url: databaseUrl! })
  const { access } = store
  const act = { actor: 'bench', nowMs: systemClock.nowMs() }
  const rules = { origins: [], services: [], operations: [] }
  await access.createKey({ projectId: 1, keyHash: hashKey(key!), hint: 'bench', name: 'bench', ...rules }, 1, act)
  const limits = { ...counted, operationUnits: { Ping: 1, Clock: 1, GetTokenList: 1 } }
  reportTo(process, await startOurs({ auth: { required: true }, limits }, store))
}

async function startOurs(input: ConfigInput, store?: Store): Promise<number> {
  const config = configSchema.parse({ ...input, http: { port: 0 } })
  const { log } = openLog(config.log.level)
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const zero = `0x${'0'.repeat(40)}` as Address
  const definition = {
    id: chainId,
    name: 'Bench',
    network: 'bench',
    nativeCurrency,
    wrappedNative: zero,
    blockTimeMs: 1_000,
    finality: [],
    multicall3: zero,
    feeds: [],
  }
  const { port } = await startServer({
    config,
    handlers: createHandlers(config),
    ports: {
      clock: systemClock,
      random: createSystemRandom(),
      observe: createObserve(log),
      chains: new Map([[chainId, { id: chainId, definition }]]),
      providers: [],
      tokens: createTokenLists({ chainIds: [chainId], own: [], external: benchTokens(330) }),
      version: 'bench',
      startedAtMs: systemClock.nowMs(),
      hostname: 'bench',
      health: [],
      ...(store && { store }),
    },
  })
  return port
}

function serveBare(encoded: string[]): void {
  const byPath = new Map(cases.map(({ name }, index) => [pathOf(name), Buffer.from(encoded[index]!, 'base64')]))
  const server = createServer((request, response) => {
    request.on('data', () => {})
    request.on('end', () => {
      const body = byPath.get(request.url!)!
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length })
      response.end(body)
    })
  })
  server.listen(0, '127.0.0.1', () => reportTo(process, (server.address() as AddressInfo).port))
}

function benchTokens(count: number): TokenInfo[] {
  return Array.from({ length: count }, (_, index) => ({
    chainId,
    address: `0x${(index + 1).toString(16).padStart(40, '0')}` as Address,
    name: `Benchmark Token ${index}`,
    symbol: `BT${index}`,
    decimals: 18,
    featured: false,
    featureIndex: 0,
  }))
}

function pathOf(name: CaseName): string {
  return `/rpc/Svc/${name}`
}

async function fetchBody(port: number, name: CaseName, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`http://127.0.0.1:${port}${pathOf(name)}`, { method: 'POST', headers, body })
  if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`)
  return answer.text()
}

function requestBytes(name: CaseName, body: string, key?: string): Buffer {
  const keyLine = key ? `X-Access-Key: ${key}\r\n` : ''
  return Buffer.from(
    `POST ${pathOf(name)} HTTP/1.1\r\nHost: bench\r\n${keyLine}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
}

/** One slice: every connection sends again once answered. Bare sockets, so that the load itself costs little. */
async function load(server: Server, request: Buffer, count: number): Promise<Slice> {
  const tookMs: number[] = []
  const cpuBefore = await server.cpuUs()
  const startedMs = performance.now()
  await Promise.all(Array.from({ length: connections }, () => askUntil(server.port, request, count, tookMs)))
  const elapsedS = (performance.now() - startedMs) / 1_000
  const cpuUs = ((await server.cpuUs()) - cpuBefore) / tookMs.length
  tookMs.sort((a, b) => a - b)
  return { requestsPerS: tookMs.length / elapsedS, p99Ms: tookMs[Math.floor(tookMs.length * 0.99)]!, cpuUs }
}

function askUntil(port: number, request: Buffer, count: number, tookMs: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let askedMs = 0
    let missing = 0
    const ask = () => {
      askedMs = performance.now()
      socket.write(request)
    }
    socket.setNoDelay(true)
    socket.on('connect', ask)
    socket.on('error', reject)
    socket.on('close', () => resolve())
    socket.on('data', (chunk) => {
      missing = missing === 0 ? restOf(chunk) : missing - chunk.length
      if (missing > 0) return
      const nowMs = performance.now()
      tookMs.push(nowMs - askedMs)
      if (tookMs.length < count) ask()
      else socket.destroy()
    })
  })
}

/** Bytes of a reply after its first chunk, which holds the whole head. */
function restOf(chunk: Buffer): number {
  const headEnd = chunk.indexOf('\r\n\r\n')
  const head = chunk.toString('latin1', 0, headEnd)
  const length = /content-length: (\d+)/i.exec(head)?.[1]
  if (!head.startsWith('HTTP/1.1 200') || !length) throw new Error(`unexpected reply: ${head}`)
  return headEnd + 4 + Number(length) - chunk.length
}

/** The slice with the median rate. */
function middle(slices: Slice[]): Slice {
  return slices.toSorted((a, b) => a.requestsPerS - b.requestsPerS)[Math.floor(slices.length / 2)]!
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
