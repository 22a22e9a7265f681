import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the ports that Linux (from 32768) and macOS (from 49152) give to outgoing connections: any connection may take
 * one of those first, and a client that dials one without a listener may connect to itself.
 */
const [firstPort, lastPort] = [20_000, 32_767]
const triesMax = 100

/** A port of 127.0.0.1 that was free a moment ago; another process may take it before it is used. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < triesMax; tries++) {
    const port = randomInt(firstPort, lastPort + 1)
    if (!(await isPortTaken(port, '127.0.0.1'))) return port
  }
  throw new Error(`none of ${triesMax} ports between ${firstPort} and ${lastPort} was free`)
}

/** Whether a process listens there. False if this user may not use the port or the machine lacks the address. */
export function isPortTaken(port: number, host: string): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => done(error.code === 'EADDRINUSE'))
    probe.listen(port, host, () => probe.close(() => done(false)))
  })
}

/** The URL with a wildcard address replaced by loopback, so that it can be called. */
export const callableHost = (url: string): string =>
  url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')
