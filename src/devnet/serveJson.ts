import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Reply = [status: number, body: unknown]

/** Serves JSON on a free port. If `answer` rejects, replies 500 with the message in `errorField`. */
export async function serveJson(
  errorField: 'error' | 'message',
  answer: (url: URL, request: IncomingMessage) => Promise<Reply>,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    // Inside the promise: a path such as `//` is no URL.
    Promise.resolve()
      .then(() => answer(new URL(request.url ?? '/', 'http://devnet'), request))
      .catch((error: unknown): Reply => [500, { [errorField]: error instanceof Error ? error.message : String(error) }])
      .then(([status, body]) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
