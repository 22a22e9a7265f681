import type { Address, Hex } from 'viem'
import { numberToHex } from 'viem'
import type { DevnetContracts } from '../chains/definitions/devnet/devnetContracts.ts'
import { devnetTokens, feedDecimals, tokenNames } from '../chains/definitions/devnet/facts.ts'
import { feedAbi } from './abis.ts'
import { encode } from './accountSender.ts'
import { rpc, rpcBatch } from './rpc.ts'

/** Prices of the devnet's feeds are stale after an hour (the heartbeat); ten minutes allow for missed writes. */
const everyMs = 10 * 60_000

/** Rewrites every price now and every ten minutes: prices in a cached state may be days old, so stale. */
export async function startPriceKeeper(options: KeeperOptions): Promise<{ stop(): void }> {
  await Promise.all(options.rpcUrls.map((url) => writePrices(url, options)))
  const again = () => {
    for (const url of options.rpcUrls)
      writePrices(url, options).catch((error: Error) => options.onProblem(`keeper: ${error.message}`))
  }
  const timer = setInterval(again, everyMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

type KeeperOptions = {
  rpcUrls: string[]
  contracts: DevnetContracts
  keeper: Address
  onProblem: (problem: string) => void
}

async function writePrices(rpcUrl: string, { contracts, keeper }: KeeperOptions): Promise<void> {
  const first = Number(await rpc<Hex>(rpcUrl, 'eth_getTransactionCount', [keeper, 'latest']))
  const updates = tokenNames.map((name, index) => {
    const { feed, priceUsd } = devnetTokens[name]
    const data = encode(feedAbi, 'update', [priceUsd * 10n ** BigInt(feedDecimals)])
    // The node runs a batch's calls in parallel, so each names its nonce; the gas limit saves an estimate.
    const tx = { from: keeper, to: contracts.feeds[feed], data, gas: '0x30d40', nonce: numberToHex(first + index) }
    return { method: 'eth_sendTransaction', params: [tx] }
  })
  await rpcBatch(rpcUrl, updates)
  // Mines the prices at once, so that a start does not wait for the block time.
  await rpc(rpcUrl, 'evm_mine')
}
