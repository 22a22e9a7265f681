import { expect, test } from 'vitest'
import { describeOffers } from '../../src/cli/kit/describeOffers.ts'
import type { Trade } from '../../src/cli/kit/trade.ts'

const trade = {
  origin: { symbol: 'USDC', decimals: 6 },
  destination: { symbol: 'ETH', decimals: 18 },
} as Trade
const way = (route: string, chosen: boolean, estimatedDuration: number) => ({
  route,
  chosen,
  toAmountMin: 10n ** 16n,
  providerFeesUsd: 0.1,
  estimatedDuration,
})
const [taken, other] = [way('ACROSS over USDC', true, 4.2), way('CCTP over USDC', false, 62)]
const refused = {
  route: 'OFT over USDC',
  chosen: false,
  refused: 'tooSmall' as const,
  detail: 'below 5',
  nearestAmount: 5_000_000n,
}

test.each([
  [undefined, /^→ is worth the most: .* unless another is clearly faster/],
  ['RECOMMENDED', /^→ is worth the most: .* unless another/],
  ['FASTEST', /^→ arrives first$/],
  ['CHEAPEST', /^→ is worth the most: .* the gas of its legs$/],
  ['TRUSTLESS', /^→ is worth the most of the trustless ones/],
] as const)(
  'with the preference %s the reason of the choice is told, and how long each way takes',
  (preference, reason) => {
    const lines = describeOffers([taken, other, refused], trade, preference).split('\n')
    const told = lines.slice(lines.findIndex((line) => line.startsWith('→ a') || line.startsWith('→ i'))).join(' ')
    expect(told.replaceAll(/\s+/g, ' ').split(' not OFT')[0]).toMatch(reason)
    expect(lines.find((line) => line.includes('CCTP'))).toMatch(/62 s|1 min|about a minute/)
    expect(lines.at(-1)).toMatch(/^not OFT over USDC: below 5; nearest that works: 5 USDC/)
    expect(lines.filter((line) => line.length > 80)).toEqual([])
  },
)

test('the only way needs no reason', () => {
  expect(describeOffers([taken, refused], trade)).not.toMatch(/^→ [ai]/m)
})
