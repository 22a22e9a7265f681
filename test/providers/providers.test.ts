import { type Address, encodePacked, keccak256, sliceHex } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { devnetKeys } from '../../src/chains/definitions/devnet/keys.ts'
import { createQuoteCaches } from '../../src/engine/quote/quoteCaches.ts'
import { createSwapTrial } from '../../src/engine/quote/simulateBatch.ts'
import { systemClock } from '../../src/host/clock.ts'
import type { GuardedProvider } from '../../src/providers/circuitBreaker.ts'
import type { BridgeLeg, SwapLeg } from '../../src/providers/provider.ts'
import { createProviders } from '../../src/providers/providers.ts'
import { createOraclePrices } from '../../src/tokens/oraclePrices.ts'
import { ownTokens } from '../../src/tokens/ownTokens.ts'
import { headWhere } from '../chains/headWhere.ts'
import { providerContract, soon } from './providerContract.ts'
import { router, runQuote } from './runCalls.ts'
import { native, sendAs, swap, useMarket } from './setup.ts'

const { fixture, user, sync } = useMarket(1, [router])
let providers: GuardedProvider[]

beforeAll(async () => {
  const { chains, devnet } = fixture
  providers = createProviders({
    chains,
    liquidity: sync,
    clock: systemClock,
    prices: createOraclePrices({ chains, clock: systemClock }),
    tokens: { listed: (chainId) => ownTokens().filter((token) => token.chainId === chainId) },
    cctpAttestationUrl: devnet.attestationUrl,
    acrossFees: { filler: devnetKeys().filler.address },
    hosted: { ZERO_X: { url: devnet.aggregatorsUrl, key: 'key' }, LIFI: { url: devnet.aggregatorsUrl } },
    hostedTimeoutMs: 60_000,
  })
})

const swapNamed = (name: string) =>
  providers.filter((provider) => provider.kind === 'swap').find((provider) => provider.name === name)!
const bridgeNamed = (name: string) =>
  providers.filter((provider) => provider.kind === 'bridge').find((provider) => provider.name === name)!
const caughtUp = () => sync.caughtUp(fixture.harbor)
const delivered = (token: Address, holder: Address, amount: bigint) =>
  headWhere(fixture.island, async () => (await fixture.island.balance(token, holder)) >= amount)
let addresses = 0
const freshAddress = () => sliceHex(keccak256(encodePacked(['uint256'], [BigInt(++addresses)])), 0, 20)

const bridge = (tokenIn: Address, tokenOut: Address, amount: bigint): BridgeLeg => ({
  ...swap(tokenIn, tokenOut, amount),
  kind: 'bridge',
  destinationChainId: 31_338,
})

/** Legs with what a hosted aggregator needs: for whom it writes its call, and how that is tried. */
function hostedLegs(): SwapLeg[] {
  const { usdc, dai } = fixture.devnet.contracts
  const legs = [swap(usdc, dai, 10n ** 9n), swap(native, usdc, 10n ** 18n), swap(dai, native, 10n ** 21n)]
  const options = {
    chain: fixture.harbor,
    router,
    slippage: 0.005,
    balanceSlots: createQuoteCaches(systemClock).balanceSlots,
    isListed: true,
  }
  return legs.map((leg) => ({ ...leg, trial: createSwapTrial(leg, options) }))
}

const swapLegs: Record<string, () => SwapLeg[]> = {
  UNISWAP_V3: () => {
    const { weth, usdc, dai, wbtc } = fixture.devnet.contracts
    return [
      swap(usdc, weth, 25_000_000_000n),
      swap(native, usdc, 3n * 10n ** 18n),
      swap(wbtc, dai, 10n ** 8n),
      swap(dai, native, 5n * 10n ** 21n),
    ]
  },
  UNISWAP_V2: () => {
    const { usdc, usdt, wbtc, dai } = fixture.devnet.contracts
    return [swap(usdt, usdc, 10n ** 9n), swap(wbtc, usdc, 10n ** 7n), swap(native, dai, 10n ** 18n)]
  },
  UNISWAP_V4: () => {
    const { weth, dai, wbtc } = fixture.devnet.contracts
    return [
      swap(native, dai, 10n ** 18n),
      swap(dai, weth, 10n ** 21n),
      swap(dai, native, 10n ** 21n),
      swap(native, wbtc, 10n ** 18n),
    ]
  },
  CURVE_STABLE: () => {
    const { dai, usdt } = fixture.devnet.contracts
    return [swap(dai, usdt, 10n ** 21n), swap(usdt, dai, 10n ** 9n)]
  },
  SOLIDLY_STABLE: () => {
    const { dai, usdc } = fixture.devnet.contracts
    return [swap(dai, usdc, 10n ** 21n), swap(usdc, dai, 10n ** 9n)]
  },
  PANCAKESWAP_V3: () => {
    const { usdt, wbtc } = fixture.devnet.contracts
    return [swap(usdt, wbtc, 10n ** 10n), swap(wbtc, usdt, 10n ** 7n)]
  },
  ZERO_X: hostedLegs,
  LIFI: hostedLegs,
  WETH: () => [
    swap(native, fixture.devnet.contracts.weth, 10n ** 18n),
    swap(fixture.devnet.contracts.weth, native, 10n ** 17n),
  ],
}

