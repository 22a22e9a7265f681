import { createServer, type Server, type Socket, connect as tcpConnect } from 'node:net'
import pg from 'pg'

/** A statement to the server: its prepared name, or its text. */
export type Statement = { connection: number; text: string }

/**
 * What becomes of a statement.
 * `ended`: the backend is terminated before the statement. `endedAfter`: the statement runs, then the backend is
 * terminated; its answer and the end arrive together. `answerLost`: it runs, but the connection is reset before the
 * answer. `silent`: nothing passes any more, and the connection stays open, like after a power loss.
 */
export type Fate = 'ended' | 'endedAfter' | 'answerLost' | 'silent'

export type PgProxy = {
  url: string
  /** Decides each statement's fate; undefined lets it pass. */
  fate: ((statement: Statement) => Fate | undefined) | undefined
  /** Statements seen, in order. */
  seen: Statement[]
  /** Silences every open connection for good, like a power loss. New ones work. */
  muteOpen(): void
  /** Resolves when the server has ended connections of vanished clients, which hold locks until then. */
  settled(): Promise<unknown>
  stop(): Promise<void>
}

const sslRequest = 80_877_103
/** Parse, bind, describe, execute, close, flush and sync; or a simple query, alone. */
const partsOfStatement = ['P', 'B', 'D', 'E', 'C', 'H', 'S', 'Q']

/** A proxy between `pg` and a server that reads Postgres's protocol and can cut at a chosen statement. */
export async function startPgProxy(targetUrl: string): Promise<PgProxy> {
  const target = new URL(targetUrl)
  const sockets = new Set<Socket>()
  const mutes: (() => void)[] = []
  const leaving = new Set<Promise<void>>()
  let connections = 0
  const server: Server = createServer((client) => serve(client, ++connections))
  const proxy: PgProxy = {
    url: '',
    fate: undefined,
    seen: [],
    muteOpen() {
      for (const mute of mutes.splice(0)) mute()
    },
    settled: () => Promise.all(leaving),
    stop,
  }

  function serve(client: Socket, connection: number): void {
    const upstream = tcpConnect(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    let pid = 0
    let muted = false
    let fate: Fate | undefined
    let held: Buffer[] = []
    let work = Promise.resolve()
    const isMuted = () => muted
    mutes.push(() => {
      muted = true
    })
    const leave = () => {
      if (upstream.closed) return
      // Not `once` of node:events, which rejects when the server resets what it ends.
      awaitEnd(new Promise<void>((resolve) => upstream.once('close', () => resolve())))
      upstream.end()
    }
    const reset = () => {
      client.resetAndDestroy()
      leave()
    }
    const decide = async (text: string, bytes: Buffer): Promise<void> => {
      if (isMuted()) return
      const statement = { connection, text }
      proxy.seen.push(statement)
      fate = proxy.fate?.(statement)
      if (fate === 'silent') muted = true
      else if (fate === 'ended') await terminate(pid)
      else upstream.write(bytes)
    }
    const fromClient = readMessages(true, (message) => {
      if (!partsOfStatement.includes(message.type)) return void (isMuted() || upstream.write(message.bytes))
      held.push(message.bytes)
      if (message.type === 'P' || message.type === 'B' || message.type === 'Q') texts.push(textOf(message))
      if (message.type !== 'Q' && message.type !== 'S') return
      const [bytes, text] = [Buffer.concat(held), texts.filter(Boolean)[0] ?? '']
      ;[held, texts] = [[], []]
      work = work.then(() => decide(text, bytes))
    })
    let texts: string[] = []
    const answer: Buffer[] = []
    const fromServer = readMessages(false, (message) => {
      if (isMuted()) return
      if (message.type === 'K') pid = message.bytes.readInt32BE(5)
      if (fate !== 'answerLost' && fate !== 'endedAfter') return void client.write(message.bytes)
      answer.push(message.bytes)
      if (message.type === 'Z' && fate === 'answerLost') return reset()
      if (message.type === 'Z') void terminate(pid)
    })
    client.on('data', fromClient)
    upstream.on('data', fromServer)
    client.on('close', leave)
    upstream.on('close', () => {
      if (isMuted()) return
      if (answer.length > 0 && fate === 'endedAfter') client.write(Buffer.concat(answer))
      client.end()
    })
  }

  /** Resolves when the backend is gone. Its client hears of the end earlier, while the locks are still held. */
  function terminate(pid: number): Promise<void> {
    const admin = new pg.Client({ connectionString: targetUrl })
    const end = async () => {
      await admin.connect()
      await admin.query('select pg_terminate_backend($1, 60000)', [pid])
      await admin.end()
    }
    return awaitEnd(end())
  }

  function awaitEnd(end: Promise<void>): Promise<void> {
    leaving.add(end)
    return end.finally(() => leaving.delete(end))
  }

  /** The terminating connection is separate; dropping its database before it closes would break it. */
  async function stop(): Promise<void> {
    for (const socket of sockets) socket.destroy()
    await proxy.settled()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = new URL(targetUrl)
  address.hostname = '127.0.0.1'
  address.port = String((server.address() as { port: number }).port)
  proxy.url = address.href
  return proxy
}

type Message = { type: string; bytes: Buffer }

/** Cuts a stream into messages. What a client sends first has no type byte. */
function readMessages(fromClient: boolean, onMessage: (message: Message) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  let started = !fromClient
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = started ? 1 : 0
      if (rest.length < head + 4) return
      const length = head + rest.readInt32BE(head)
      if (rest.length < length) return
      const bytes = rest.subarray(0, length)
      const type = started ? String.fromCharCode(bytes[0]!) : 'startup'
      if (!started && bytes.readInt32BE(4) !== sslRequest) started = true
      rest = rest.subarray(length)
      onMessage({ type, bytes })
    }
  }
}

/** `Q`: the text. `P`: name or text. `B`: the name, which follows the portal. */
function textOf({ type, bytes }: Message): string {
  const strings = bytes.subarray(5).toString('utf8').split('\0')
  if (type === 'Q') return strings[0] ?? ''
  return type === 'P' ? strings[0] || strings[1] || '' : (strings[1] ?? '')
}
