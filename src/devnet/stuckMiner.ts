import type { Hex } from 'viem'
import { rpcBatch } from './rpc.ts'

const everyMs = 500

/**
 * A node that mines at once can leave a transaction lying when several arrive together, until the next one comes. Where the
 * pool is not empty and the head has not moved since the last look, this mines. An idle chain stands still.
 */
export function startStuckMiner(rpcUrls: string[]): { stop(): void } {
  const heads = new Map<string, unknown>()
  const look = async (url: string) => {
    const [pool, head] = await rpcBatch(url, [{ method: 'txpool_status' }, { method: 'eth_blockNumber' }])
    const isWaiting = BigInt((pool as { pending: Hex }).pending) > 0n
    if (isWaiting && heads.get(url) === head) await rpcBatch(url, [{ method: 'evm_mine' }])
    heads.set(url, head)
  }
  const busy = new Set<string>()
  const timer = setInterval(() => {
    for (const url of rpcUrls.filter((candidate) => !busy.has(candidate))) {
      busy.add(url)
      // A node that does not answer is being stopped or is reported by whoever waits for it.
      look(url)
        .catch(() => undefined)
        .finally(() => busy.delete(url))
    }
  }, everyMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