const bridgeLegs: Record<string, () => BridgeLeg[]> = {
  ACROSS: () => {
    const { usdc, usdt, weth } = fixture.devnet.contracts
    return [
      bridge(usdc, usdc, 500_000_000n),
      bridge(usdt, usdt, 500_000_000n),
      bridge(native, native, 10n ** 18n),
      bridge(weth, native, 10n ** 18n),
    ]
  },
  CCTP: () => [bridge(fixture.devnet.contracts.usdc, fixture.devnet.contracts.usdc, 500_000_000n)],
  CCTP_FAST: () => [bridge(fixture.devnet.contracts.usdc, fixture.devnet.contracts.usdc, 400_000_000n)],
  LAYERZERO: () => {
    const { usdt, wbtc } = fixture.devnet.contracts
    // WBTC has two digits more than cross.
    return [bridge(usdt, usdt, 500_000_000n), bridge(wbtc, wbtc, 1_234_567n)]
  },
}

for (const [name, legs] of Object.entries(swapLegs)) {
  providerContract(name, () => ({
    fixture,
    provider: swapNamed(name),
    user,
    legs: legs(),
    recipient: freshAddress(),
    caughtUp,
    exactInOnly: swapNamed(name).isHosted,
  }))
}
for (const [name, legs] of Object.entries(bridgeLegs)) {
  providerContract(name, () => ({
    fixture,
    provider: bridgeNamed(name),
    user,
    legs: legs(),
    recipient: freshAddress(),
    caughtUp,
  }))
}

test('the suite covers the list', () => {
  expect(providers.map(({ name }) => name).toSorted()).toEqual(Object.keys({ ...swapLegs, ...bridgeLegs }).toSorted())
})

test('ACROSS: what was quoted arrives on the other chain, native as native', async () => {
  for (const leg of bridgeLegs.ACROSS!()) {
    const recipient = freshAddress()
    const quote = await bridgeNamed('ACROSS').quote(leg, soon())
    await runQuote(fixture, fixture.harbor, user, leg, quote, recipient)
    await delivered(leg.tokenOut, recipient, quote.amountOut)
    expect(await fixture.island.balance(leg.tokenOut, recipient)).toBe(quote.amountOut)
  }
})

test('ACROSS: a recipient that has code by then is handed the wrapped token', async () => {
  const { weth } = fixture.devnet.contracts
  const leg = bridge(native, native, 10n ** 18n)
  const quote = await bridgeNamed('ACROSS').quote(leg, soon())
  expect(quote.tokenOutOtherwise).toBe(weth)
  // Any contract will do: here the pool of another pair on the other chain.
  const recipient = fixture.devnet.contracts.uniswapV2.factory
  await runQuote(fixture, fixture.harbor, user, leg, quote, recipient)
  await delivered(weth, recipient, quote.amountOut)
})

test('CCTP: each burn of a transaction has its own message, and delivering it mints what was quoted', async () => {
  const { usdc } = fixture.devnet.contracts
  const cctp = bridgeNamed('CCTP')
  const leg = bridge(usdc, usdc, 123_456_789n)
  const recipient = freshAddress()
  const quote = await cctp.quote(leg, soon())
  const { receipt } = await runQuote(fixture, fixture.harbor, user, leg, quote, recipient)
  const query = {
    originChainId: 31_337,
    destinationChainId: 31_338,
    originTxHash: receipt.transactionHash,
    amountMin: leg.amount,
    deadline: soon(),
  }
  expect(await cctp.message!({ ...query, recipient: freshAddress() })).toMatchObject({ ready: false })
  expect(await cctp.message!({ ...query, recipient, originTxHash: keccak256('0x00') })).toMatchObject({ ready: false })
  const message = await cctp.message!({ ...query, recipient })
  if (!message.ready) throw new Error(message.detail)
  await sendAs(fixture, fixture.island, user, message)
  expect(await fixture.island.balance(usdc, recipient)).toBe(quote.amountOut)
  await expect(sendAs(fixture, fixture.island, user, message)).rejects.toThrow()
})

test('CCTP_FAST: a fast burn is attested before it is safe, and brings what was quoted, less than a standard one by the fee', async () => {
  const { usdc } = fixture.devnet.contracts
  const fast = bridgeNamed('CCTP_FAST')
  for (const exact of ['in', 'out'] as const) {
    const leg = { ...bridge(usdc, usdc, 123_456_789n), exact }
    const recipient = freshAddress()
    const quote = await fast.quote(leg, soon())
    expect(quote.amountIn - quote.amountOut).toBe(12_346n + (exact === 'in' ? 0n : 1n))
    expect(exact === 'in' ? quote.amountIn : quote.amountOut).toBe(leg.amount)
    expect(quote.durationS).toBeLessThan((await bridgeNamed('CCTP').quote(leg, soon())).durationS)
    const { receipt } = await runQuote(fixture, fixture.harbor, user, leg, quote, recipient)
    const ends = { originChainId: 31_337, destinationChainId: 31_338, originTxHash: receipt.transactionHash }
    const query = { ...ends, amountMin: quote.amountOut, deadline: soon(), recipient }
    expect(await fast.message!({ ...query, amountMin: quote.amountIn })).toMatchObject({ ready: false })
    const message = await fast.message!(query)
    if (!message.ready) throw new Error(message.detail)
    await sendAs(fixture, fixture.island, user, message)
    expect(await fixture.island.balance(usdc, recipient)).toBe(quote.amountOut)
  }
})

test('CCTP_FAST: more than the allowance is refused with the most that works', async () => {
  const { usdc } = fixture.devnet.contracts
  const ask = bridgeNamed('CCTP_FAST').quote(bridge(usdc, usdc, 6_000_000_000_000n), soon())
  await expect(ask).rejects.toMatchObject({ reason: 'tooLarge', nearest: 5_000_000_000_000n })
})
