import { expect, test } from 'vitest'
import type { Chain } from '../../src/chains/chain.ts'
import { signedReservations } from '../../src/engine/books/reservations.ts'
import { reserveSponsorship } from '../../src/engine/execute/reserveSponsorship.ts'
import { gasFeeOptionsFor } from '../../src/engine/quote/depositWaysFor.ts'
import { readMarket } from '../../src/engine/quote/market.ts'
import type { QuoteContext } from '../../src/engine/quote/quoteContext.ts'
import { sponsoredSpend } from '../../src/engine/steps/awaitOrigin.ts'
import { depositWays } from '../../src/intents/depositWays.ts'
import { addresses, type Bench, harborDefinition, harborId, islandId, owner, usdc, useBench } from './setup.ts'

const bench: Bench = useBench({ worker: false, sender: false })

// The two chains of a quote, and the units of a charge, are alike in most tests: here nothing equals anything else.
const native = (priceUsd: number, symbol: string) => ({ address: addresses.weth, symbol, decimals: 18, priceUsd })

test('gas is charged at the price of the chain that burns it, and converted from its own native token', async () => {
  bench.harbor.setBaseFee(7_000_000_000n)
  bench.island.setBaseFee(11_000_000_000n)
  const side = ({ chain }: Bench['harbor']) => ({ chain, token: bench.world.tokens.find(chain.id, addresses.usdc) })
  const input = { origin: side(bench.harbor), destination: side(bench.island), owner, request: {} }
  const market = await readMarket(input as unknown as QuoteContext['input'], bench.world)
  expect(market.originFees).toEqual(await bench.harbor.chain.fees())
  expect(market.destinationFees).toEqual(await bench.island.chain.fees())
  expect(market.originFees.gasPrice).toBeLessThan(market.destinationFees.gasPrice)
  const unlike = { ...market, originNative: native(3_000, 'A'), destinationNative: native(7, 'B') }
  const { feeOptions, gasEstimate } = gasFeeOptionsFor(
    { input, market: unlike, nowMs: 0 } as unknown as QuoteContext,
    bench.world,
  )
  const cost = BigInt(gasEstimate.nativeCost)
  expect(feeOptions[0]!.amount).toBe(cost)
  expect(feeOptions[1]!.amount).toBe((cost * 3_000n + 10n ** 12n - 1n) / 10n ** 12n)
})

const signed = { way: 'receiveWithAuthorization', deadline: 2 ** 40, selectedGasFeeOption: { amount: 0n } } as never

test('a sponsored deposit costs its part of the transaction, at most what was set aside, and only what we sent', () => {
  const depositGas = depositWays.receiveWithAuthorization.gas
  const spend = (reservedMicroUsd: bigint, by: `0x${string}` = '0x01') =>
    sponsoredSpend(
      {
        progress: { sponsor: { reservedMicroUsd }, deposit: { signature: signed } },
        intent: { fees: { originGas: { totalGasLimit: 3n * depositGas, nativeTokenPriceUsd: 2_000 } } },
      } as never,
      { receipt: { hash: by }, gasCost: 10n ** 15n } as never,
      [{ hash: '0x01' }] as never,
      { definition: harborDefinition } as Chain,
    ).sponsoredMicroUsd
  expect(spend(10_000_000n)).toBe(500_000n)
  expect(spend(499_999n)).toBe(499_999n)
  expect(spend(10_000_000n, '0x02')).toBe(0n)
})

test('an owner who signs a fee takes nothing from the budget, and the fee is part of what it has to hold', async () => {
  await bench.store.sponsors.setBudget(1, 5, { actor: 'test', nowMs: 0 })
  const fee = (amount: bigint) => ({ ...(signed as object), selectedGasFeeOption: { amount } }) as never
  const record = { projectId: 1, plan: { sponsored: { receiveWithAuthorization: { microUsd: 9n } } }, progress: {} }
  expect((await reserveSponsorship(record as never, fee(0n), bench.world)).sponsor?.microUsd).toBe(9n)
  expect(await reserveSponsorship(record as never, fee(1n), bench.world)).toEqual({})
  const intent = await bench.quote({ originChainId: harborId, destinationChainId: islandId })
  const [held] = await signedReservations(await bench.record(intent), fee(usdc(3)), bench.world)
  expect(held?.amount).toBe(intent.depositTransaction.amount + usdc(3))
})
