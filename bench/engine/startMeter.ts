import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy of an HTTP server that records when each answer was pending. */
export type Meter = {
  url: string
  /** From a request's arrival to the end of its answer, by `performance.now()`. */
  intervals(): (readonly [from: number, to: number])[]
  reset(): void
  stop(): Promise<void>
}

export async function startMeter(target: string): Promise<Meter> {
  let noted: (readonly [number, number])[] = []
  const server = createServer((incoming, reply) => {
    const from = performance.now()
    const { method, headers, url } = incoming
    const outgoing = request(new URL(url ?? '/', target), { method, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    reply.once('close', () => {
      noted.push([from, performance.now()])
      outgoing.destroy()
    })
    outgoing.once('error', () => reply.destroy())
    incoming.pipe(outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    intervals: () => noted,
    reset: () => {
      noted = []
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
