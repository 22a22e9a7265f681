import { expect, test } from 'vitest'
import { estimateFees } from '../../src/chains/read/feeEstimate.ts'

const gwei = 10n ** 9n
const floor = 1_000_000n
const hex = (value: bigint): string => `0x${value.toString(16)}`

/** A history of blocks, each as full as said and with the tip that its senders paid in the middle. */
function history(blocks: readonly { ratio: number; tip: bigint }[], baseFee = 7n) {
  return {
    baseFeePerGas: [...blocks, undefined].map(() => hex(baseFee)),
    gasUsedRatio: blocks.map(({ ratio }) => ratio),
    reward: blocks.map(({ tip }) => [hex(tip)]),
  }
}

test('on an idle chain the tip is the floor, whatever a few wallets offered', () => {
  for (const generous of [0, 1, 20, 33, 64]) {
    const blocks = Array.from({ length: 64 }, (_, i) => ({ ratio: 0.01, tip: i < generous ? gwei : floor }))
    expect(estimateFees(history(blocks), floor).gasPrice).toBe(7n + floor)
  }
})

test('on a busy chain it is the median of what was paid, and one block does not move it', () => {
  const blocks = Array.from({ length: 63 }, () => ({ ratio: 0.5, tip: 2n * gwei }))
  const usual = estimateFees(history(blocks), floor)
  const spiked = estimateFees(history([...blocks, { ratio: 1, tip: 500n * gwei }]), floor)
  expect(usual.maxPriorityFeePerGas).toBe(2n * gwei)
  expect(spiked.maxPriorityFeePerGas).toBe(2n * gwei)
})

test('it is never below the floor of the chain', () => {
  const blocks = Array.from({ length: 64 }, () => ({ ratio: 0.9, tip: 1n }))
  expect(estimateFees(history(blocks), 25n * gwei).maxPriorityFeePerGas).toBe(25n * gwei)
  expect(estimateFees({ baseFeePerGas: ['0x7'], gasUsedRatio: [], reward: null }, floor).gasPrice).toBe(7n + floor)
})
