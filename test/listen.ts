import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The address of a server that listens from now on, on a port of its own. */
export async function listen(server: Pick<Server, 'listen' | 'address'>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
