/**
 * Eight honest callers alone, and beside 200 hostile ones: how long their quotes take, whether any is lost, and how long turns of the event loop are by the time of
 * the main thread, which does not depend on other programs.
 *
 *   npx tsx bench/neighbours.ts [--quotes 300] [--hostile 200]
 *
 * Every caller has an address of its own (the service trusts this machine as a proxy). Hostile callers send, one after the other and without a pause, what costs
 * most: absurd amounts, tokens of their own, calls that revert, long bodies, pages of history, waits, pages for people. Of each ten one sends its bodies a byte at a
 * time, one opens streams and reads none of them, two have keys of a few projects, and the others have none.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { devnetAddresses as tokens } from '../src/chains/definitions/devnet/devnetAddresses.ts'
import { startDevnet } from '../src/devnet/devnet.ts'
import { printJson } from '../src/interface/json.ts'
import { spawnService } from './spawnService.ts'

const numberAfter = (flag: string, otherwise: number) =>
  Number(process.argv[process.argv.indexOf(flag) + 1]) || otherwise
const quotes = numberAfter('--quotes', 300)
const hostileCount = numberAfter('--hostile', 200)
const honestCount = 8
const [harbor, island] = [31337, 31338]

const scratch = mkdtempSync(join(tmpdir(), 'causeway-bench-'))
const devnet = await startDevnet({ dataDir: scratch, cacheDir: join(tmpdir(), 'causeway-devnet-cache'), blockTimeS: 1 })
const { process: service, url } = await spawnService(devnet, {
  folder: scratch,
  rpcUrls: devnet.chains.map(({ rpcUrl }) => rpcUrl),
  nodeFlags: ['--import', new URL('./sliceMeter.mjs', import.meta.url).pathname],
  env: {
    SLICES_TO: join(scratch, 'slices.jsonl'),
    CAUSEWAY_CALLERS_TRUSTED_PROXIES: '127.0.0.1',
    CAUSEWAY_ADMIN_OPERATOR_SECRET: 'bench-bench-bench-bench-bench-bench',
  },
})
let isAlive = true
service.once('exit', () => {
  isAlive = false
})

/** Honest callers are on other machines than hostile ones, so nobody takes their connections. */
const agents = { honest: new Agent({ keepAlive: true }), hostile: new Agent({ keepAlive: true }) }
const honestKeys = new Set<string>()
type Reply = { status: number; body: string }
function call(
  operation: string,
  body: object,
  headers: Record<string, string>,
  path = `/rpc/Svc/${operation}`,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      `${url}${path}`,
      {
        method: 'POST',
        agent: agents[honestKeys.has(headers['x-access-key']!) ? 'honest' : 'hostile'],
        headers: { 'content-type': 'application/json', ...headers },
      },
      (reply) => {
        let text = ''
        reply.on('data', (chunk) => {
          text += chunk
        })
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, body: text }))
      },
    )
    outgoing.on('error', reject).end(printJson(body))
  })
}

/** A key for the honest ones, a project that lives off quotes and is no stranger; and the keys of hostile projects. */
async function makeKeys(): Promise<{ key: string; hostileKeys: string[] }> {
  const ask = async (operation: string, body: object, token?: string) => {
    const { status, body: text } = await call(
      operation,
      body,
      token ? { authorization: `Bearer ${token}` } : {},
      `/rpc/SvcAdmin/${operation}`,
    )
    if (status !== 200) throw new Error(`${operation}: ${text}`)
    return JSON.parse(text)
  }
  const { token } = await ask('CreateOperatorToken', { secret: 'bench-bench-bench-bench-bench-bench' })
  const { project } = await ask(
    'CreateProject',
    { name: 'honest', limits: { quotesPerMinute: 100_000, requestsPerS: 10_000, burst: 100_000 } },
    token,
  )
  const keyOf = async (projectId: number): Promise<string> =>
    (await ask('CreateAccessKey', { projectId, name: 'bench' }, token)).accessKey
  const hostileKeys: string[] = []
  for (let at = 0; at < hostileProjects; at++) {
    const { project: theirs } = await ask('CreateProject', { name: `hostile ${at}` }, token)
    for (let n = 0; n < keysOfProject; n++) hostileKeys.push(await keyOf(theirs.id))
  }
  return { key: await keyOf(project.id), hostileKeys }
}
const [hostileProjects, keysOfProject] = [4, 10]
const { key, hostileKeys } = await makeKeys()
honestKeys.add(key)

const random = (max: number) => Math.floor(Math.random() * max)
const across = (amount: bigint) => ({
  ownerAddress: devnet.accounts[random(8)]!.address,
  originChainId: harbor,
  originTokenAddress: tokens.usdc,
  originTokenAmount: amount,
  destinationChainId: island,
  destinationTokenAddress: [tokens.usdc, tokens.weth, tokens.wbtc][random(3)],
})

async function honestRound(): Promise<{ times: number[]; lost: number }> {
  const times: number[] = []
  let lost = 0
  const one = async (n: number) => {
    for (let i = 0; i < quotes / honestCount; i++) {
      const startedMs = performance.now()
      const { status, body } = await call('QuoteIntent', across(50_000_000n + BigInt(random(50_000_000))), {
        'x-access-key': key,
        'x-forwarded-for': `198.51.100.${n}`,
      }).catch((error: Error) => ({ status: 0, body: error.message }))
      times.push(performance.now() - startedMs)
      if (status === 200) continue
      lost++
      console.log(body.slice(0, 300))
    }
  }
  await Promise.all(Array.from({ length: honestCount }, (_, n) => one(n)))
  return { times, lost }
}

