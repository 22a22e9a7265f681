import { expect, test } from 'vitest'
import { estimateFees } from '../../src/chains/read/feeEstimate.ts'
import { feesOf } from '../../src/intents/fees.ts'

const gwei = 10n ** 9n
const floor = 1_000_000n
const intents = 50
/** Blocks between a quote and its batch: the deposit is mined in the first, the batch in the second. */
const lagBlocks = 2
const historyBlocks = 20

type Block = { baseFee: bigint; ratio: number; tip: bigint }

/** What a block costs, by its number. */
type Weather = { name: string; block: (number: number) => Block }

const rise = (from: bigint, blocks: number): bigint => {
  let fee = from
  for (let i = 0; i < blocks; i++) fee = (fee * 1_125n) / 1_000n
  return fee
}

const weathers: readonly Weather[] = [
  {
    name: 'idle, where wallets offer 0.001 and 1 gwei in turn',
    block: (n) => ({ baseFee: 7n, ratio: 0.01, tip: n % 3 === 0 ? gwei : floor }),
  },
  { name: 'steady', block: () => ({ baseFee: 10n * gwei, ratio: 0.5, tip: gwei }) },
  {
    name: 'steady with a trembling hand',
    block: (n) => ({ baseFee: (100n + BigInt((n * 7) % 9)) * gwei, ratio: 0.5, tip: 2n * gwei }),
  },
  {
    name: 'rising by an eighth a block for ten blocks, and falling again',
    block: (n) => {
      const at = n % 20
      return { baseFee: rise(5n * gwei, at < 10 ? at : 20 - at), ratio: at < 10 ? 1 : 0, tip: gwei }
    },
  },
  {
    name: 'rising by an eighth a block, all the while',
    block: (n) => ({ baseFee: rise(gwei, n), ratio: 1, tip: gwei }),
  },
  {
    name: 'spiking: one block in ten is dear',
    block: (n) => ({ baseFee: 10n * gwei, ratio: 0.5, tip: n % 10 === 5 ? 300n * gwei : gwei }),
  },
]

const hex = (value: bigint): string => `0x${value.toString(16)}`

/** As a node answers `eth_feeHistory` at a block: the last base fee is that of the next one. */
function historyAt(number: number, block: Weather['block']) {
  const blocks = Array.from({ length: historyBlocks }, (_, i) => block(number - historyBlocks + 1 + i))
  return {
    baseFeePerGas: [...blocks, block(number + 1)].map(({ baseFee }) => hex(baseFee)),
    gasUsedRatio: blocks.map(({ ratio }) => ratio),
    reward: blocks.map(({ tip }) => [hex(tip)]),
  }
}

test.each(weathers)('$name: over 50 intents, gas is charged within 15 % of what is paid', ({ block }) => {
  let [charged, paid] = [0n, 0n]
  for (let i = 0; i < intents; i++) {
    const quotedAt = historyBlocks + i
    const quoted = estimateFees(historyAt(quotedAt, block), floor)
    // The sender asks for the tip anew when it sends, a block before its transaction is mined.
    const sent = estimateFees(historyAt(quotedAt + lagBlocks - 1, block), floor)
    const { upliftBps } = feesOfGas(quoted.gasPrice)
    charged += (quoted.gasPrice * BigInt(10_000 + upliftBps)) / 10_000n
    paid += block(quotedAt + lagBlocks).baseFee + sent.maxPriorityFeePerGas
  }
  const ratio = Number((charged * 10_000n) / paid) / 10_000
  expect(ratio).toBeGreaterThan(0.85)
  expect(ratio).toBeLessThan(1.15)
})

function feesOfGas(gasPrice: bigint): { upliftBps: number } {
  const token = {
    address: '0x0000000000000000000000000000000000000000',
    symbol: 'ETH',
    decimals: 18,
    priceUsd: 1,
  } as const
  const fees = feesOf({
    token,
    charge: { gas: 0n, service: 0n, collector: 0n, total: 0n },
    origin: { chainId: 1, gas: 1n, gasPrice, usage: 'NORMAL', native: token, metaTxnId: '0x' },
    provider: { name: 'AUTO', fee: 0n },
  })
  return { upliftBps: fees.originGas.upliftBps ?? 0 }
}
