import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import { formatMs } from '../../interface/formatMs.ts'

export type HttpReply = { status: number; headers: IncomingMessage['headers']; body: unknown }

export type HttpTransport = {
  /** Rejects with an error whose message continues the node's name: `did not answer within 300 ms`. */
  post(payload: string, timeoutMs: number): Promise<HttpReply>
  close(): void
}

/** JSON over kept-alive connections to one address. */
export function openHttpTransport(address: string, options: { socketsMax: number; bytesMax: number }): HttpTransport {
  const url = new URL(address)
  const secure = url.protocol === 'https:'
  const agent = new (secure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: options.socketsMax })
  const send = secure ? httpsRequest : httpRequest
  const auth = url.username ? `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}` : undefined
  const target = {
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port,
    path: url.pathname + url.search,
    method: 'POST',
    agent,
    auth,
  }

  function post(payload: string, timeoutMs: number): Promise<HttpReply> {
    return new Promise((resolve, reject) => {
      let isLate = false
      // Cleared with the reply. AbortSignal.timeout would outlive it and build an error that nobody reads.
      const timer = setTimeout(() => {
        isLate = true
        request.destroy()
      }, timeoutMs).unref()
      const fail = (error: Error) => {
        clearTimeout(timer)
        reject(isLate ? new Error(`did not answer within ${formatMs(timeoutMs)}`) : error)
      }
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }
      const request = send({ ...target, headers }, (reply) => {
        const status = reply.statusCode ?? 0
        readJson(reply, options.bytesMax).then((body) => {
          clearTimeout(timer)
          resolve({ status, headers: reply.headers, body })
        }, fail)
      })
      request.on('socket', keepErrorListener)
      request.on('error', () => fail(new Error('cannot be reached')))
      request.end(payload)
    })
  }

  return { post, close: () => agent.destroy() }
}

const ignore = (): void => {}

/**
 * Node's client removes its error listener from a socket one tick before the agent adds its own. If a node rejects a
 * large request unread and hangs up, the write fails in that tick, and the unhandled error would end the process.
 */
function keepErrorListener(socket: Socket): void {
  if (!socket.listeners('error').includes(ignore)) socket.on('error', ignore)
}

async function readJson(reply: IncomingMessage, bytesMax: number): Promise<unknown> {
  const text = await readText(reply, bytesMax)
  try {
    return JSON.parse(text)
  } catch {
    // Gateways may refuse with 429 or 413 in plain text; the status says enough.
    if (isRefusalStatus(reply.statusCode)) return { error: { message: text.slice(0, 200) } }
    throw new Error(`answered with status ${reply.statusCode} and no JSON`)
  }
}

const readText = (reply: IncomingMessage, bytesMax: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    reply.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      chunks.push(chunk)
      if (bytes > bytesMax) reply.destroy(new Error(`sent more than ${bytesMax} bytes`))
    })
    reply.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    reply.on('error', reject)
  })

/** 429: too often. 413: too much at once. */
const isRefusalStatus = (status: number | undefined): boolean => status === 429 || status === 413
