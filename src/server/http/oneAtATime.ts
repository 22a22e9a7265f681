import type { IncomingMessage, ServerResponse } from 'node:http'

type Serve = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** Requests that may stand behind the one that a connection is being answered. */
const waitingMax = 16

/**
 * Serves the requests of a connection one after the other. Node begins all that came in one packet in the same turn of the event loop: 3,000 of them, which
 * are 100 kB, held it for 70 to 600 ms. Browsers and our clients send none before they have read the answer to the last, so one that sends many is cut off.
 */
export function oneAtATime(serve: Serve): Serve {
  const waiting = new WeakMap<IncomingMessage['socket'], (() => void)[]>()
  return (incoming, outgoing) => {
    const { socket } = incoming
    const before = waiting.get(socket)
    if (before && before.length >= waitingMax) return void socket.destroy()
    const line = before ?? []
    const next = () => {
      const following = line.shift()
      // A reply to a connection that is gone would never end.
      if (following && !socket.destroyed) following()
      else waiting.delete(socket)
    }
    const begin = () => {
      // In a later turn: what is answered at once would else be answered thousands of times while one packet is parsed.
      outgoing.on('close', () => void setImmediate(next))
      serve(incoming, outgoing)
    }
    if (before) return void before.push(begin)
    waiting.set(socket, line)
    begin()
  }
}
