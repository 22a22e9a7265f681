import { decodeEventLog, type Hex, parseAbi, toEventSelector } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { sameAddress } from '../routing/pool.ts'
import type { BridgeRefund, BridgeRefundAsk } from './provider.ts'

const refundEvent = parseAbi([
  'event ExecutedRelayerRefundRoot(uint256 amountToReturn, uint256 indexed chainId, uint256[] refundAmounts, uint32 indexed rootBundleId, uint32 indexed leafId, address l2TokenAddress, address[] refundAddresses, bool deferredRefunds, address caller)',
])
const refundTopic = toEventSelector(refundEvent[0])

/** Where the spoke pool gave an unfilled deposit back to its depositor, if it has. */
export async function acrossRefund(chain: Chain, ask: BridgeRefundAsk): Promise<BridgeRefund | undefined> {
  const spokePool = chain.definition.across?.spokePool
  if (!spokePool || ask.toBlock < ask.fromBlock) return undefined
  const logs = await chain.logs({
    address: spokePool,
    topics: [refundTopic],
    fromBlock: ask.fromBlock,
    toBlock: ask.toBlock,
  })
  const found = logs.find(({ topics, data }) => {
    const { args } = decodeEventLog({ abi: refundEvent, topics: topics as [Hex, ...Hex[]], data })
    if (!sameAddress(args.l2TokenAddress, ask.token)) return false
    return args.refundAddresses.some(
      (address, i) => sameAddress(address, ask.owner) && (args.refundAmounts[i] ?? 0n) >= ask.amount,
    )
  })
  return found && { txnHash: found.transactionHash, blockNumber: found.blockNumber }
}
