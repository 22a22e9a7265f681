import type { Address, Hex } from 'viem'
import { numberToHex } from 'viem'
import type { DevnetContracts } from '../chains/definitions/devnet/devnetContracts.ts'
import { devnetTokens, feedDecimals, tokenNames } from '../chains/definitions/devnet/facts.ts'
import { feedAbi } from './abis.ts'
import { rpc, rpcBatch } from './rpc.ts'
import { encode } from './sender.ts'

/** Readers call a price stale after an hour; a feed on a real chain speaks at least that often. */
const everyMs = 10 * 60_000

/** Writes every price again, now and then every ten minutes, so that a chain out of the cache does not look abandoned. */
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
    // The node runs the calls of a batch side by side, so each names its nonce; the gas limit spares an estimate.
    const tx = { from: keeper, to: contracts.feeds[feed], data, gas: '0x30d40', nonce: numberToHex(first + index) }
    return { method: 'eth_sendTransaction', params: [tx] }
  })
  await rpcBatch(rpcUrl, updates)
  // A block now: at a start nobody should wait for the block time.
  await rpc(rpcUrl, 'evm_mine')
}
