import fc from 'fast-check'
import { type Address, encodeFunctionData, encodePacked, maxUint256, parseAbi } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { devnetAddresses } from '../../src/chains/definitions/devnet/devnetAddresses.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import { addressKey } from '../../src/evm/address.ts'
import { discoverPools, readPools } from '../../src/providers/poolReader.ts'
import { uniswapV2Abi, uniswapV3Abi } from '../../src/providers/protocolAbis.ts'
import { wordOfTick } from '../../src/providers/tickReader.ts'
import type { Pool, PoolV3 } from '../../src/routing/pool.ts'
import { forAllAwaited } from '../forAll.ts'
import { followPools, rpcUrlOf, sendAs, useMarket } from './setup.ts'

const managerAbi = parseAbi([
  'struct MintParams { address token0; address token1; uint24 fee; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; }',
  'function mint(MintParams params) payable returns (uint256 tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)',
  'function createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 sqrtPriceX96) payable returns (address)',
  'struct DecreaseParams { uint256 tokenId; uint128 liquidity; uint256 amount0Min; uint256 amount1Min; uint256 deadline; }',
  'function decreaseLiquidity(DecreaseParams params) payable returns (uint256 amount0, uint256 amount1)',
  'function positions(uint256 tokenId) view returns (uint96 nonce, address operator, address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint128 liquidity, uint256 a, uint256 b, uint128 c, uint128 d)',
  'event IncreaseLiquidity(uint256 indexed tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)',
  'function addLiquidity(address tokenA, address tokenB, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
])

const { uniswapV2, uniswapV3 } = devnetAddresses
const { fixture, user, sync } = useMarket(0, [uniswapV2.router, uniswapV3.router, uniswapV3.positionManager])

/** Every pool as the chain tells it now, looking also where the synchronised one knows ticks. */
async function freshPools(): Promise<Map<string, Pool>> {
  const { harbor, tokens } = fixture
  const block = Number(await rpc<string>(rpcUrlOf(fixture, harbor), 'eth_blockNumber'))
  const pairs = tokens.flatMap((a, index) => tokens.slice(index + 1).map((b): [Address, Address] => [a, b]))
  const facts = await discoverPools(harbor, pairs, block)
  const ours = new Map(ourPools().map((pool) => [addressKey(pool.id), pool]))
  return readPools(harbor, facts, block, (id) => {
    const pool = ours.get(addressKey(id)) as PoolV3
    return pool?.ticks.map(({ index }) => wordOfTick(index, pool.tickSpacing)) ?? []
  })
}

const ourPools = (): Pool[] => sync.graph(fixture.harbor.id)!.pools.filter((pool) => pool !== undefined)
const byId = (pools: Iterable<Pool>) => [...pools].toSorted((a, b) => (addressKey(a.id) < addressKey(b.id) ? -1 : 1))

async function expectFresh(): Promise<void> {
  await sync.caughtUp(fixture.harbor)
  expect(byId(ourPools())).toEqual(byId((await freshPools()).values()))
}

const act = (to: Address, data: `0x${string}`) => sendAs(fixture, fixture.harbor, user, { to, data })

async function swap(pool: Pool, zeroForOne: boolean, share: number): Promise<void> {
  const [tokenIn, tokenOut] = zeroForOne ? [pool.token0, pool.token1] : [pool.token1, pool.token0]
  const amountIn = ((await fixture.harbor.balance(tokenIn, user)) * BigInt(share)) / 1_000n
  if (amountIn === 0n) return
  const { uniswapV2, uniswapV3 } = fixture.devnet.contracts
  const path = [tokenIn, tokenOut]
  const v2 = () =>
    encodeFunctionData({
      abi: uniswapV2Abi,
      functionName: 'swapExactTokensForTokens',
      args: [amountIn, 0n, path, user, maxUint256],
    })
  const v3 = () => {
    const packed = encodePacked(['address', 'uint24', 'address'], [tokenIn, pool.feePpm, tokenOut])
    const params = { path: packed, recipient: user, deadline: maxUint256, amountIn, amountOutMinimum: 0n }
    return encodeFunctionData({ abi: uniswapV3Abi, functionName: 'exactInput', args: [params] })
  }
  await (pool.kind === 'v2' ? act(uniswapV2.router, v2()) : act(uniswapV3.router, v3()))
}

