import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { devnetAddresses } from '../../src/chains/definitions/devnet/devnetAddresses.ts'
import { devnetChains, devnetTokens, tokenNames } from '../../src/chains/definitions/devnet/facts.ts'
import type { Address } from '../../src/interface/fields.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import type { TokenInfo } from '../../src/interface/tokenShapes.ts'
import { ownTokens } from '../../src/tokens/ownTokens.ts'
import { readExternalList } from '../../src/tokens/readExternalList.ts'
import { createTokenLists, type TokenQuery } from '../../src/tokens/tokenLists.ts'
import { forAll } from '../forAll.ts'
import { post, serve } from './serve.ts'

const symbolsOf = (answer: { body: Record<string, unknown> }) =>
  (answer.body.tokens as TokenInfo[]).map(({ symbol }) => symbol)

describe('over HTTP', () => {
  const rows: [string, object, string[]][] = [
    ['featured tokens in their order', {}, ['ETH', 'USDC', 'WETH', 'USDT', 'DAI']],
    ['all of ours', { includeAllListed: true }, ['ETH', 'USDC', 'WETH', 'USDT', 'DAI', 'WBTC']],
    ['at most so many', { limit: 2 }, ['ETH', 'USDC']],
    ['symbol by prefix before the rest', { searchQuery: ' us ' }, ['USDC', 'USDT']],
    ['exact symbol first', { searchQuery: 'eth' }, ['ETH', 'WETH', 'USDT']],
    ['a word of the name', { searchQuery: 'stable' }, ['DAI']],
    ['one address, in any case', { tokenAddress: devnetAddresses.usdc.toLowerCase() }, ['USDC']],
    ['the alias of the native token', { tokenAddress: `0x${'e'.repeat(40)}` }, ['ETH']],
    ['an address as the search', { searchQuery: devnetAddresses.weth }, ['WETH']],
    ['without what is excluded', { excludeTokens: [nativeToken, devnetAddresses.dai] }, ['USDC', 'WETH', 'USDT']],
    ['nothing for nonsense', { searchQuery: 'zzz' }, []],
    ['null reads as left out', { searchQuery: null, limit: null }, ['ETH', 'USDC', 'WETH', 'USDT', 'DAI']],
  ]
  test.each(rows)('%s', async (_name, ask, symbols) => {
    const { url } = await serve()
    for (let again = 0; again < 2; again++) {
      expect(symbolsOf(await post(url, 'GetTokenList', { chainIds: [31337], ...ask }))).toEqual(symbols)
    }
  })

  test('several chains share the order, and a chain named twice counts once', async () => {
    const { url } = await serve()
    const { body } = await post(url, 'GetTokenList', { chainIds: [31338, 31337, 31338], limit: 3 })
    expect((body.tokens as TokenInfo[]).map(({ chainId, symbol }) => `${symbol} ${chainId}`)).toEqual([
      'ETH 31337',
      'ETH 31338',
      'USDC 31337',
    ])
  })

  test('a repeated body gets the same bytes, and who sends it is looked at every time', async () => {
    const { url } = await serve({ switches: { clientVersionMin: { '*': '2.0.0' } } })
    const ask = { chainIds: [31337], limit: 3 }
    const first = await post(url, 'GetTokenList', ask)
    expect((await post(url, 'GetTokenList', ask)).text).toBe(first.text)
    const refusals: [Record<string, string>, string][] = [
      [{ 'x-access-key': 'wrong' }, 'AccessKeyNotFound'],
      [{ 'x-client-version': '1.0.0' }, 'ClientOutdated'],
      [{ 'content-type': 'text/plain' }, 'WebrpcBadRequest'],
      [{ 'idempotency-key': 'x'.repeat(256) }, 'InvalidArgument'],
    ]
    for (const [headers, error] of refusals) {
      expect((await post(url, 'GetTokenList', ask, headers)).body.error).toBe(error)
    }
    expect((await post(url, 'GetChains', ask)).body).toHaveProperty('chains')
  })

  test('tokens of external lists come only to who asks, after ours, and ours win', async () => {
    const external = [token('AAA', '0x00000000000000000000000000000000000000aa'), token('FAKE', devnetAddresses.usdc)]
    const tokens = createTokenLists({ chainIds: [31337], own: ownTokens(), external })
    const { url } = await serve({}, { ports: { tokens } })
    expect(symbolsOf(await post(url, 'GetTokenList', { chainIds: [31337] }))).not.toContain('AAA')
    const all = await post(url, 'GetTokenList', { chainIds: [31337], includeExternal: true })
    expect(symbolsOf(all)).toEqual(['ETH', 'USDC', 'WETH', 'USDT', 'DAI', 'AAA'])
  })
})

