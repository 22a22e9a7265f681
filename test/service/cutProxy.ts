import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type CutProxy = {
  port: number
  /** Breaks every connection that runs through it and takes no more. */
  cut(): void
  /** Takes connections again. */
  mend(): void
  stop(): Promise<void>
}

/** A line to a port that can be cut. */
export async function startCutProxy(target: number): Promise<CutProxy> {
  const sockets = new Set<Socket>()
  let open = true
  const server = createServer((near) => {
    if (!open) return near.destroy()
    const far = connect(target, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    open = false
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    mend: () => {
      open = true
    },
    stop: () => {
      cut()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