async function add(pool: Pool, below: number, above: number): Promise<void> {
  const { uniswapV2, uniswapV3 } = fixture.devnet.contracts
  const [amount0, amount1] = await Promise.all(
    [pool.token0, pool.token1].map(async (token) => (await fixture.harbor.balance(token, user)) / 50n),
  )
  if (pool.kind === 'v2') {
    const args = [pool.token0, pool.token1, amount0!, amount1!, 0n, 0n, user, maxUint256] as const
    await act(uniswapV2.router, encodeFunctionData({ abi: managerAbi, functionName: 'addLiquidity', args }))
    return
  }
  if (pool.kind !== 'v3') throw new Error(`${pool.id} takes no position`)
  const spacing = pool.tickSpacing
  const tickLower = Math.floor(pool.tick / spacing) * spacing - below * spacing
  const tickUpper = Math.floor(pool.tick / spacing) * spacing + above * spacing
  const { token0, token1, feePpm: fee } = pool
  const rest = { amount0Min: 0n, amount1Min: 0n, recipient: user, deadline: maxUint256 }
  const params = {
    token0,
    token1,
    fee,
    tickLower,
    tickUpper,
    amount0Desired: amount0!,
    amount1Desired: amount1!,
    ...rest,
  }
  const data = encodeFunctionData({ abi: managerAbi, functionName: 'mint', args: [params] })
  const { logs } = await act(uniswapV3.positionManager, data)
  const increased = logs.findLast(({ address }) => addressKey(address) === addressKey(uniswapV3.positionManager))!
  minted.push(BigInt(increased.topics[1]!))
}

const minted: bigint[] = []

async function remove(share: number): Promise<void> {
  const tokenId = minted.at(-1)
  if (tokenId === undefined) return
  const manager = fixture.devnet.contracts.uniswapV3.positionManager
  const call = encodeFunctionData({ abi: managerAbi, functionName: 'positions', args: [tokenId] })
  const outcome = await fixture.harbor.read({ to: manager, data: call })
  if (!outcome.ok) return
  const liquidity = (BigInt(`0x${outcome.data.slice(2 + 64 * 7, 2 + 64 * 8)}`) * BigInt(share)) / 100n
  if (liquidity === 0n) return
  const params = { tokenId, liquidity, amount0Min: 0n, amount1Min: 0n, deadline: maxUint256 }
  await act(manager, encodeFunctionData({ abi: managerAbi, functionName: 'decreaseLiquidity', args: [params] }))
}

