import { createRequire } from 'node:module'
import {
  type Abi,
  type Address,
  concatHex,
  decodeEventLog,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  numberToHex,
  pad,
  parseAbi,
  parseUnits,
} from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { causewayContracts } from '../../src/chains/contracts/abi/addresses.ts'
import type { Devnet } from '../../src/devnet/devnet.ts'
import { type NodeReceipt, rpc } from '../../src/devnet/rpc.ts'
import { verifyQuote } from '../../src/sdk/verifyQuote.ts'
import { hostedLies, startHostedFront, thief } from '../providers/hostedFront.ts'
import { useForAll } from '../useParts.ts'
import {
  balance,
  deposit,
  devnetForOwnApp,
  finished,
  fromTo,
  harbor,
  island,
  native,
  type Service,
  settle,
  startService,
  tokens,
  walletOf,
} from './setup.ts'

/** 0x and LI.FI, each through its stand-in, with somebody in between who can lie; and the router of public chains. */
let service: Service
const front = useForAll(startHostedFront)
let swapRouter02: Address
beforeAll(async () => {
  const devnet = await devnetForOwnApp()
  swapRouter02 = await deployRouter(devnet)
  const uniswapV3 = { router: swapRouter02, routerTakesDeadline: false }
  service = await startService({
    definitions: (all) =>
      all.map((one) => (one.id === harbor ? { ...one, uniswapV3: { ...one.uniswapV3!, ...uniswapV3 } } : one)),
    config: {
      providers: {
        ...{ zeroXApiUrl: front.url, zeroXApiKey: 'key', lifiApiUrl: front.url, hostedTimeoutMs: 60_000 },
        cctpAttestationUrl: devnet.attestationUrl,
      },
      engine: { quoteTimeoutMs: 120_000 },
    },
  })
  front.target = service.devnet.aggregatorsUrl
})
afterAll(() => service?.stop())
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
    ...fromTo([harbor, from, originTokenAmount], [harbor, to]),
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
    expect((await settle(service, devnet.accounts[0]!, intent)).status).toBe('SUCCEEDED')
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
      ).toMatchObject({ refused: 'failed', detail: expect.stringMatching(row.caught) })
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
    const refusal = await ask(BigInt(fees!) + more)
    expect(refusal).toMatch(/too small|is the least that works/)
    expect(refusal).not.toMatch(/is the most that works/)
  }
})

/** From the bytecode that its authors published; the local chains have the older one. */
const published: { abi: Abi; bytecode: Hex } = createRequire(import.meta.url)(
  '@uniswap/swap-router-contracts/artifacts/contracts/SwapRouter02.sol/SwapRouter02.json',
)
const swapAbi = parseAbi([
  'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
])

async function deployRouter(devnet: Devnet): Promise<Address> {
  const { uniswapV2, uniswapV3, weth } = tokens
  const args = [uniswapV2.factory, uniswapV3.factory, uniswapV3.positionManager, weth]
  const wallet = walletOf(devnet, harbor, devnet.accounts[9]!)
  const nonce = await wallet.getTransactionCount({ address: wallet.account.address })
  const hash = await wallet.sendTransaction({ data: encodeDeployData({ ...published, args }), nonce })
  const { status } = await wallet.waitForTransactionReceipt({ hash })
  expect(status).toBe('success')
  return getContractAddress({ from: wallet.account.address, nonce: BigInt(nonce) })
}

/** Who called the pools of Uniswap v3 in a transaction on Harbor. */
async function swappers(hash: Hex): Promise<Address[]> {
  const { nodeUrl } = service.devnet.chains.find(({ id }) => id === harbor)!
  const { logs } = await rpc<NodeReceipt & { logs: { topics: [Hex, ...Hex[]]; data: Hex }[] }>(
    nodeUrl,
    'eth_getTransactionReceipt',
    [hash],
  )
  return logs.flatMap(({ topics, data }) => {
    try {
      return [decodeEventLog({ abi: swapAbi, topics, data }).args.sender]
    } catch {
      return []
    }
  })
}

const swaps = [
  { what: 'a token for another', from: [harbor, tokens.usdc], to: [harbor, tokens.weth], amount: 15_000_000_000n },
  { what: 'the native token for a token', from: [harbor, native], to: [harbor, tokens.usdc], amount: 3n * 10n ** 18n },
  { what: 'a token for the native one', from: [harbor, tokens.dai], to: [harbor, native], amount: 5_000n * 10n ** 18n },
  { what: 'whatever a bridge brings', from: [island, tokens.usdc], to: [harbor, tokens.wbtc], amount: 700_000_000n },
] as const

test.each(swaps)(
  'SwapRouter02 of its authors swaps $what, in the call data of public chains',
  async ({ from, to, amount }) => {
    const [[originChainId, originTokenAddress], [destinationChainId, destinationTokenAddress]] = [from, to]
    const { client, devnet } = service
    const key = devnet.accounts[1]!
    const recipient: Address = '0x00000000000000000000000000000000c0ffee02'
    const { intent } = await client.quoteIntent({
      ownerAddress: key.address,
      ...fromTo([originChainId, originTokenAddress, amount], [destinationChainId, destinationTokenAddress]),
      destinationToAddress: recipient,
      options: { swapProvider: 'UNISWAP_V3', bridgeProvider: 'CCTP', slippageTolerance: 0.05 },
    })
    const before = await balance(devnet, harbor, destinationTokenAddress, recipient)
    const receipt = await settle(service, key, intent)
    expect(receipt.status).toBe('SUCCEEDED')
    const after = await balance(devnet, harbor, destinationTokenAddress, recipient)
    expect(after - before).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
    const ran = originChainId === harbor ? receipt.originTransaction : receipt.destinationTransaction
    const callers = await swappers(ran!.txnHash!)
    expect(callers.length).toBeGreaterThan(0)
    expect(new Set(callers)).toEqual(new Set([swapRouter02]))
  },
)
