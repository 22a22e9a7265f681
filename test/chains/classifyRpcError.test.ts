import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { BroadcastOutcome } from '../../src/chains/chain.ts'
import { NodeError } from '../../src/chains/read/node.ts'
import { classifyRpcError, combineOutcomes } from '../../src/chains/send/classifyRpcError.ts'

const answer = (message: string) => new NodeError('answer', message, { code: -32_000 })

const wordings: [BroadcastOutcome['is'], string, string[]][] = [
  [
    'known',
    'already in the pool',
    [
      'already known', // geth, erigon
      'known transaction: 0x5a3f', // besu, old geth
      'AlreadyKnown', // nethermind
      'transaction already imported', // anvil
    ],
  ],
  [
    'nonceTooLow',
    'the nonce is used',
    [
      'nonce too low',
      'nonce too low: next nonce 12, tx nonce 11', // geth
      'OldNonce, Current nonce: 4, nonce of rejected tx: 3', // nethermind
      'Nonce too low', // besu
      'nonce too low: address 0xf39F, tx: 0 state: 1', // erigon, reth
    ],
  ],
  [
    'underpriced',
    'another transaction holds the nonce, or the fee is below the floor',
    [
      'replacement transaction underpriced', // geth, anvil
      'transaction underpriced: gas tip cap 1, minimum needed 25000000000', // geth, bor
      'ReplacementNotAllowed', // nethermind
      'FeeTooLow, MaxFeePerGas too low', // nethermind
      'Replacement transaction underpriced', // besu
      'Gas price below configured minimum gas price', // besu
      'could not replace existing tx', // erigon
      'max fee per gas less than block base fee: address 0xf39F, maxFeePerGas: 1, baseFee: 7', // geth
    ],
  ],
  [
    'refused',
    'turned away before the pool',
    [
      'insufficient funds for gas * price + value: balance 0, tx cost 21000, overshot 21000', // geth
      'InsufficientFunds, Account balance: 0, cumulative cost: 21000', // nethermind
      'Upfront cost exceeds account balance', // besu
      'Insufficient funds for gas * price + value', // anvil
      'intrinsic gas too low: have 20000, want 21000', // geth
      'intrinsic gas too high -- tx.gas_limit > env.block.gas_limit', // anvil
      'exceeds block gas limit', // geth
      'GasLimitExceeded, Gas limit: 30000000', // nethermind
      'invalid sender',
      'invalid chain id for signer: have 1 want 10', // geth
      'oversized data: transaction size 140000, limit 131072', // geth
      'max priority fee per gas higher than max fee per gas', // geth
      'tx fee (2.00 ether) exceeds the configured cap (1.00 ether)', // geth
    ],
  ],
  [
    'ambiguous',
    'may still be mined',
    [
      'internal error',
      'request timed out',
      'too many requests',
      'txpool is full',
      'header not found',
      'upstream connect error',
    ],
  ],
]

for (const [is, meaning, messages] of wordings) {
  for (const message of messages) {
    test(`"${message}" is ${is}: ${meaning}`, () => {
      assert.equal(classifyRpcError(answer(message)).is, is)
    })
  }
}

test('no reply at all is ambiguous, whatever it says', () => {
  assert.equal(classifyRpcError(new NodeError('transport', 'nonce too low')).is, 'ambiguous')
})

test('one pool that has it is enough; one doubt is enough to doubt; a refusal needs all', () => {
  const refused: BroadcastOutcome = { is: 'refused', why: 'insufficient funds' }
  const ambiguous: BroadcastOutcome = { is: 'ambiguous', why: 'no reply' }
  assert.equal(combineOutcomes([refused, { is: 'accepted' }]).is, 'accepted')
  assert.equal(combineOutcomes([ambiguous, { is: 'known' }]).is, 'known')
  assert.equal(combineOutcomes([refused, ambiguous]).is, 'ambiguous')
  assert.equal(combineOutcomes([refused, refused]).is, 'refused')
  assert.equal(combineOutcomes([refused, { is: 'nonceTooLow' }]).is, 'nonceTooLow')
  assert.equal(combineOutcomes([]).is, 'ambiguous')
})