const action = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('swap' as const),
      pool: fc.nat(99),
      zeroForOne: fc.boolean(),
      share: fc.integer({ min: 1, max: 300 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      pool: fc.nat(99),
      below: fc.integer({ min: -3, max: 40 }),
      width: fc.integer({ min: 1, max: 60 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), share: fc.integer({ min: 1, max: 100 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reorg' as const), depth: fc.integer({ min: 1, max: 6 }) }) },
)

test('the pools found are those that the factories made', () => {
  const counts = new Map<string, number>()
  for (const { provider } of ourPools()) counts.set(provider, (counts.get(provider) ?? 0) + 1)
  expect(Object.fromEntries(counts)).toEqual({
    UNISWAP_V3: 13,
    UNISWAP_V2: 6,
    UNISWAP_V4: 2,
    PANCAKESWAP_V3: 1,
    CURVE_STABLE: 1,
    SOLIDLY_STABLE: 1,
  })
})

test('after swaps, mints, burns and reorgs the pools equal a fresh read', async () => {
  await expectFresh()
  let reorgs = 0
  await forAllAwaited(
    { seed: 20_261_115, numRuns: 4, endOnFailure: true },
    fc.array(action, { minLength: 6, maxLength: 12 }),
    async (actions) => {
      for (const one of actions) {
        const pools = byId(ourPools().filter(({ provider }) => /^UNISWAP_V[23]$/.test(provider)))
        if (one.do === 'swap') await swap(pools[one.pool % pools.length]!, one.zeroForOne, one.share)
        if (one.do === 'add') await add(pools[one.pool % pools.length]!, one.below, one.width - one.below)
        if (one.do === 'remove') await remove(one.share)
        if (one.do !== 'reorg') continue
        // Every second one takes back blocks that are known; the others may be over before anybody looked.
        if (reorgs++ % 2 === 0) await sync.caughtUp(fixture.harbor)
        await rpc(rpcUrlOf(fixture, fixture.harbor), 'anvil_reorg', [one.depth, []])
      }
      await expectFresh()
    },
  )
  expect(sync.failures).toEqual([])
  expect(sync.steps.some(({ reorgDepth }) => reorgDepth > 0)).toBe(true)
  // Only the start reads everything; the rest comes from logs and from the pools that reorgs touched.
  expect(sync.steps.filter(({ full }) => full)).toHaveLength(1)
})

test('a pool that is created later is followed, and forgotten when its creation is undone', async () => {
  const { wbtc, dai, uniswapV3 } = fixture.devnet.contracts
  const [token0, token1] = addressKey(wbtc) < addressKey(dai) ? [wbtc, dai] : [dai, wbtc]
  const before = ourPools().length
  const args = [token0, token1, 3_000, 2n ** 96n] as const
  const data = encodeFunctionData({ abi: managerAbi, functionName: 'createAndInitializePoolIfNecessary', args })
  const { blockNumber } = await act(uniswapV3.positionManager, data)
  await expectFresh()
  expect(ourPools()).toHaveLength(before + 1)
  // One deeper than needed: the node sometimes mines an empty block of its own.
  const head = await rpc<string>(rpcUrlOf(fixture, fixture.harbor), 'eth_blockNumber')
  await rpc(rpcUrlOf(fixture, fixture.harbor), 'anvil_reorg', [Number(head) - Number(blockNumber) + 2, []])
  await expectFresh()
  expect(ourPools()).toHaveLength(before)
})

test('a tick far from the price is found by looking through the rest of the line', async () => {
  const pool = ourPools().find((one): one is PoolV3 => one.kind === 'v3' && one.tickSpacing === 60)!
  await add(pool, -300, 310)
  await expectFresh()
  const ours = ourPools().find(({ id }) => id === pool.id)!
  const pair = { ...fixture, tokens: [pool.token0, pool.token1] }
  const late = followPools(pair, [fixture.harbor], { scanWordsPerHead: 7_000, historyBlocksMax: 0 })
  await late.ready()
  const seen = () => late.graph(fixture.harbor.id)!.pools.find((one) => one?.id === pool.id)
  for (let blocks = 0; blocks < 4; blocks++) {
    await rpc(rpcUrlOf(fixture, fixture.harbor), 'evm_mine')
    await late.caughtUp(fixture.harbor)
  }
  expect(seen()).toEqual(ours)
  await late.stop()
})

test('while nobody quotes heads are put off; the logs of all of them are read before a quote, and from then on every head is followed', async () => {
  const idle = followPools(fixture, [fixture.harbor], { idleMs: 3_600_000, catchUpMsMax: 600_000 })
  onTestFinished(() => idle.stop())
  await idle.ready()
  const before = idle.steps.length
  const pool = byId(ourPools())[0]!
  for (let swaps = 0; swaps < 6; swaps++) await swap(pool, swaps % 2 === 0, 5)
  await sync.caughtUp(fixture.harbor)
  expect(idle.steps).toHaveLength(before)
  await idle.catchUp(fixture.harbor.id)
  const [step, ...more] = idle.steps.slice(before)
  expect([step!.full, step!.reread, more]).toEqual([false, 0, []])
  expect(step!.logs).toBeGreaterThanOrEqual(6)
  const pools = () => idle.graph(fixture.harbor.id)!.pools.filter((one) => one !== undefined)
  expect(byId(pools())).toEqual(byId(ourPools()))
  await swap(pool, true, 5)
  await Promise.all([idle.caughtUp(fixture.harbor), sync.caughtUp(fixture.harbor)])
  expect(byId(pools())).toEqual(byId(ourPools()))
})
