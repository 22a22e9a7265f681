import type { IncomingMessage } from 'node:http'
import { serveHttp } from '../listen.ts'

export type ProxiedCall = { id: number; method: string; params: unknown[] }

/** What happens to a call instead of plain forwarding. */
export type Fault =
  /** Nobody answers; the connection stays open. */
  | { is: 'hang' }
  /** The node gets the call, its reply is lost. */
  | { is: 'loseReply' }
  | { is: 'error'; message: string; code?: number }
  | { is: 'answer'; result: unknown }
  /** The node's answer, changed on the way. */
  | { is: 'rewrite'; with(result: unknown): unknown }

export type FaultProxy = {
  url: string
  /** Asked for every call; undefined lets it through. */
  fault: ((call: ProxiedCall) => Fault | undefined) | undefined
  /** Sent as the `Date` of every reply when set. */
  clockMs: number | undefined
  readonly calls: ProxiedCall[]
  /** HTTP requests so far; a batch is one. */
  readonly requests: number
  stop(): Promise<void>
}

/** An HTTP JSON-RPC proxy in front of a node that misbehaves on demand. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const calls: ProxiedCall[] = []
  let requests = 0
  const { url, stop } = await serveHttp(async (request, reply) => {
    requests++
    const body = JSON.parse(await readText(request)) as ProxiedCall | ProxiedCall[]
    const batch = Array.isArray(body) ? body : [body]
    calls.push(...batch)
    const faults = batch.map((call) => proxy.fault?.(call))
    if (faults.some((fault) => fault?.is === 'hang')) return
    const passed = batch.filter((_, index) => !['error', 'answer'].includes(faults[index]?.is ?? ''))
    const answers = await forward(target, passed).catch(() => undefined)
    if (!answers) return request.socket.destroy()
    if (faults.some((fault) => fault?.is === 'loseReply')) return request.socket.destroy()
    const results = batch.map((call, index) => applied(faults[index], call, answers.get(call.id)))
    const date = proxy.clockMs === undefined ? {} : { date: new Date(proxy.clockMs).toUTCString() }
    reply.writeHead(200, { 'content-type': 'application/json', ...date })
    reply.end(JSON.stringify(Array.isArray(body) ? results : results[0]))
  })
  const proxy: FaultProxy = {
    url,
    fault: undefined,
    clockMs: undefined,
    calls,
    get requests() {
      return requests
    },
    stop,
  }
  return proxy
}

type Answer = { jsonrpc: '2.0'; id: number; result?: unknown; error?: unknown }

function applied(fault: Fault | undefined, { id }: ProxiedCall, answer: Answer | undefined): Answer {
  switch (fault?.is) {
    case 'error':
      return { jsonrpc: '2.0', id, error: { code: fault.code ?? -32_000, message: fault.message } }
    case 'answer':
      return { jsonrpc: '2.0', id, result: fault.result }
    case 'rewrite':
      return { ...answer!, result: fault.with(answer?.result) }
    default:
      return answer!
  }
}

async function forward(target: string, batch: ProxiedCall[]): Promise<Map<number, Answer>> {
  if (batch.length === 0) return new Map()
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(target, { method: 'POST', headers, body: JSON.stringify(batch) })
  const answers = (await response.json()) as Answer[]
  return new Map(answers.map((answer) => [answer.id, answer]))
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
