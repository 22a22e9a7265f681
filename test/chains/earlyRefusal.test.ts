import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openHttpTransport } from '../../src/chains/read/httpTransport.ts'

const megabyte = 1_000_000
const refusal = 'HTTP/1.1 413 Payload Too Large\r\ncontent-length: 3\r\n\r\nbig'

/** A node that refuses by the first bytes of a request, reads no more of it and hangs up. */
async function startHastyNode(): Promise<string> {
  const server = createServer((socket: Socket) => {
    socket.on('error', () => socket.destroy())
    socket.once('data', () => {
      socket.pause()
      socket.end(refusal, () => socket.destroy())
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

// An error that no listener takes is what fails here: the runner reports it, and a service would have ended.
test('a node that hangs up on a large request fails that request and nothing else', async () => {
  const poster = openHttpTransport(await startHastyNode(), { socketsMax: 8, bytesMax: megabyte })
  onTestFinished(() => poster.close())
  const payload = 'x'.repeat(12 * megabyte)
  const ends = await Promise.all(
    Array.from({ length: 8 }, () =>
      poster.post(payload, 60_000).then(
        ({ status }) => `answered ${status}`,
        ({ message }: Error) => message,
      ),
    ),
  )
  // Which one it is depends on whether the refusal was read before the write failed.
  for (const end of ends) expect(['answered 413', 'cannot be reached']).toContain(end)
})
