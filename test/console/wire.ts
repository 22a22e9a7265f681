import { createServer, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http'
import { listen } from '../listen.ts'

export type Sent = { url: string; headers: IncomingHttpHeaders; body: string }

export type Wire = {
  /** Where a browser reaches the service. */
  url: string
  /** Every request in the order of its arrival. */
  sent: readonly Sent[]
  stop(): Promise<void>
}

/** Whether a request is answered here instead of by the service. */
export type Takes = (url: string, answer: ServerResponse) => boolean

/**
 * A proxy between browser and service that records all traffic. A browser's own report of its requests is not enough:
 * referrer policy, cookies and cache apply after it.
 */
export async function startWire(target: string, takes: Takes = () => false): Promise<Wire> {
  const sent: Sent[] = []
  const server = createServer((near, answer) => {
    const pieces: Buffer[] = []
    near.on('data', (piece: Buffer) => pieces.push(piece))
    near.on('end', () => {
      const { method, headers, url = '/' } = near
      const body = Buffer.concat(pieces)
      sent.push({ url, headers, body: body.toString() })
      if (takes(url, answer)) return
      const far = request(new URL(url, target), { method, headers }, (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(answer)
      })
      far.on('error', () => answer.destroy())
      answer.on('close', () => far.destroy())
      far.end(body)
    })
  })
  return {
    url: await listen(server),
    sent,
    stop: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
