import { type Address, concatHex, encodeFunctionData, type Hex, numberToHex, pad, parseAbi, parseUnits } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { causewayContracts } from '../../src/chains/contracts/abi/addresses.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import { verifyQuote } from '../../src/sdk/verifyQuote.ts'
import { type HostedFront, hostedLies, startHostedFront, thief } from '../providers/hostedFront.ts'
import { balance, deposit, finished, harbor, island, native, type Service, startService, tokens } from './setup.ts'

/** 0x and LI.FI, each through its stand-in, with somebody in between who can lie. */
let service: Service
let front: HostedFront
beforeAll(async () => {
  front = await startHostedFront()
  service = await startService({
    devnet: { aggregators: true },
    config: {
      providers: { zeroXApiUrl: front.url, zeroXApiKey: 'key', lifiApiUrl: front.url, hostedTimeoutMs: 60_000 },
      engine: { quoteTimeoutMs: 120_000 },
    },
  })
  front.target = service.devnet.aggregatorsUrl
})
afterAll(async () => {
  await service?.stop()
  await front?.stop()
})
beforeEach(() => {
  front.lie = undefined
})

const rows = [
  { swapProvider: 'ZERO_X', field: 'zeroX', target: tokens.uniswapV3.router },
  { swapProvider: 'LIFI', field: 'lifi', target: tokens.uniswapV2.router },
] as const
const { router } = causewayContracts

const requestOf = (from: Address, to: Address, originTokenAmount: bigint, swapProvider: string, owner = 0) =>
  ({
    ownerAddress: service.devnet.accounts[owner]!.address,
    originChainId: harbor,
    originTokenAddress: from,
    destinationChainId: harbor,
    destinationTokenAddress: to,
    originTokenAmount,
    options: { swapProvider },
  }) as const

test.each(rows)('$swapProvider: an intent through it settles, tokens and natives', async ({ swapProvider }) => {
  const { client, devnet } = service
  const pairs = [
    [tokens.usdc, tokens.dai, 200_000_000n],
    [native, tokens.usdc, parseUnits('0.1', 18)],
    [tokens.dai, native, parseUnits('300', 18)],
  ] as const
  for (const [index, [from, to, amount]] of pairs.entries()) {
    const recipient = `0x00000000000000000000000000000000000f1${index}${swapProvider.length}`.padEnd(42, '1') as Address
    const request = { ...requestOf(from, to, amount, swapProvider), destinationToAddress: recipient }
    const { intent, offers } = await client.quoteIntent(request)
    // Our own client reads the quote before it pays: the router's minimum is what it rests on.
    verifyQuote({ intent, request, bounds: {}, nowMs: Date.now(), isLookedAt: true })
    expect(intent.quote.routeProviders).toEqual([swapProvider])
    expect(offers?.[0]).toMatchObject({ route: swapProvider, chosen: true })
    await client.commitIntent({ intent })
    const hash = await deposit(devnet, devnet.accounts[0]!, intent)
    await client.executeIntent({ intentId: intent.intentId, depositTransactionHash: hash })
    expect((await finished(service, intent.intentId)).status).toBe('SUCCEEDED')
    expect(await balance(devnet, harbor, to, recipient)).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
  }
  expect(await service.expectReceipts()).toBeGreaterThan(0)
})

test('without a word all are asked, the best is taken, and the answer says what the others would bring', async () => {
  const { intent, offers } = await service.client.quoteIntent(requestOf(tokens.usdc, tokens.dai, 200_000_000n, 'AUTO'))
  expect(offers?.map(({ route }) => route).toSorted()).toEqual(['LIFI', 'ZERO_X', 'swap'])
  const best = offers!.reduce((most, { toAmountMin = 0n }) => (toAmountMin > most ? toAmountMin : most), 0n)
  // Gas counts too: what brings a little less may be what leaves more.
  expect(intent.quote.toAmountMin).toBeGreaterThan((best * 999n) / 1_000n)
})

test.each(rows)(
  '$swapProvider: a lie falls to the next offer, and the answer says why',
  async ({ swapProvider, field }) => {
    const { client } = service
    for (const row of hostedLies({ router, token: tokens.usdc })) {
      front.lie = row[field]
      const asked = client.quoteIntent(requestOf(tokens.usdc, tokens.dai, 200_000_000n, swapProvider))
      await expect(asked, row.lie).rejects.toThrow(row.caught)
      const fallback = requestOf(tokens.usdc, tokens.dai, 200_000_000n, swapProvider)
      const { intent, offers } = await client.quoteIntent({
        ...fallback,
        options: { swapProvider, swapProviderFallback: true },
      })
      expect(intent.quote.routeProviders, row.lie).not.toContain(swapProvider)
      expect(
        offers?.find(({ route }) => route === swapProvider),
        row.lie,
      ).toMatchObject({
        refused: 'failed',
        detail: expect.stringMatching(row.caught),
      })
      // An honest answer between: five failures in a row would take it out of service.
      front.lie = undefined
      await client.quoteIntent(fallback)
    }
  },
)

