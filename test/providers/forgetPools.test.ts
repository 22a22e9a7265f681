import { afterAll, beforeAll, expect, test } from 'vitest'
import { sameAddress } from '../../src/evm/address.ts'
import type { Address } from '../../src/interface/fields.ts'
import { createTokenLists, readMax } from '../../src/tokens/tokenLists.ts'
import { type DevnetFixture, type FollowedSync, followPools, startFixture } from './setup.ts'

let fixture: DevnetFixture
let sync: FollowedSync
beforeAll(async () => {
  fixture = await startFixture()
  const { usdc, weth } = fixture.devnet.contracts
  fixture.tokens.splice(0, fixture.tokens.length, usdc, weth)
  // Tokens with a feed are followed whoever asks; here nobody has one.
  sync = followPools(fixture, [{ ...fixture.harbor, definition: { ...fixture.harbor.definition, feeds: [] } }])
  await sync.ready()
})
afterAll(async () => {
  await sync?.stop()
  await fixture?.stop()
})

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

test('of tokens that callers name a few hundred are known at once', () => {
  const lists = createTokenLists({ chainIds: [1], own: [] })
  const token = (at: number) => ({
    chainId: 1,
    address: `0x${at.toString(16).padStart(40, '0')}` as Address,
    name: `T${at}`,
    symbol: `T${at}`,
    decimals: 18,
    featured: false,
    featureIndex: 0,
  })
  for (let at = 1; at <= readMax + 50; at++) lists.add(token(at))
  expect(lists.known(1).length).toBe(readMax)
  expect(lists.find(1, token(50).address)).toBeUndefined()
  expect(lists.find(1, token(51).address)).toBeDefined()
})
