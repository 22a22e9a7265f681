import { getWebSocketRpcClient } from 'viem/utils'

type Socket = { close(): Promise<void> }

/**
 * Tells when a node announces a block. Only a hint: what the block is comes from the poll, which also goes on when
 * the socket is gone, so a socket that fails costs latency and nothing else.
 */
export function listenHeads(url: string, onAnnounced: () => void): Socket {
  const opened = getWebSocketRpcClient(url, { keepAlive: true, reconnect: true })
    .then((client) => {
      client.request({
        body: { method: 'eth_subscribe', params: ['newHeads'] },
        onResponse: (response) => {
          if ((response as { method?: string }).method === 'eth_subscription') onAnnounced()
        },
        onError: () => {},
      })
      return client
    })
    .catch(() => undefined)
  return { close: async () => (await opened)?.close() }
}
