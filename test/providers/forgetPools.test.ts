import { afterAll, beforeAll, expect, test } from 'vitest'
import { sameAddress } from '../../src/evm/address.ts'
import type { Address } from '../../src/interface/fields.ts'
import { useForAll } from '../useParts.ts'
import { type FollowedSync, followPools, startFixture } from './setup.ts'

const fixture = useForAll(startFixture)
let sync: FollowedSync
beforeAll(async () => {
  const { usdc, weth } = fixture.devnet.contracts
  fixture.tokens.splice(0, fixture.tokens.length, usdc, weth)
  // Tokens with a feed are followed whoever asks; here nobody has one.
  sync = followPools(fixture, [{ ...fixture.harbor, definition: { ...fixture.harbor.definition, feeds: [] } }], {
    slotsSpare: 0,
  })
  await sync.ready()
})
afterAll(() => sync?.stop())

const poolsOf = (token: Address) =>
  sync
    .graph(fixture.harbor.id)!
    .pools.filter((pool) => pool && (sameAddress(pool.token0, token) || sameAddress(pool.token1, token)))

test('pools of a token that was read are followed as long as it is known, and no longer', async () => {
  const { dai, wbtc, usdc, weth } = fixture.devnet.contracts
  const listed = poolsOf(usdc).length
  expect(listed).toBeGreaterThan(0)
  fixture.tokens.push(dai)
  await sync.include(fixture.harbor.id, dai)
  expect(poolsOf(dai).length).toBeGreaterThan(0)

  // It makes way for another.
  fixture.tokens.splice(0, fixture.tokens.length, usdc, weth, wbtc)
  await sync.include(fixture.harbor.id, wbtc)
  expect(poolsOf(wbtc).length).toBeGreaterThan(0)
  expect(poolsOf(dai)).toEqual([])
  expect(poolsOf(usdc).length).toBeGreaterThanOrEqual(listed)
  expect(sync.failures).toEqual([])
})

test('what is forgotten leaves nothing behind in the graph', async () => {
  const { weth, usdc, dai } = fixture.devnet.contracts
  const places = () => [sync.graph(fixture.harbor.id)!.pools.length, sync.graph(fixture.harbor.id)!.tokens.length]
  fixture.tokens.splice(0, fixture.tokens.length, weth)
  await sync.include(fixture.harbor.id, `0x${'77'.repeat(20)}`)
  expect(places()).toEqual([0, 0])
  // And it is followed again when somebody asks again.
  fixture.tokens.push(usdc, dai)
  await sync.include(fixture.harbor.id, dai)
  expect(poolsOf(dai).length).toBeGreaterThan(0)
  expect(sync.failures).toEqual([])
})
