import type { Hex } from 'viem'
import { rpcBatch } from './rpc.ts'

const everyMs = 500

/**
 * With instant mining, anvil can leave a transaction in its pool when several arrive together, until the next arrives.
 * Every 500 ms this mines a block if the pool is not empty and the head has not moved. It leaves alone an idle chain,
 * and one whose instant mining a test has turned off to decide what is in which block.
 */
export function startStuckMiner(rpcUrls: string[]): { stop(): void } {
  const heads = new Map<string, unknown>()
  const mineIfStuck = async (url: string) => {
    const [pool, head, isInstant] = await rpcBatch(url, [
      { method: 'txpool_status' },
      { method: 'eth_blockNumber' },
      { method: 'anvil_getAutomine' },
    ])
    const isWaiting = isInstant === true && BigInt((pool as { pending: Hex }).pending) > 0n
    if (isWaiting && heads.get(url) === head) await rpcBatch(url, [{ method: 'evm_mine' }])
    heads.set(url, head)
  }
  const busy = new Set<string>()
  const timer = setInterval(() => {
    for (const url of rpcUrls.filter((candidate) => !busy.has(candidate))) {
      busy.add(url)
      // Ignored: a node that does not answer is being stopped, or `onDeath` reports it.
      mineIfStuck(url)
        .catch(() => undefined)
        .finally(() => busy.delete(url))
    }
  }, everyMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