describe('the lists', () => {
  test('of the local chains name the tokens that are really there', () => {
    for (const { id } of devnetChains) {
      const listed = createTokenLists({ chainIds: [id], own: ownTokens() }).listed(id)
      for (const name of tokenNames) {
        const { symbol, decimals } = devnetTokens[name]
        expect(listed.find((one) => one.symbol === symbol)).toMatchObject({ address: devnetAddresses[name], decimals })
      }
      expect(listed).toHaveLength(tokenNames.length + 1)
    }
  })

  test('hold no token twice and one native token a chain', () => {
    const own = ownTokens()
    expect(new Set(own.map(({ chainId, address }) => `${chainId} ${address}`)).size).toBe(own.length)
    const chains = new Set(own.map(({ chainId }) => chainId))
    expect(own.filter(({ address }) => address === nativeToken)).toHaveLength(chains.size)
  })

  test('an external list is read from a file, its foreign chains skipped unread', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'causeway-list-')), 'list.json')
    const entry = { chainId: 31337, address: `0x${'a1'.repeat(20)}`, name: 'A', symbol: 'A', decimals: 6 }
    const foreign = { chainId: 501, address: 'So11111111111111111111111111111111111111112', name: 'S' }
    const tokens = [{ ...entry, logoURI: 'javascript:alert(1)' }, foreign]
    await writeFile(file, JSON.stringify({ name: 'mine', timestamp: '', version: {}, tokens }))
    const read = await readExternalList(file, [31337])
    expect(read).toEqual([
      { ...entry, address: expect.stringMatching(/^0x/), featured: false, featureIndex: 1_000_000 },
    ])
    await writeFile(file, JSON.stringify({ name: 'mine', tokens: [{ ...entry, decimals: -1 }] }))
    await expect(readExternalList(file, [31337])).rejects.toThrow(/malformed: decimals/)
  })
})

test('any query gives tokens of the chains asked, once each, in order, within the limit', () => {
  const symbols = ['AAA', 'aab', 'BBB', 'Abc', 'ZZZ']
  const anyToken = fc.record({
    chainId: fc.constantFrom(1, 2, 3),
    address: fc.constantFrom(...Array.from({ length: 9 }, (_, index) => `0x${String(index).repeat(40)}` as Address)),
    symbol: fc.constantFrom(...symbols),
    name: fc.constantFrom('Alpha', 'Beta', 'alphabet'),
    decimals: fc.constant(18),
    featured: fc.boolean(),
    featureIndex: fc.nat(3),
  })
  const anyQuery: fc.Arbitrary<TokenQuery> = fc.record(
    {
      chainIds: fc.subarray([1, 2, 3]),
      limit: fc.integer({ min: 1, max: 10 }),
      includeAllListed: fc.boolean(),
      includeExternal: fc.boolean(),
      searchQuery: fc.constantFrom('a', 'al', 'BB', '0x1', ''),
    },
    { requiredKeys: ['chainIds'] },
  )
  forAll({ seed: 20_261_115, numRuns: 300 }, fc.array(anyToken), fc.array(anyToken), anyQuery, (own, external, ask) => {
    const lists = createTokenLists({ chainIds: [1, 2], own, external })
    const got = lists.query(ask)
    expect(got.length).toBeLessThanOrEqual(ask.limit ?? 100)
    expect(new Set(got.map(({ chainId, address }) => `${chainId}${address}`)).size).toBe(got.length)
    for (const one of got) {
      expect(ask.chainIds).toContain(one.chainId)
      expect(one.chainId).not.toBe(3)
      if (!ask.includeAllListed && !ask.includeExternal) expect(one.featured).toBe(true)
    }
    if (ask.searchQuery) return
    const firstPlain = got.findIndex(({ featured }) => !featured)
    const plain = firstPlain < 0 ? [] : got.slice(firstPlain)
    expect(plain.every(({ featured }) => !featured)).toBe(true)
    const lower = plain.map(({ symbol }) => symbol.toLowerCase())
    expect(lower).toEqual(lower.toSorted())
  })
})

function token(symbol: string, address: string): TokenInfo {
  return {
    chainId: 31337,
    address: address as Address,
    name: symbol,
    symbol,
    decimals: 18,
    featured: true,
    featureIndex: 0,
  }
}
