import { decodeEventLog, type Hex, parseAbi, toEventSelector } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { sameAddress } from '../evm/address.ts'
import type { BridgeRefund, BridgeRefundQuery } from './provider.ts'

const refundEvent = parseAbi([
  'event ExecutedRelayerRefundRoot(uint256 amountToReturn, uint256 indexed chainId, uint256[] refundAmounts, uint32 indexed rootBundleId, uint32 indexed leafId, address l2TokenAddress, address[] refundAddresses, bool deferredRefunds, address caller)',
])
const refundTopic = toEventSelector(refundEvent[0])

/** Transactions in which the spoke pool refunded the owner. Skips deferred refunds: the pool has not paid them yet. */
export async function acrossRefund(chain: Chain, query: BridgeRefundQuery): Promise<BridgeRefund[]> {
  const spokePool = chain.definition.across?.spokePool
  if (!spokePool || query.toBlock < query.fromBlock) return []
  const logs = await chain.logs({
    address: spokePool,
    topics: [refundTopic],
    fromBlock: query.fromBlock,
    toBlock: query.toBlock,
  })
  const byTransaction = new Map<Hex, BridgeRefund>()
  for (const { topics, data, transactionHash: txnHash, blockNumber } of logs) {
    const [signature, ...indexed] = topics
    if (!signature) continue
    const { args } = decodeEventLog({ abi: refundEvent, topics: [signature, ...indexed], data })
    if (args.deferredRefunds || !sameAddress(args.l2TokenAddress, query.token)) continue
    const paid = args.refundAddresses.reduce(
      (sum, address, i) => (sameAddress(address, query.owner) ? sum + (args.refundAmounts[i] ?? 0n) : sum),
      0n,
    )
    const before = byTransaction.get(txnHash)?.amount ?? 0n
    if (paid > 0n) byTransaction.set(txnHash, { txnHash, blockNumber, amount: before + paid, token: query.token })
  }
  return [...byTransaction.values()]
}
