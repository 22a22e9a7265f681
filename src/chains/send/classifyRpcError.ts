import type { BroadcastOutcome } from '../chain.ts'
import { NodeError } from '../read/node.ts'

type Row = { is: Exclude<BroadcastOutcome['is'], 'accepted' | 'ambiguous'>; says: RegExp; nodes: string }

/**
 * How nodes word a refusal; the first match wins. `known`: already in the pool. `nonceTooLow`: the nonce is used on
 * chain. `underpriced`: another transaction holds the nonce, or the fee is below the pool's floor. `refused`: the node
 * did not take it into its pool. Any other error is ambiguous: the transaction may have reached the pool.
 */
export const wordings: readonly Row[] = [
  { is: 'known', says: /already known/i, nodes: 'geth, erigon, anvil' },
  { is: 'known', says: /known transaction/i, nodes: 'besu, older geth' },
  { is: 'known', says: /AlreadyKnown/i, nodes: 'nethermind' },
  { is: 'known', says: /already imported/i, nodes: 'anvil, openethereum' },
  { is: 'known', says: /transaction already exists/i, nodes: 'reth-based gateways' },

  { is: 'underpriced', says: /replacement transaction underpriced/i, nodes: 'geth, besu, anvil, reth' },
  { is: 'underpriced', says: /could not replace existing/i, nodes: 'erigon' },
  { is: 'underpriced', says: /ReplacementNotAllowed/i, nodes: 'nethermind' },
  { is: 'underpriced', says: /transaction underpriced/i, nodes: 'geth, reth' },
  { is: 'underpriced', says: /FeeTooLow(ToCompete)?/i, nodes: 'nethermind' },
  { is: 'underpriced', says: /\bunderpriced\b/i, nodes: 'erigon' },
  { is: 'underpriced', says: /gas price too low|below (the )?configured minimum/i, nodes: 'besu' },
  { is: 'underpriced', says: /max fee per gas less than block base fee/i, nodes: 'geth, anvil, arbitrum' },
  {
    is: 'underpriced',
    says: /feecap less than block base fee|fee cap less than block base fee/i,
    nodes: 'erigon, bor',
  },

  { is: 'nonceTooLow', says: /nonce too low|nonce is too low|nonce below/i, nodes: 'geth, erigon, besu, anvil, reth' },
  { is: 'nonceTooLow', says: /OldNonce/i, nodes: 'nethermind' },
  { is: 'nonceTooLow', says: /nonce has already been used/i, nodes: 'gateways' },

  { is: 'refused', says: /insufficient (funds|balance)|InsufficientFunds|upfront cost exceeds/i, nodes: 'all' },
  { is: 'refused', says: /intrinsic gas (too (low|high)|exceeds)|IntrinsicGas|gas limit too low/i, nodes: 'all' },
  { is: 'refused', says: /exceeds block gas limit|GasLimitExceeded|gas limit is (over|above)/i, nodes: 'all' },
  { is: 'refused', says: /gas limit (of )?(is )?(too high|exceeds)|exceeds (the )?(maximum|max) gas/i, nodes: 'all' },
  {
    is: 'refused',
    says: /max priority fee per gas higher than max fee|tip higher than fee cap/i,
    nodes: 'geth, erigon',
  },
  { is: 'refused', says: /oversized data|MaxTxSizeExceeded|transaction size/i, nodes: 'geth, nethermind' },
  {
    is: 'refused',
    says: /invalid (sender|signature|chain ?id)|incorrect chain|wrong chain|different chain/i,
    nodes: 'all',
  },
  { is: 'refused', says: /rlp: |typed transaction too short|transaction type not supported/i, nodes: 'geth, erigon' },
  { is: 'refused', says: /failed to decode|invalid transaction|could not decode/i, nodes: 'anvil, reth' },
  { is: 'refused', says: /exceeds the configured cap|tx fee .* exceeds/i, nodes: 'geth' },
  { is: 'refused', says: /sender not an eoa|SenderIsContract/i, nodes: 'geth, nethermind' },
  { is: 'refused', says: /max initcode size exceeded/i, nodes: 'geth' },
]

/** One node's refusal of one transaction. */
export function classifyRpcError(error: unknown): BroadcastOutcome {
  const why = error instanceof Error ? error.message : 'failed'
  if (!(error instanceof NodeError) || error.kind === 'transport') return { is: 'ambiguous', why }
  const row = wordings.find(({ says }) => says.test(error.message))
  if (!row) return { is: 'ambiguous', why }
  return row.is === 'known' || row.is === 'nonceTooLow' ? { is: row.is } : { is: row.is, why }
}

// Precedence when nodes disagree: sent if any pool has it; one ambiguous answer outweighs refusals.
const strongestFirst: readonly BroadcastOutcome['is'][] = [
  'accepted',
  'known',
  'nonceTooLow',
  'ambiguous',
  'underpriced',
  'refused',
]

export function combineOutcomes(outcomes: readonly BroadcastOutcome[]): BroadcastOutcome {
  for (const is of strongestFirst) {
    const found = outcomes.find((outcome) => outcome.is === is)
    if (found) return found
  }
  return { is: 'ambiguous', why: 'no node was asked' }
}
