import { parseAbi } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { readContract } from '../evm/readContract.ts'
import type { Address } from '../interface/fields.ts'

const roundAbi = parseAbi([
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
])

export type FeedRound = { answer: bigint; startedAtS: number; updatedAtS: number }

/** The newest round of an AggregatorV3 feed; undefined if the contract is not one. */
export async function readRound(chain: Chain, feed: Address): Promise<FeedRound | undefined> {
  const round = await readContract(chain, feed, roundAbi, 'latestRoundData', [])
  return round && { answer: round[1], startedAtS: Number(round[2]), updatedAtS: Number(round[3]) }
}
