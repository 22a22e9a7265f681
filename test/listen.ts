import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Server } from 'node:net'

/** The address of a server that listens from now on, on a port of its own. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** An HTTP server on a port of its own; `stop` cuts what is still connected. */
export async function serveHttp(listener: RequestListener = () => {}): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer(listener)
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections())
  return { url: await listen(server), stop }
}
