import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { type Hex, numberToHex } from 'viem'
import type { NodeWeather } from '../chains/definitions/devnet/weather.ts'
import { createSystemRandom } from '../host/random.ts'
import type { RollupCosts } from './rollupCosts.ts'
import { rpc } from './rpc.ts'

/**
 * A fault of one node, set by a test or the profile. `away`: cuts connections. `silent`: keeps them, answers nothing.
 * `lags`: the node misses the newest blocks.
 */
export type NodeTrouble = { is: 'away' } | { is: 'silent' } | { is: 'lags'; blocks: number }

export type WeatherProxy = {
  rpcUrl: string
  wsUrl: string
  /** Calls refused so far by the rate limit. */
  refused(): number
  /** Calls so far by method, refused ones included, the devnet's own excluded. */
  asked(): ReadonlyMap<string, number>
  trouble(is: NodeTrouble | undefined): void
  stop(): Promise<void>
}

type Call = { id?: unknown; method: string; params?: unknown[] }
type Reply = { jsonrpc: '2.0'; id: unknown; result?: unknown; error?: { code: number; message: string } }

/** The code that most providers use (EIP-1474). */
const limitExceeded = -32_005
const bodyBytesMax = 8 * 1024 * 1024
/** Methods of tests and the devnet, which public nodes lack. They are neither delayed nor counted. */
const isOfTheDevnet = ({ method }: Call): boolean => /^(anvil|evm)_/.test(method)

