import type { Address, Hex } from 'viem'
import { createPublicClient, numberToHex, webSocket } from 'viem'
import type { NodeLog } from './rpc.ts'
import { rpc } from './rpc.ts'

type LogWatcher = { stop(): Promise<void> }
let watchers = 0

type LogSource = { rpcUrl: string; wsUrl: string; address: Address; topic: Hex }

/**
 * Calls back at least once for every log of `topic`, from block 0 on. A new head, announced by WebSocket, triggers a
 * read of the range since the last read, so a missed announcement delays logs until the next head and loses none.
 */
export async function watchLogs(
  source: LogSource,
  onLog: (log: NodeLog) => void,
  onError: (error: Error) => void,
): Promise<LogWatcher> {
  const { rpcUrl, wsUrl, address, topic } = source
  let next = 0n
  let stopped = false
  const read = async () => {
    const head = BigInt(await rpc<Hex>(rpcUrl, 'eth_blockNumber'))
    // `evm_revert` moved the head back. Blocks mined after it replace those already read, so read again from the head.
    if (head + 1n < next) next = head
    if (head < next) return
    const range = { address, topics: [topic], fromBlock: numberToHex(next), toBlock: numberToHex(head) }
    const logs = await rpc<NodeLog[]>(rpcUrl, 'eth_getLogs', [range])
    next = head + 1n
    if (!stopped) for (const log of logs) onLog(log)
  }
  let reading = read()
  await reading
  const scheduleRead = () => {
    if (!stopped) reading = reading.then(read).catch((error: Error) => (stopped ? undefined : onError(error)))
  }
  // viem shares one socket among all clients of a URL. A URL of its own lets this watcher close only its own socket.
  watchers += 1
  const client = createPublicClient({
    transport: webSocket(`${wsUrl}/?watcher=${watchers}`, { reconnect: false, keepAlive: false }),
  })
  // A lost socket means that the node died. Its exit is reported elsewhere, and its restart starts all watchers again.
  const unwatch = client.watchBlockNumber({ onBlockNumber: scheduleRead, onError: () => undefined })
  const socket = await client.transport.getRpcClient()
  // Reads what was mined between the first read and the subscription.
  scheduleRead()
  return {
    stop: async () => {
      stopped = true
      unwatch()
      socket.close()
      await reading
    },
  }
}

type Follower<C> = {
  name: string
  chains: readonly C[]
  address: Address
  topic: Hex
  onProblem: (problem: string) => void
  /** `stopped` cancels waits for blocks, which take minutes on a slow chain. */
  work: (chain: C, log: NodeLog, stopped: AbortSignal) => Promise<void>
}

/** Works on every log of one contract on all chains. Stopping waits for what is under way. */
export async function followLogs<C extends { rpcUrl: string; wsUrl: string }>(of: Follower<C>): Promise<LogWatcher> {
  const working = new Set<Promise<void>>()
  const stopping = new AbortController()
  const report = (error: Error) => (stopping.signal.aborted ? undefined : of.onProblem(`${of.name}: ${error.message}`))
  const watch = (chain: C) => {
    const begin = (log: NodeLog) => {
      const work = of
        .work(chain, log, stopping.signal)
        .catch(report)
        .finally(() => working.delete(work))
      working.add(work)
    }
    return watchLogs({ ...chain, address: of.address, topic: of.topic }, begin, report)
  }
  const feeds = await Promise.all(of.chains.map(watch))
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(feeds.map((feed) => feed.stop()))
      await Promise.all(working)
    },
  }
}