const hostile: (() => [operation: string, body: object])[] = [
  () => ['QuoteIntent', across(2n ** BigInt(60 + random(100)))],
  () => [
    'QuoteIntent',
    {
      ...across(50_000_000n),
      destinationTokenAddress: `0x${random(2 ** 31)
        .toString(16)
        .padStart(40, '1')}`,
    },
  ],
  () => [
    'QuoteIntent',
    {
      ...across(50_000_000n),
      destinationToAddress: tokens.uniswapV3.router,
      destinationCallData: `0x${'ff'.repeat(60_000)}`,
    },
  ],
  () => ['GetIntentHistory', { page: { pageSize: 100 }, includeBalances: true }],
  () => ['SearchIntents', { byQueryString: 'USDC' }],
  () => ['WaitIntentReceipt', { intentId: `0x${'ab'.repeat(32)}` }],
  () => ['GetTokenList', { chainIds: [harbor, island], limit: 1_000, searchQuery: String(random(1e9)) }],
]

const answers = new Map<number, number>()
let isOver = false
const count = (status: number) => void answers.set(status, (answers.get(status) ?? 0) + 1)
const pages = [
  '/metrics',
  '/console/routes.json',
  '/openapi.json',
  '/ready',
  '/console/settings.json',
  '/docs/',
  '/none',
]

async function attack(n: number): Promise<void> {
  const address = `192.0.${n >> 8}.${n & 255}`
  while (!isOver && isAlive) {
    if (n % 10 === 0) await dribble(address)
    else if (n % 10 === 1) await holdStream(address)
    else if (n % 10 === 2) count(await read(pages[random(pages.length)]!, address))
    else {
      const [operation, body] = hostile[random(hostile.length)]!()
      const theirs = n % 10 < 5 ? { 'x-access-key': hostileKeys[n % hostileKeys.length]! } : undefined
      const { status } = await call(operation, body, { 'x-forwarded-for': address, ...theirs }).catch(() => ({
        status: 0,
      }))
      count(status)
    }
  }
}

const read = (path: string, address: string) =>
  new Promise<number>((resolve) => {
    const headers = { 'x-forwarded-for': address }
    httpRequest(`${url}${path}`, { agent: agents.hostile, headers }, (reply) =>
      reply.resume().on('end', () => resolve(reply.statusCode ?? 0)),
    )
      .on('error', () => resolve(0))
      .end()
  })

/** A request whose bytes come one at a time, until the service gives it up. */
function dribble(address: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const head = ['POST /rpc/Svc/QuoteIntent HTTP/1.1', 'host: a', `x-forwarded-for: ${address}`]
    socket.write([...head, 'content-type: application/json', 'content-length: 300000', '', '{'].join('\r\n'))
    const timer = setInterval(() => void (isOver ? socket.destroy() : socket.write(' ')), 5)
    socket.on('data', () => {}).on('error', () => {})
    socket.on('close', () => {
      clearInterval(timer)
      resolve()
    })
  })
}

/** Streams of one intent that nobody reads, fifty at once for a while. */
async function holdStream(address: string): Promise<void> {
  const sockets = Array.from({ length: 50 }, () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
    socket.write(`GET /intents/${streamed}/events HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${address}\r\n\r\n`)
    return socket.pause()
  })
  for (let waitedMs = 0; waitedMs < 5_000 && !isOver; waitedMs += 200) await setTimeout(200)
  for (const socket of sockets) socket.destroy()
}

/** Asks for /health, which waits for nothing but the event loop. */
async function probe(times: number[]): Promise<void> {
  while (!isOver && isAlive) {
    const startedMs = performance.now()
    await new Promise<void>((resolve) => {
      httpRequest(`${url}/health`, { agent: agents.honest }, (reply) => reply.resume().on('end', resolve))
        .on('error', () => resolve())
        .end()
    })
    times.push(performance.now() - startedMs)
    await setTimeout(20)
  }
}

const at = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)]!
const say = (name: string, { times, lost }: { times: number[]; lost: number }) =>
  console.log(
    `${name}: p50 ${at(times, 0.5).toFixed(0)} ms, p99 ${at(times, 0.99).toFixed(0)} ms, lost ${lost} of ${times.length}`,
  )

const { body: quoted } = await call('QuoteIntent', across(50_000_000n), { 'x-forwarded-for': '192.0.2.1' })
const streamed = JSON.parse(quoted).intent.intentId
await honestRound()
const alone = await honestRound()
say('alone', alone)
const attacks = Array.from({ length: hostileCount }, (_, n) => attack(n))
const health: number[] = []
const probing = probe(health)
const beside = await honestRound()
// Apart, because a loop that is measured never sleeps.
service.kill('SIGUSR2')
await honestRound()
service.kill('SIGUSR2')
await setTimeout(1_000)
say(`beside ${hostileCount} hostile callers`, beside)
isOver = true
await Promise.all([...attacks, probing])
console.log(
  `/health meanwhile: p50 ${at(health, 0.5).toFixed(0)} ms, p99 ${at(health, 0.99).toFixed(0)} ms, worst ${at(health, 1).toFixed(0)} ms`,
)
console.log(
  `hostile calls by status: ${[...answers].map(([status, count]) => `${status}: ${count}`).join(', ')}; the service ${isAlive ? 'runs' : 'ENDED'}`,
)
console.log(`p99 beside / alone: ${(at(beside.times, 0.99) / at(alone.times, 0.99)).toFixed(2)}`)
const slices = readFileSync(join(scratch, 'slices.jsonl'), 'utf8').trim()
console.log(`turns of the event loop, ms of the main thread: ${slices}`)
for (const agent of Object.values(agents)) agent.destroy()
service.kill('SIGTERM')
await new Promise((resolve) => service.once('exit', resolve))
await devnet.stop()
rmSync(scratch, { recursive: true, force: true })
