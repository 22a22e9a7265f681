import { type Address, concatHex, decodeEventLog, encodeFunctionData, keccak256, sliceHex } from 'viem'
import { expect, test } from 'vitest'
import { devnetKeys } from '../../src/chains/definitions/devnet/keys.ts'
import { layerZeroEndpointReferenceAbi as endpointAbi } from '../../src/devnet/artifacts/LayerZeroEndpointReference.ts'
import type { NodeReceipt } from '../../src/devnet/rpc.ts'
import { type Clock, systemClock } from '../../src/host/clock.ts'
import { createOft } from '../../src/providers/oft.ts'
import { rescaled, withoutDust } from '../../src/providers/oftLane.ts'
import { decodePacket } from '../../src/providers/oftPacket.ts'
import type { BridgeLeg, BridgeProvider } from '../../src/providers/provider.ts'
import { createSwapQuoter } from '../../src/providers/quoteSwap.ts'
import { createOraclePrices } from '../../src/tokens/oraclePrices.ts'
import { ownTokens } from '../../src/tokens/ownTokens.ts'
import { refusalOf, soon } from './providerContract.ts'
import { router, runQuote } from './runCalls.ts'
import { type FollowedSync, native, sendAs, useMarket } from './setup.ts'

const { fixture, user, sync } = useMarket(2, [router])
const verifier = devnetKeys().attester.address
const names = ['UNISWAP_V3', 'UNISWAP_V2', 'WETH']

/** A new bridge per test: it caches fees. `aheadMs`: how far its clock is ahead of the chains'. */
function bridgeAt(aheadMs = 0, liquidity: Pick<FollowedSync, 'graph'> = sync): BridgeProvider {
  const { chains } = fixture
  const clock: Clock = { ...systemClock, nowMs: () => systemClock.nowMs() + aheadMs }
  const prices = createOraclePrices({ chains, clock: systemClock })
  const tokens = { listed: (chainId: number) => ownTokens().filter((token) => token.chainId === chainId) }
  const quoteSwap = createSwapQuoter({ chains, liquidity: { ...sync, ...liquidity }, prices, tokens, names })
  return createOft({ chains, quoteSwap, prices, clock })
}

const legOf = (token: Address, amount: bigint, exact: 'in' | 'out' = 'in'): BridgeLeg => ({
  kind: 'bridge',
  chainId: 31_337,
  destinationChainId: 31_338,
  tokenIn: token,
  tokenOut: token,
  amount,
  exact,
})

async function setFee(fee: bigint): Promise<void> {
  const data = encodeFunctionData({ abi: endpointAbi, functionName: 'setMessagingFee', args: [fee] })
  await sendAs(fixture, fixture.harbor, verifier, { to: fixture.devnet.contracts.layerZero.endpoint, data })
}

/** What verifier networks do on a public chain. */
async function verify({ logs }: NodeReceipt): Promise<void> {
  const { endpoint } = fixture.devnet.contracts.layerZero
  const sent = logs.find(({ address }) => address.toLowerCase() === endpoint.toLowerCase())!
  const { args } = decodeEventLog({ abi: endpointAbi, eventName: 'PacketSent', topics: sent.topics, data: sent.data })
  const { origin, receiver, guid, message } = decodePacket(args.encodedPayload)!
  const data = encodeFunctionData({
    abi: endpointAbi,
    functionName: 'verify',
    args: [origin, receiver, keccak256(concatHex([guid, message]))],
  })
  await sendAs(fixture, fixture.island, verifier, { to: endpoint, data })
}

let addresses = 0
const freshAddress = () => sliceHex(keccak256(`0x0f7${(++addresses).toString(16).padStart(5, '0')}`), 0, 20)
const hourMs = 3_600_000

test('a message that nobody hands over is handed over by us, once it is verified, and once', async () => {
  const { usdt } = fixture.devnet.contracts
  const recipient = freshAddress()
  await sync.caughtUp(fixture.harbor)
  const quote = await bridgeAt().quote(legOf(usdt, 300_000_000n), soon())
  const { receipt } = await runQuote(fixture, fixture.harbor, user, legOf(usdt, 300_000_000n), quote, recipient)
  const ends = { originChainId: 31_337, destinationChainId: 31_338, originTxHash: receipt.transactionHash }
  const query = { ...ends, recipient, amountMin: quote.amountOut, deadline: soon() }
  const later = bridgeAt(hourMs)
  expect(await later.message!(query)).toMatchObject({ ready: false, detail: expect.stringMatching(/not verified/) })
  await verify(receipt)
  expect(await bridgeAt().message!(query)).toMatchObject({ ready: false, detail: expect.stringMatching(/under way/) })
  expect(await later.message!({ ...query, recipient: freshAddress() })).toMatchObject({ ready: false })
  expect(await later.message!({ ...query, originTxHash: keccak256('0x00') })).toMatchObject({ ready: false })
  const message = await later.message!(query)
  if (!message.ready) throw new Error(message.detail)
  expect(message.context).toBeUndefined()
  await sendAs(fixture, fixture.island, user, message)
  expect(await fixture.island.balance(usdt, recipient)).toBe(quote.amountOut)
  await expect(sendAs(fixture, fixture.island, user, message)).rejects.toThrow()
  expect(await later.message!(query)).toMatchObject({ ready: false, detail: expect.stringMatching(/handed over/) })
})

