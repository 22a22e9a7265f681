import { networkOf } from '../access/callerAddress.ts'

type Connection = { destroy(): unknown; on(event: 'close', listener: () => void): unknown }

/**
 * Accepts connections up to a maximum. Past it, closes the newest one of the network with the most, so that no network
 * can take them all. A connection without an address counts, but is never closed.
 */
export function createConnectionBound(connectionsMax: number): (socket: Connection, address?: string) => void {
  const byNetwork = new Map<string, Set<Connection>>()
  let open = 0
  const take = (socket: Connection, address: string): Set<Connection> => {
    const network = networkOf(address)
    const own = (byNetwork.get(network) ?? new Set()).add(socket)
    byNetwork.set(network, own)
    socket.on('close', () => {
      own.delete(socket)
      if (own.size === 0 && byNetwork.get(network) === own) byNetwork.delete(network)
    })
    return own
  }
  return (socket, address) => {
    open += 1
    socket.on('close', () => {
      open -= 1
    })
    let greediest = address === undefined ? undefined : take(socket, address)
    if (open <= connectionsMax) return
    const own = greediest
    for (const theirs of byNetwork.values()) if (theirs.size > (greediest?.size ?? 0)) greediest = theirs
    if (!greediest) return
    const newest = greediest === own ? socket : [...greediest].at(-1)!
    greediest.delete(newest)
    newest.destroy()
  }
}
