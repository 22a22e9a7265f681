import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Abi,
  type Address,
  concat,
  erc20Abi,
  getAddress,
  type Hex,
  numberToHex,
  pad,
  parseAbi,
  zeroAddress,
} from 'viem'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { rpc as ask } from '../../src/devnet/rpc.ts'
import { quoteSwap } from '../../src/providers/quoteSwap.ts'
import { createClient } from '../../src/sdk/client.ts'
import { runCli } from '../cli/runCli.ts'
import { type Compiled, compileSolidity } from '../compileSolidity.ts'
import { fromTo, harbor, settle, startServiceOn, tokens, useService, walletOf } from './setup.ts'

const poolAbi = parseAbi([
  'function createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 sqrtPriceX96) payable returns (address)',
  'function mint((address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline) params) payable returns (uint256, uint128, uint256, uint256)',
  'function getPool(address tokenA, address tokenB, uint24 fee) view returns (address)',
])

const service = useService()
let contracts: Record<string, Compiled>
beforeAll(() => {
  contracts = compileSolidity(new URL('OddTokens.sol', import.meta.url))
})

const rpc = (method: string, params: unknown[]): Promise<unknown> =>
  ask(service.devnet.chains.find(({ id }) => id === harbor)!.nodeUrl, method, params)
const wallet = () => walletOf(service.devnet, harbor, service.devnet.accounts[0]!)
const owner = () => service.devnet.accounts[0]!.address