test('the message is paid with what crosses: its change comes back, and a fee beyond the margin makes the batch fail', async () => {
  const { usdt, weth } = fixture.devnet.contracts
  const leg = legOf(usdt, 200_000_000n)
  const least = 10n ** 14n
  await sync.caughtUp(fixture.harbor)
  const quote = await bridgeAt().quote(leg, soon())
  await setFee((least * 13n) / 10n)
  await expect(runQuote(fixture, fixture.harbor, user, leg, quote, freshAddress())).rejects.toThrow(/reverted/)
  await setFee(least / 2n)
  const before = await fixture.harbor.balance(weth, user)
  const collected = await fixture.harbor.balance(native, verifier)
  const { paid } = await runQuote(fixture, fixture.harbor, user, leg, quote, freshAddress())
  expect(paid).toBe(leg.amount)
  expect((await fixture.harbor.balance(native, verifier)) - collected).toBe(least / 2n)
  // The pools gave at least what was needed; the owner gets the rest, wrapped.
  expect(await fixture.harbor.balance(weth, user)).toBeGreaterThan(before)
  expect(await fixture.harbor.balance(native, router)).toBe(0n)
  await setFee(least)
})

test('exact outputs arrive to the unit that crosses, and what is smaller is paid for', async () => {
  const { wbtc } = fixture.devnet.contracts
  await sync.caughtUp(fixture.harbor)
  const quote = await bridgeAt().quote(legOf(wbtc, 1_000_001n, 'out'), soon())
  // Two of eight digits do not cross: the next unit above the requested amount.
  expect(quote.amountOut).toBe(1_000_100n)
  const recipient = freshAddress()
  const { receipt, paid } = await runQuote(fixture, fixture.harbor, user, legOf(wbtc, 1_000_001n), quote, recipient)
  expect(paid).toBe(quote.amountIn)
  await verify(receipt)
  const ends = { originChainId: 31_337, destinationChainId: 31_338, originTxHash: receipt.transactionHash }
  const message = await bridgeAt(hourMs).message!({ ...ends, recipient, amountMin: 1_000_001n, deadline: soon() })
  if (!message.ready) throw new Error(message.detail)
  await sendAs(fixture, fixture.island, user, message)
  expect(await fixture.island.balance(wbtc, recipient)).toBe(1_000_100n)
})

test('what is too small for its message, or more than the path has, is refused with an amount that works', async () => {
  const { usdt } = fixture.devnet.contracts
  await sync.caughtUp(fixture.harbor)
  const bridge = bridgeAt()
  for (const exact of ['in', 'out'] as const) {
    for (const [amount, reason] of [
      [10_000n, 'tooSmall'],
      [3_000_000_000_000n, 'tooLarge'],
    ] as const) {
      const refusal = await refusalOf(bridge.quote(legOf(usdt, amount, exact), soon()))
      expect([exact, refusal.reason]).toEqual([exact, reason])
      const nearest = await bridge.quote(legOf(usdt, refusal.nearest!, exact), soon())
      expect(exact === 'in' ? nearest.amountIn : nearest.amountOut).toBe(refusal.nearest)
    }
  }
})

test('to be compared, amounts of one size share one answer of the contract, near their own and the same whoever asks first', async () => {
  const { usdt } = fixture.devnet.contracts
  await sync.caughtUp(fixture.harbor)
  const amounts = [140_000_000n, 250_000_000n]
  for (const exact of ['in', 'out'] as const) {
    const rough = (bridge: BridgeProvider) => (amount: bigint) =>
      bridge.quote({ ...legOf(usdt, amount, exact), isRough: true }, soon())
    const [one, other] = [bridgeAt(), bridgeAt()]
    const found = await Promise.all(amounts.map(rough(one)))
    const turned = await Promise.all(amounts.toReversed().map(rough(other)))
    for (const [at, amount] of amounts.entries()) {
      const [quote, again] = [found[at]!, turned[amounts.length - 1 - at]!]
      const exactly = await one.quote(legOf(usdt, amount, exact), soon())
      expect(exactly.isRough).toBeUndefined()
      expect(quote).toMatchObject({ isRough: true, amountIn: again.amountIn, amountOut: again.amountOut })
      for (const side of ['amountIn', 'amountOut'] as const)
        expect(Math.abs(Number(quote[side]) / Number(exactly[side]) - 1)).toBeLessThan(1e-5)
    }
  }
})

test('without a pool that sells the native token there is no way to pay for the message', async () => {
  const { usdt } = fixture.devnet.contracts
  const bridge = bridgeAt(0, { graph: () => undefined })
  const refusal = await refusalOf(bridge.quote(legOf(usdt, 300_000_000n), soon()))
  expect(refusal.reason).not.toBe('failed')
  expect(refusal.message).toMatch(/sells the native token that its message costs/)
})

test('amounts of a token that has other decimals on the other chain', () => {
  const contract = { asset: 'USDC', token: native, oft: native, sharedDecimals: 6 } as const
  const [six, eighteen] = [
    { ...contract, decimals: 6 },
    { ...contract, decimals: 18 },
  ]
  expect(rescaled(1_234_567n, six, eighteen)).toBe(1_234_567n * 10n ** 12n)
  expect(rescaled(1_234_567n * 10n ** 12n + 5n, eighteen, six)).toBe(1_234_567n)
  expect(withoutDust(10n ** 12n + 5n, eighteen)).toBe(10n ** 12n)
})