test.each(rows)(
  '$swapProvider: a contract that turns thief after the quote gets nothing',
  async ({ swapProvider, target }) => {
    const { client, devnet } = service
    const user = devnet.accounts[2]!
    const { intent } = await client.quoteIntent(requestOf(tokens.usdc, tokens.dai, 100_000_000n, swapProvider, 2))
    await client.commitIntent({ intent })
    const { nodeUrl } = devnet.chains.find(({ id }) => id === harbor)!
    const code = await rpc<Hex>(nodeUrl, 'eth_getCode', [target, 'latest'])
    const before = await balance(devnet, harbor, tokens.usdc, user.address)
    const hash = await deposit(devnet, user, intent)
    await rpc(nodeUrl, 'anvil_setCode', [target, takesFromCaller(tokens.usdc, 50_000_000n)])
    await client.executeIntent({ intentId: intent.intentId, depositTransactionHash: hash })
    const receipt = await finished(service, intent.intentId)
    await rpc(nodeUrl, 'anvil_setCode', [target, code])
    expect(receipt.status).toBe('FAILED')
    expect(await balance(devnet, harbor, tokens.usdc, thief)).toBe(0n)
    expect(await balance(devnet, harbor, tokens.usdc, user.address)).toBe(before)
  },
)

/** Code that takes an amount of a token from whoever calls it, pays the thief and says that all went well. */
function takesFromCaller(token: Address, amount: bigint): Hex {
  const store = (value: Hex, at: number) => concatHex([value, '0x60', numberToHex(at, { size: 1 }), '0x52'])
  const transferFrom: Hex = '0x6323b872dd60e01b'
  return concatHex([
    store(transferFrom, 0x00),
    store('0x33', 0x04),
    store(concatHex(['0x73', thief]), 0x24),
    store(concatHex(['0x7f', pad(numberToHex(amount))]), 0x44),
    '0x5f5f60645f5f73',
    token,
    '0x5af100',
  ])
}

test('a hosted aggregator serves no part of a way to another chain, and says so', async () => {
  const request = { ...requestOf(tokens.wbtc, tokens.dai, 1_000_000n, 'ZERO_X'), destinationChainId: island }
  await expect(service.client.quoteIntent(request)).rejects.toThrow(/ZERO_X swaps only where the swap is the whole way/)
})

test.each([
  ['NUL', '610063'],
  ['no characters at all', 'ff00fe'],
  ['words', Buffer.from('send your money to me').toString('hex')],
])('what reverts with %s is left out, and nobody is told its words', async (_, hex) => {
  const evil: Address = '0x00000000000000000000000000000000e7110001'
  const { rpcUrl } = service.devnet.chains.find(({ id }) => id === harbor)!
  const word = (value: number) => value.toString(16).padStart(64, '0')
  const reason = `08c379a0${word(32)}${word(hex.length / 2)}${hex.padEnd(64, '0')}`
  await rpc(rpcUrl, 'anvil_setCode', [evil, `0x6064600c60003960646000fd${reason}`])
  const abi = parseAbi(['function selfPermit(address,uint256,uint256,uint8,bytes32,bytes32)'])
  const zero: Hex = `0x${word(0)}`
  const data = encodeFunctionData({ abi, args: [evil, 0n, 0n, 0, zero, zero] })
  front.lie = (body) => (body.transaction ? { ...body, transaction: { ...body.transaction, data } } : body)
  const { offers } = await service.client.quoteIntent(requestOf(tokens.usdc, tokens.dai, 200_000_000n, 'AUTO'))
  expect(offers?.find(({ route }) => route === 'ZERO_X')).toMatchObject({
    refused: 'failed',
    detail: expect.stringMatching(/^its call would fail now: \w+\([\w, ]*\)$/),
  })
})

test.each(['a\u0000b', '\ud800', 'a b', 'x'.repeat(129), ''])('LI.FI under the id %j is not taken', async (id) => {
  front.lie = (body) => (body.transactionRequest ? { ...body, id } : body)
  const { offers } = await service.client.quoteIntent(requestOf(tokens.usdc, tokens.dai, 200_000_000n, 'AUTO'))
  expect(offers?.find(({ route }) => route === 'LIFI')).toMatchObject({ refused: 'failed' })
})

test('0x under an id that nobody could print is taken under another', async () => {
  front.lie = (body) => (body.transaction ? { ...body, zid: 'a\u0000b' } : body)
  const { intent } = await service.client.quoteIntent(requestOf(tokens.usdc, tokens.dai, 200_000_000n, 'ZERO_X'))
  expect(intent.quote.routeProvidersRequestIds[0]).toMatch(/^[\x21-\x7e]+$/)
})

test('what is hardly more than its fees is too little, whatever an aggregator that finds nothing says', async () => {
  const ask = (amount: bigint) =>
    service.client.quoteIntent(requestOf(tokens.dai, tokens.usdc, amount, 'AUTO')).then(
      () => expect.fail('it is too little'),
      (error) => (error as { detail: string }).detail,
    )
  const [, fees] = /does not cover the fees of (\d+)/.exec(await ask(1_000n))!
  for (const more of [1n, 1_000n, 10n ** 9n]) {
    const told = await ask(BigInt(fees!) + more)
    expect(told).toMatch(/too small|is the least that works/)
    expect(told).not.toMatch(/is the most that works/)
  }
})
