import { createServer } from 'node:net'

/** A port of 127.0.0.1 that was free a moment ago; somebody else may take it before it is used. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => done(port))
    })
  })
}

/** Whether somebody listens there. False for a port that this user may not use or an address that this machine lacks. */
export function isPortTaken(port: number, host: string): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => done(error.code === 'EADDRINUSE'))
    probe.listen(port, host, () => probe.close(() => done(false)))
  })
}
