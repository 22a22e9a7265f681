import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as viemChains from 'viem/chains'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { ChainDefinition } from '../../src/chains/chainDefinition.ts'
import { mainnets } from '../../src/chains/definitions/mainnets.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import { ownTokens } from '../../src/tokens/ownTokens.ts'

const tokenRows = z.record(z.string(), z.tuple([z.string(), z.number()]))
/** The published facts of one chain, written by scripts/checkAddresses.ts from named package versions. */
const chainBook = z.object({
  id: z.number(),
  aaveV3: z.object({ pool: z.string(), dataProvider: z.string(), oracle: z.string() }).optional(),
  feeds: z.record(z.string(), z.string()),
  sequencerUptime: z.string().optional(),
  uniswapV2: z.object({ factory: z.string().optional(), router: z.string().optional() }),
  uniswapV3: z.object({ factory: z.string().optional(), router02: z.string().optional() }),
  uniswapV4: z.object({
    poolManager: z.string().optional(),
    stateView: z.string().optional(),
    universalRouter: z.string().optional(),
  }),
  pancakeswapV3: z.object({ factory: z.string().optional(), router: z.string().optional() }),
  across: z.object({ spokePool: z.string().optional() }),
  cctp: z
    .object({ domain: z.number(), tokenMessenger: z.string(), messageTransmitter: z.string(), usdc: z.string() })
    .optional(),
  layerZero: z
    .object({
      eid: z.number(),
      endpoint: z.string(),
      ofts: z.array(
        z.object({
          asset: z.string(),
          token: z.string(),
          decimals: z.number(),
          sharedDecimals: z.number(),
          oft: z.string(),
        }),
      ),
    })
    .optional(),
  l1Fee: z
    .union([
      z.object({ by: z.literal('oracle'), oracle: z.string() }),
      z.object({ by: z.literal('nodeInterface'), nodeInterface: z.string() }),
    ])
    .optional(),
  aaveAssets: tokenRows,
  uniswapTokens: tokenRows,
  acrossTokens: tokenRows,
})
const [, ...lines] = readFileSync(new URL('addressBooks.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
const chainBooks = lines.map((line) => chainBook.parse(JSON.parse(line)))
const bookOf = (id: number) => chainBooks.find((book) => book.id === id)!
/** Feeds that price a native token under another name: POL was MATIC, and xDAI is bridged DAI. */
const feedNames: Record<string, string> = { POL: 'MATIC', XDAI: 'DAI' }
const given = (value: object) => Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined))

test.each(mainnets)(
  '$name: every contract is the one in its protocol’s book, and none in a book is left out',
  (chain) => {
    const book = bookOf(chain.id)
    const {
      uniswapV2 = {},
      uniswapV3,
      uniswapV4 = {},
      pancakeswapV3,
      across = {},
      aaveV3,
      cctp,
      layerZero,
      sequencerUptime,
    } = chain
    expect(uniswapV2).toEqual(given(book.uniswapV2))
    expect(uniswapV3).toEqual(
      book.uniswapV3.factory && {
        factory: book.uniswapV3.factory,
        router: book.uniswapV3.router02,
        routerTakesDeadline: false,
      },
    )
    expect(uniswapV4).toEqual(given(book.uniswapV4))
    expect(pancakeswapV3).toEqual(book.pancakeswapV3.factory && { ...book.pancakeswapV3, routerTakesDeadline: false })
    expect(across).toEqual(given(book.across))
    expect(aaveV3).toEqual(book.aaveV3)
    expect(layerZero).toEqual(book.layerZero)
    expect(sequencerUptime).toBe(book.sequencerUptime)
    const { standardS, fastS: _, ...contracts } = cctp ?? {}
    expect(cctp && contracts).toEqual(book.cctp)
    expect(standardS !== undefined).toBe(cctp !== undefined)
  },
)

