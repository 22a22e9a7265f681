import type { Address, Hex } from 'viem'
import { createPublicClient, numberToHex, webSocket } from 'viem'
import type { RpcLog } from './rpc.ts'
import { rpc } from './rpc.ts'

export type LogFeed = { stop(): Promise<void> }
let watchers = 0

type Watched = { rpcUrl: string; wsUrl: string; address: Address; topic: Hex }

/**
 * Calls back at least once for every log of `topic`, from the chain's beginning on. New heads arrive by WebSocket; the logs
 * are then read by range, so that a head that was missed is made up for by the next.
 */
export async function watchLogs(
  watched: Watched,
  onLog: (log: RpcLog) => void,
  onError: (error: Error) => void,
): Promise<LogFeed> {
  const { rpcUrl, wsUrl, address, topic } = watched
  let next = 0n
  let stopped = false
  const read = async () => {
    const head = BigInt(await rpc<Hex>(rpcUrl, 'eth_blockNumber'))
    // A snapshot that was reverted takes the head back; what comes after it is new.
    if (head + 1n < next) next = head
    if (head < next) return
    const range = { address, topics: [topic], fromBlock: numberToHex(next), toBlock: numberToHex(head) }
    const logs = await rpc<RpcLog[]>(rpcUrl, 'eth_getLogs', [range])
    next = head + 1n
    if (!stopped) for (const log of logs) onLog(log)
  }
  let reading = read()
  await reading
  const wake = () => {
    if (!stopped) reading = reading.then(read).catch((error: Error) => (stopped ? undefined : onError(error)))
  }
  // viem shares one socket among all clients of a url; a watcher that stops must not hang up on the others.
  watchers += 1
  const client = createPublicClient({ transport: webSocket(`${wsUrl}/?watcher=${watchers}`) })
  const unwatch = client.watchBlockNumber({
    onBlockNumber: wake,
    onError: (error) => (stopped ? undefined : onError(error)),
  })
  const socket = await client.transport.getRpcClient()
  // What was mined between the first read and the subscription.
  wake()
  return {
    stop: async () => {
      stopped = true
      unwatch()
      socket.close()
      await reading
    },
  }
}