/** A proxy that gives a local node a provider's latency, tags and limits. WebSockets pass through unchanged. */
export async function startWeatherProxy(
  nodeUrl: string,
  weather: NodeWeather,
  { port = 0, costs }: { port?: number; costs?: RollupCosts } = {},
): Promise<WeatherProxy> {
  const take = createBucket(weather)
  const timers = new Set<NodeJS.Timeout>()
  const asked = new Map<string, number>()
  const silenced = new Set<Socket>()
  let refused = 0
  let trouble: NodeTrouble | undefined

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body: unknown = JSON.parse(await readText(request))
    const calls = (Array.isArray(body) ? body : [body]) as Call[]
    const own = calls.filter((call) => !isOfTheDevnet(call))
    const counted = own.length
    if (counted > 0) {
      if (trouble?.is === 'away') throw new Error('the node is away')
      for (const { method } of own) asked.set(method, (asked.get(method) ?? 0) + 1)
      if (trouble?.is === 'silent') return void silenced.add(request.socket)
      await sleep(between(weather.latencyMs))
    }
    if (calls.length > weather.batchMax)
      return write(
        reply,
        200,
        error(null, -32_600, `batch of ${calls.length} is too large: at most ${weather.batchMax}`),
      )
    const waitS = take(counted)
    if (waitS > 0) {
      refused += counted
      refuse(reply, calls, Array.isArray(body), waitS)
      return
    }
    const replies = await forward(calls)
    write(reply, 200, Array.isArray(body) ? replies : replies[0]!)
  }

  function refuse(reply: ServerResponse, calls: readonly Call[], isBatch: boolean, waitS: number): void {
    const message = `rate limit exceeded: ${weather.callsPerS} calls per second`
    if (weather.refusesBy === 'http') {
      reply.setHeader('retry-after', String(waitS))
      write(reply, 429, error(null, limitExceeded, message))
      return
    }
    const replies = calls.map(({ id }) => error(id, limitExceeded, message))
    write(reply, 200, isBatch ? replies : replies[0]!)
  }

  async function forward(calls: readonly Call[]): Promise<Reply[]> {
    const behind = trouble?.is === 'lags' ? trouble.blocks : 0
    const needsHead = behind > 0 || calls.some(namesTag)
    const head = needsHead ? Math.max(0, Number(await rpc<string>(nodeUrl, 'eth_blockNumber')) - behind) : 0
    const refusals = calls.map((call) => refusalOf(call))
    const answered = calls.map(({ method, params = [] }) => costs?.answer(method, params))
    const sent = calls
      .filter((_, index) => !refusals[index] && !answered[index])
      .map((call) => placeTags(call, head, weather))
      .map((call) => (behind > 0 ? asOfBlock(call, head) : call))
    const response = sent.length > 0 ? await post(nodeUrl, sent) : []
    const byId = new Map(response.map((one) => [one.id, one]))
    return Promise.all(
      calls.map(async (call, index): Promise<Reply> => {
        const refusal = refusals[index]
        if (refusal) return error(call.id, refusal.code, refusal.message)
        if (answered[index]) return { jsonrpc: '2.0', id: call.id, result: answered[index] }
        const found = byId.get(call.id) ?? error(call.id, -32_603, 'no answer')
        const shown = behind > 0 ? withoutNewer(call, found, head) : found
        if (!costs || shown.error) return shown
        return { ...shown, result: await costs.counted(call.method, call.params ?? [], shown.result) }
      }),
    )
  }

  function refusalOf(call: Call): { code: number; message: string } | undefined {
    if (isTooWide(call, weather))
      return { code: -32_602, message: `query exceeds max block range ${weather.logBlocksMax}` }
    const isRaw = call.method === 'eth_sendRawTransaction' || call.method === 'eth_sendRawTransactionSync'
    const message = isRaw ? costs?.refusal(call.params?.[0] as Hex) : undefined
    return message ? { code: -32_000, message } : undefined
  }

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        resolve()
      }, ms)
      timers.add(timer)
    })

  const sockets = new Set<Socket>()
  const server = createServer((request, reply) => {
    answer(request, reply).catch(() => request.socket.destroy())
  })
  const node = new URL(nodeUrl)
  server.on('upgrade', (request, socket: Socket, first: Buffer) => {
    if (trouble) return void socket.destroy()
    const upstream = connect(Number(node.port), node.hostname, () => {
      const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${String(value)}`)
      upstream.write(`GET ${request.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
      upstream.write(first)
      upstream.pipe(socket).pipe(upstream)
    })
    for (const one of [socket, upstream]) {
      sockets.add(one)
      one.on('close', () => sockets.delete(one))
      // Either end may close first; the other follows.
      one.on('error', () => {
        socket.destroy()
        upstream.destroy()
      })
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    rpcUrl: `http://${address}`,
    wsUrl: `ws://${address}`,
    refused: () => refused,
    asked: () => asked,
    trouble: (is) => {
      trouble = is
      for (const socket of [...silenced, ...(is ? sockets : [])]) socket.destroy()
      silenced.clear()
    },
    stop: async () => {
      for (const timer of timers) clearTimeout(timer)
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A token bucket: takes the calls and returns 0, or takes none and returns the whole seconds to wait. */
function createBucket({ callsPerS, burst }: NodeWeather): (calls: number) => number {
  let level = burst
  let atMs = performance.now()
  return (calls) => {
    const nowMs = performance.now()
    level = Math.min(burst, level + ((nowMs - atMs) / 1_000) * callsPerS)
    atMs = nowMs
    if (level < calls) return Math.max(1, Math.ceil((calls - level) / callsPerS))
    level -= calls
    return 0
  }
}

const isTag = (param: unknown): param is 'safe' | 'finalized' => param === 'safe' || param === 'finalized'
const namesTag = ({ params = [] }: Call): boolean => params.some(isTag)

/** Replaces `safe` and `finalized` by this chain's block numbers: on the node, they trail equally for all chains. */
const placeTags = ({ params = [], ...call }: Call, head: number, { tags }: NodeWeather): Call => ({
  ...call,
  params: params.map((param) => (isTag(param) ? numberToHex(Math.max(0, head - tags[param])) : param)),
})

/** A call as to a node whose newest block is `head`: "latest" means that block, and log ranges end there. */
function asOfBlock({ params = [], ...call }: Call, head: number): Call {
  const newest = numberToHex(head)
  const bounded = params.map((param) => {
    if (param === 'latest' || param === 'pending') return newest
    const { fromBlock, toBlock } = (param ?? {}) as { fromBlock?: string; toBlock?: string }
    const isRange = call.method === 'eth_getLogs' && fromBlock !== undefined && toBlock !== undefined
    return isRange && Number(toBlock) > head ? { ...(param as object), toBlock: newest } : param
  })
  return { ...call, params: bounded }
}

/** Removes what a node whose newest block is `head` cannot know. */
function withoutNewer({ method }: Call, reply: Reply, head: number): Reply {
  if (method === 'eth_blockNumber') return { ...reply, result: numberToHex(head) }
  const result = (reply.result ?? {}) as { number?: string; blockNumber?: string }
  const isNewer = Number(result.number ?? result.blockNumber ?? 0) > head
  return /^eth_get(Block|Transaction)/.test(method) && isNewer ? { ...reply, result: null } : reply
}

function isTooWide({ method, params = [] }: Call, { logBlocksMax }: NodeWeather): boolean {
  const { fromBlock, toBlock } = (params[0] ?? {}) as { fromBlock?: string; toBlock?: string }
  const isRange = method === 'eth_getLogs' && fromBlock?.startsWith('0x') && toBlock?.startsWith('0x')
  return isRange === true && Number(toBlock) - Number(fromBlock) >= logBlocksMax
}

const error = (id: unknown, code: number, message: string): Reply => ({
  jsonrpc: '2.0',
  id: id ?? null,
  error: { code, message },
})

const random = createSystemRandom()
const between = ([least, most]: NodeWeather['latencyMs']): number => least + random.next() * (most - least)

function write(reply: ServerResponse, status: number, body: unknown): void {
  reply.writeHead(status, { 'content-type': 'application/json' })
  reply.end(JSON.stringify(body))
}

async function post(url: string, calls: readonly Call[]): Promise<Reply[]> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(calls) })
  return (await response.json()) as Reply[]
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length
    if (bytes > bodyBytesMax) throw new Error('the body is too large')
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}