/** Rollups of the OP stack have the oracle that viem names; the others that of their own package. */
test.each(mainnets)('$name: what its bytes cost is asked where the rollup’s own package says', (chain) => {
  const known = Object.values(viemChains).find(({ id }) => id === chain.id)!
  const { gasPriceOracle } = (known.contracts ?? {}) as { gasPriceOracle?: { address: string } }
  const opStack = gasPriceOracle && { by: 'oracle', oracle: gasPriceOracle.address }
  expect(chain.l1Fee).toEqual(opStack ?? bookOf(chain.id).l1Fee)
})

test.each(mainnets)('$name: each feed prices the token that it stands beside', (chain) => {
  const symbols = new Map(ownTokens().flatMap((one) => (one.chainId === chain.id ? [[one.address, one.symbol]] : [])))
  expect(chain.feeds.some(({ token }) => token === nativeToken)).toBe(true)
  for (const { token, feed } of chain.feeds) {
    const symbol = symbols.get(token)!
    expect([symbol, bookOf(chain.id).feeds[`${feedNames[symbol] ?? symbol}/USD`]]).toEqual([symbol, feed])
  }
})

test.each(mainnets)('$name: viem knows the chain by the same facts', (chain) => {
  const known = Object.values(viemChains).find(({ id }) => id === chain.id)!
  expect(known.nativeCurrency.symbol).toBe(chain.nativeCurrency.symbol)
  expect(known.nativeCurrency.decimals).toBe(chain.nativeCurrency.decimals)
  expect(known.blockTime).toBe(chain.blockTimeMs)
  expect(known.blockExplorers!.default.url).toBe(chain.blockExplorer!.url)
  const { multicall3 } = known.contracts as { multicall3: { address: string } }
  expect(multicall3.address.toLowerCase()).toBe(chain.multicall3.toLowerCase())
})

test.each(mainnets)(
  '$name: every listed token, and the wrapped native one, is in a book with its decimals',
  (chain) => {
    const listed = ownTokens().filter(({ chainId, address }) => chainId === chain.id && address !== nativeToken)
    expect(listed.some(({ address }) => address === chain.wrappedNative)).toBe(true)
    for (const { symbol, address, decimals } of listed) {
      expect([symbol, ...inBooks(chain.id, symbol)]).toContainEqual([address, decimals])
    }
    expect(wrappedInBooks(chain)).toContain(chain.wrappedNative)
  },
)

test.each(mainnets)('$name: a token that bridges is one that Across or CCTP carries', (chain) => {
  const bridged = ownTokens().filter(
    ({ chainId, address, supportsBridging }) => chainId === chain.id && address !== nativeToken && supportsBridging,
  )
  const { acrossTokens, cctp } = bookOf(chain.id)
  for (const { symbol, address } of bridged) {
    expect([symbol, acrossTokens[symbol]?.[0] ?? cctp?.usdc]).toEqual([symbol, address])
  }
})

test('the book of Across that is installed says the same as the one that was read', () => {
  const require = createRequire(import.meta.url)
  const installed = require('@across-protocol/contracts/dist/broadcast/deployed-addresses.json')
  for (const { id, across } of mainnets) {
    expect([id, installed.chains[id]?.contracts.SpokePool?.address]).toEqual([id, across?.spokePool])
  }
})

/** Aave adds a suffix where two tokens share a symbol: `USDCn` is native, `WETHe` was bridged. */
function inBooks(id: number, symbol: string): [string, number][] {
  const { aaveAssets, uniswapTokens, acrossTokens } = bookOf(id)
  const named = (table: Record<string, [string, number]>, names: string[]) =>
    names.flatMap((name) => (table[name] ? [table[name]] : []))
  return [
    ...named(aaveAssets, [symbol, `${symbol}n`, `${symbol}e`, `${symbol}0`, symbol.replace('USDT', 'USDt')]),
    ...named(uniswapTokens, [symbol]),
    ...named(acrossTokens, [symbol, `${symbol}-BNB`]),
  ]
}

function wrappedInBooks({ id, nativeCurrency }: ChainDefinition): string[] {
  return inBooks(id, `W${nativeCurrency.symbol}`).map(([address]) => address)
}
