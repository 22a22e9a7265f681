import { getWebSocketRpcClient } from 'viem/utils'
import type { Clock } from '../../host/clock.ts'
import type { Random } from '../../host/random.ts'
import type { ChainLimits } from '../chainLimits.ts'
import { type Header, type RpcBlock, toHeader } from './parseRpc.ts'

export type HeadSocket = { close(): Promise<void> }

type Options = {
  url: string
  chainId: number
  clock: Clock
  random: Random
  limits: ChainLimits
  /** Called with every block that the node announces. */
  onHead(header: Header): void
  /** The socket belongs to another chain; it is closed and tried again after `chainCheckMs`. */
  onWrongChain?(): void
}

type Client = Awaited<ReturnType<typeof getWebSocketRpcClient>>

/**
 * Blocks as a node announces them over WebSocket. Reopens a failed or closed socket with growing pauses. Polling
 * finds every block meanwhile, so a broken socket only costs requests and latency.
 */
export function listenHeads(options: Options): HeadSocket {
  const { clock, random, limits } = options
  const stopped = new AbortController()
  /** Ends the current wait. A listener on the signal for each attempt would pile up while a node is away. */
  let endWaiting = () => {}
  let failures = 0

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      const isOurs = await listenOnce().catch(() => true)
      const backoffMs = Math.min(limits.restMsMax, limits.restMs * 2 ** Math.min(failures++, 10))
      const pauseMs = isOurs ? backoffMs * (1 + random.next() / 4) : limits.chainCheckMs
      await clock.sleep(pauseMs, stopped.signal)
    }
  }

  /** Listens until the socket ends; false if it belongs to another chain. */
  async function listenOnce(): Promise<boolean> {
    const client = await open()
    endWaiting = () => client.close()
    try {
      const body = { method: 'eth_chainId', params: [] }
      const answer = await client.requestAsync({ body, timeout: limits.callTimeoutMs })
      if (Number(answer.result) !== options.chainId) {
        options.onWrongChain?.()
        return false
      }
      if (stopped.signal.aborted) return true
      await new Promise<void>((end) => {
        endWaiting = end
        client.request({
          body: { method: 'eth_subscribe', params: ['newHeads'] },
          onResponse: (response) => take(response, end),
          onError: () => end(),
        })
      })
      return true
    } finally {
      client.close()
    }
  }

  function take(response: { error?: unknown; method?: unknown; params?: unknown }, end: () => void): void {
    if (response.error !== undefined) end()
    if (response.method !== 'eth_subscription') return
    const { result } = (response.params ?? {}) as { result?: Partial<RpcBlock> }
    failures = 0
    if (isHeader(result)) options.onHead(toHeader(result))
  }

  /** Gives up an unanswered handshake; if it succeeds after all, the socket is closed. */
  async function open(): Promise<Client> {
    const opening = getWebSocketRpcClient(options.url, { keepAlive: true, reconnect: false })
    const late = new AbortController()
    endWaiting = () => late.abort()
    const opened = await Promise.race([opening, clock.sleep(limits.callTimeoutMs, late.signal)])
    late.abort()
    if (opened && !stopped.signal.aborted) return opened
    void opening.then(
      (client) => client.close(),
      () => {}, // it failed by itself
    )
    throw new Error('the socket did not open')
  }

  const running = run()
  return {
    close: async () => {
      stopped.abort()
      endWaiting()
      await running
    },
  }
}

const isHeader = (block: Partial<RpcBlock> | undefined): block is RpcBlock =>
  [block?.number, block?.hash, block?.parentHash, block?.timestamp].every((field) => typeof field === 'string')
