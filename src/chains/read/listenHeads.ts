import { getWebSocketRpcClient } from 'viem/utils'

type Socket = { close(): Promise<void> }

/**
 * Calls back when a node announces a block over WebSocket. The announcement only triggers a poll, which reads the block and
 * also runs without the socket, so a socket that fails costs latency and nothing else.
 */
export function listenHeads(url: string, onAnnounced: () => void): Socket {
  const opened = getWebSocketRpcClient(url, { keepAlive: true, reconnect: true })
    .then((client) => {
      client.request({
        body: { method: 'eth_subscribe', params: ['newHeads'] },
        onResponse: (response) => {
          if ((response as { method?: string }).method === 'eth_subscription') onAnnounced()
        },
        onError: () => {}, // polling finds every block; the socket only makes it sooner
      })
      return client
    })
    .catch(() => undefined) // as above: without a socket blocks are found by polling
  return { close: async () => (await opened)?.close() }
}
