import { decodeEventLog, type Hex, parseAbi, toEventSelector } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { sameAddress } from '../routing/pool.ts'
import type { BridgeRefund, BridgeRefundAsk } from './provider.ts'

const refundEvent = parseAbi([
  'event ExecutedRelayerRefundRoot(uint256 amountToReturn, uint256 indexed chainId, uint256[] refundAmounts, uint32 indexed rootBundleId, uint32 indexed leafId, address l2TokenAddress, address[] refundAddresses, bool deferredRefunds, address caller)',
])
const refundTopic = toEventSelector(refundEvent[0])

/** Where the spoke pool gave unfilled deposits back to their depositor. What it deferred has not been paid. */
export async function acrossRefund(chain: Chain, ask: BridgeRefundAsk): Promise<BridgeRefund[]> {
  const spokePool = chain.definition.across?.spokePool
  if (!spokePool || ask.toBlock < ask.fromBlock) return []
  const logs = await chain.logs({
    address: spokePool,
    topics: [refundTopic],
    fromBlock: ask.fromBlock,
    toBlock: ask.toBlock,
  })
  const byTransaction = new Map<Hex, BridgeRefund>()
  for (const { topics, data, transactionHash: txnHash, blockNumber } of logs) {
    const { args } = decodeEventLog({ abi: refundEvent, topics: topics as [Hex, ...Hex[]], data })
    if (args.deferredRefunds || !sameAddress(args.l2TokenAddress, ask.token)) continue
    const paid = args.refundAddresses.reduce(
      (sum, address, i) => (sameAddress(address, ask.owner) ? sum + (args.refundAmounts[i] ?? 0n) : sum),
      0n,
    )
    const before = byTransaction.get(txnHash)?.amount ?? 0n
    if (paid > 0n) byTransaction.set(txnHash, { txnHash, blockNumber, amount: before + paid })
  }
  return [...byTransaction.values()]
}