async function write(address: Address, abi: Abi, functionName: string, args: readonly unknown[]): Promise<void> {
  // Fixed gas: a pool one second older than in the estimate writes another observation.
  const hash = await wallet().writeContract({ address, abi, functionName, args, gas: 8_000_000n } as never)
  expect(await wallet().waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
}

/** A token on Harbor with a pool against USDC at $1, whose first observation is an hour old. */
async function place(name: string): Promise<Address> {
  const hash = await wallet().deployContract({ ...contracts[name]!, args: [owner()] })
  const token = getAddress((await wallet().waitForTransactionReceipt({ hash })).contractAddress!)
  await addPool(token, tokens.usdc, 2n ** 96n)
  return token
}

async function addPool(token: Address, other: Address, sqrtPriceX96: bigint): Promise<void> {
  const { positionManager, factory } = service.devnet.contracts.uniswapV3
  const [token0, token1] = [token, other].toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
  for (const one of [token, other]) await write(one, erc20Abi as Abi, 'approve', [positionManager, 2n ** 200n])
  const pool = { token0, token1, fee: 3_000 }
  await write(positionManager, poolAbi, 'createAndInitializePoolIfNecessary', [token0, token1, 3_000, sqrtPriceX96])
  const range = { tickLower: -600, tickUpper: 600, amount0Desired: 10n ** 10n, amount1Desired: 10n ** 10n }
  const rest = { amount0Min: 0n, amount1Min: 0n, recipient: owner(), deadline: 2n ** 60n }
  await write(positionManager, poolAbi, 'mint', [{ ...pool, ...range, ...rest }])
  const id = await wallet().readContract({
    address: factory,
    abi: poolAbi,
    functionName: 'getPool',
    args: [token, other, 3_000],
  })
  // Slot 8 is the first observation: initialised, no liquidity seconds, no ticks, the time in the lowest 4 bytes.
  const { timestamp } = await wallet().getBlock()
  const observed: Hex = concat(['0x01', pad('0x', { size: 27 }), numberToHex(timestamp - 3_600n, { size: 4 })])
  await rpc('anvil_setStorageAt', [id, pad('0x08'), observed])
  await rpc('evm_mine', [])
  const mined = await wallet().getBlockNumber()
  const seen = async () => (await service.app.world.chains.get(harbor)!.head()).number
  await expect.poll(seen).toBeGreaterThanOrEqual(Number(mined))
}

const quoteFrom = (token: Address, client = service.client, change: object = {}) =>
  client.quoteIntent({
    ownerAddress: owner(),
    ...fromTo([harbor, token, 50_000_000n], [harbor, tokens.usdc]),
    ...change,
  })

test.each(['FarSlot', 'Nested', 'Apart', 'Growing'])(
  '%s: a token that no list has is read from its contract, tried out, quoted and carried out',
  async (name) => {
    const token = await place(name)
    const { intent, notes } = await quoteFrom(token)
    expect(notes).toEqual([expect.stringContaining(`${token} is not in this service's own lists`)])
    expect(intent.quote.toAmount).toBeGreaterThan(48_000_000n)
    expect((await settle(service, service.devnet.accounts[0]!, intent)).status).toBe('SUCCEEDED')
  },
)

test('a token that is paused, or whose recipient is blocked, is refused with its own words', async () => {
  const token = await place('Stoppable')
  const { abi } = contracts.Stoppable!
  await write(token, abi, 'blockHolder', [service.devnet.accounts[5]!.address])
  const toBlocked = { originTokenAddress: tokens.usdc, destinationTokenAddress: token }
  const blocked = { ...toBlocked, destinationToAddress: service.devnet.accounts[5]!.address }
  await expect(quoteFrom(token, service.client, blocked)).rejects.toMatchObject({
    error: 'Unavailable',
    cause: expect.stringContaining('blocked'),
  })
  expect((await quoteFrom(token, service.client, toBlocked)).intent.quote.toAmount).toBeGreaterThan(48_000_000n)
  const stopped = await place('Stoppable')
  await write(stopped, abi, 'pause', [true])
  await expect(quoteFrom(stopped)).rejects.toMatchObject({
    error: 'Unavailable',
    cause: expect.stringContaining('paused'),
  })
})

test("a stranger's token is on nobody else's way, however good its pools are", async () => {
  const token = await place('Stoppable')
  // Five percent more USDT than a dollar's worth: the route over it beats all others.
  const sqrtPriceX96 =
    BigInt(token) < BigInt(tokens.usdt) ? (2n ** 96n * 1_0247n) / 1_0000n : (2n ** 96n * 1_0000n) / 1_0247n
  await addPool(token, tokens.usdt, sqrtPriceX96)
  const toUsdt = { destinationTokenAddress: tokens.usdt }
  const own = await quoteFrom(token, service.client, toUsdt)
  expect(own.intent.quote.toAmount).toBeGreaterThan(51_000_000n)
  const others = async () => (await quoteFrom(tokens.usdc, service.client, toUsdt)).intent.quote.toAmount
  expect(await others()).toBeLessThan(50_000_000n)
  await write(token, contracts.Stoppable!.abi, 'pause', [true])
  await expect(quoteFrom(token)).rejects.toMatchObject({ cause: expect.stringContaining('paused') })
  expect(await others()).toBeGreaterThan(49_900_000n)
})

test('pools that would fail on chain now are left out, and others are quoted in their place, again and again', async () => {
  const ask = { destinationTokenAddress: tokens.usdt, originTokenAmount: 1_000_000_000n }
  let { quote: before } = (await quoteFrom(tokens.usdc, service.client, ask)).intent
  const { liquidity, chains } = service.app.world
  const leg = { kind: 'swap', chainId: harbor, tokenIn: tokens.usdc, tokenOut: tokens.usdt, exact: 'in' } as const
  const without = new Set<Address>()
  for (const round of [1, 2]) {
    const options = {
      allow: service.app.world.providers.map(({ name }) => name),
      definition: chains.get(harbor)!.definition,
    }
    const { snapshot } = quoteSwap(liquidity, { ...leg, amount: 998_000_000n, without }, options)
    for (const id of snapshot!().paths.flatMap(({ pools }) => pools)) {
      without.add(id)
      const code = await rpc('eth_getCode', [id, 'latest'])
      if (code === '0x') continue
      onTestFinished(async () => void (await rpc('anvil_setCode', [id, code])))
      await rpc('anvil_setCode', [id, '0xfe'])
    }
    const { quote: after } = (await quoteFrom(tokens.usdc, service.client, ask)).intent
    expect(after.toAmount, `round ${round}`).toBeGreaterThan(900_000_000n)
    expect(after.toAmount, `round ${round}`).toBeLessThan(before.toAmount)
    before = after
  }
})

test('what is no token is refused with the reason, and a switch leaves unlisted tokens out', async () => {
  const nobody = '0x000000000000000000000000000000000000dEaD'
  await expect(quoteFrom(nobody)).rejects.toMatchObject({ cause: expect.stringContaining('has no contract') })
  const { factory } = service.devnet.contracts.uniswapV3
  await expect(quoteFrom(factory)).rejects.toMatchObject({ cause: expect.stringContaining('is no token') })
  const token = await place('FarSlot')
  const found = await service.client.getTokenList({ chainIds: [harbor], tokenAddress: token, includeExternal: true })
  expect(found.tokens).toMatchObject([{ address: token, symbol: 'FAR', decimals: 6, featured: false }])
  const list = await service.client.getTokenList({ chainIds: [harbor], includeAllListed: true, includeExternal: true })
  expect(list.tokens.some(({ address }) => address === token)).toBe(false)
  const shown = await runCli([
    'quote',
    '50',
    `${token}@harbor`,
    'USDC@harbor',
    '--owner',
    owner(),
    '--url',
    service.app.url,
  ])
  expect(shown.out, shown.err).toMatch(/50 FAR on Harbor/)

  const folder = mkdtempSync(join(tmpdir(), 'causeway-lists-'))
  const file = join(folder, 'list.json')
  const entry = { chainId: harbor, address: token, name: 'Far token', symbol: 'FAR', decimals: 6 }
  writeFileSync(file, JSON.stringify({ name: 'Others', tokens: [entry] }))
  const listing = await startServiceOn(service.devnet, service.database.url, {
    tokens: { readUnknown: false, externalLists: [file] },
  })
  onTestFinished(async () => {
    await listing.stop()
    rmSync(folder, { recursive: true })
  })
  const client = createClient({ url: listing.url })
  await expect(quoteFrom(await place('FarSlot'), client)).rejects.toMatchObject({
    cause: expect.stringContaining('is in no token list'),
  })
  const { tokenPrices } = await client.getTokenPrices({ tokens: [{ chainId: harbor, tokenAddress: token }] })
  expect(tokenPrices[0]!.priceUsd).toBeCloseTo(1, 2)
  expect((await quoteFrom(token, client)).intent.quote.toAmount).toBeGreaterThan(48_000_000n)
  expect(
    (await quoteFrom(zeroAddress, client, { originTokenAmount: 10n ** 16n, destinationTokenAddress: token })).intent
      .quote.toAmount,
  ).toBeGreaterThan(1n)
})
