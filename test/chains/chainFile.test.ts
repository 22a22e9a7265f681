import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readChainFiles } from '../../src/app/readChainFiles.ts'
import { devnetDefinitions } from '../../src/chains/definitions/devnet/devnetDefinitions.ts'
import { mainnets } from '../../src/chains/definitions/mainnets.ts'
import { trustedChains } from '../../src/intents/trustedChains.ts'
import { printJson } from '../../src/interface/json.ts'
import { ownChainFrom } from '../../src/sdk/client.ts'
import { ownTokens } from '../../src/tokens/ownTokens.ts'
import { runCli } from '../cli/runCli.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'

/** A chain that is known, as somebody would have to write it down. */
function fileOf(id: number): Record<string, unknown> {
  const definition = [...mainnets, ...devnetDefinitions()].find((one) => one.id === id)!
  const finality = definition.finality.map(({ belowUsd, depth }) => ({
    ...(Number.isFinite(belowUsd) && { belowUsd }),
    depth,
  }))
  const tokens = ownTokens()
    .filter(({ chainId }) => chainId === id)
    .map(({ chainId: _chainId, featured: _featured, featureIndex: _index, ...token }) => token)
  return { ...definition, finality, tokens }
}

async function read(id: number, content: unknown) {
  const file = join(await mkdtemp(join(tmpdir(), 'causeway-chain-')), 'chain.json')
  await writeFile(file, typeof content === 'string' ? content : printJson(content))
  return readChainFiles({ chains: [{ id, rpcUrls: [], wsUrls: [], file }] } as Parameters<typeof readChainFiles>[0])
}

test.each(mainnets.map(({ name, id }) => [name, id] as const))(
  '%s could be served from a file: it says the same as the source',
  async (_name, id) => {
    const { definitions, tokens } = await read(id, fileOf(id))
    expect(definitions[0]).toEqual(mainnets.find((one) => one.id === id))
    const own = ownTokens().filter(({ chainId }) => chainId === id)
    expect(tokens.map(({ address, symbol, decimals }) => ({ address, symbol, decimals }))).toEqual(
      own.map(({ address, symbol, decimals }) => ({ address, symbol, decimals })),
    )
  },
)

test('a client that is given the same file knows bridges, tokens and markets as its own list does', () => {
  let compared = 0
  for (const known of trustedChains.filter(({ id }) => mainnets.some((one) => one.id === id))) {
    const own = ownChainFrom(printJson(fileOf(known.id)))
    expect(own).toMatchObject({ id: known.id, name: known.name, wrappedNative: known.wrappedNative })
    expect([own.spokePool, own.cctp]).toEqual([known.spokePool, known.cctp])
    const bridged = Object.entries(own.assets)
    compared += bridged.length
    for (const [symbol, address] of bridged) expect(known.assets[symbol]).toBe(address)
  }
  expect(compared).toBeGreaterThan(10)
})

const base = () => fileOf(8453)
const refusals: [string, unknown, RegExp][] = [
  ['is no JSON', '{', /is not JSON/],
  ['another chain', { ...base(), id: 10 }, /describes chain 10, and is named for chain 8453/],
  ['a misspelt fact', { ...base(), uniswapv3: {} }, /uniswapv3/],
  [
    'an address with a wrong checksum',
    { ...base(), multicall3: '0xcA11bde05977b3631167028862be2a173976CA11' },
    /multicall3: /,
  ],
  [
    'no finality above a sum',
    { ...base(), finality: [{ belowUsd: 5, depth: 1 }] },
    /finality: the last row must have no belowUsd/,
  ],
  [
    'finality that descends',
    { ...base(), finality: [{ belowUsd: 9, depth: 1 }, { belowUsd: 5, depth: 2 }, { depth: 3 }] },
    /rows must ascend/,
  ],
  ['no price of the native token', { ...base(), feeds: [] }, /feeds: needs a feed for the native token/],
  [
    'a token twice',
    { ...base(), tokens: [1, 2].map(() => (base().tokens as object[])[0]) },
    /tokens: each token may be listed once/,
  ],
]
test.each(refusals)('refused with a reason: %s', async (_name, content, reason) => {
  await expect(read(8453, content)).rejects.toThrow(reason)
})

test('a file that is not there is named', async () => {
  const chains = [{ id: 7, rpcUrls: [], wsUrls: [], file: '/nowhere/seven.json' }]
  await expect(readChainFiles({ chains } as Parameters<typeof readChainFiles>[0])).rejects.toThrow(
    'chains: cannot read /nowhere/seven.json of chain 7 (ENOENT)',
  )
})

test('the text log of a service names a chain as its file does', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'causeway-chain-')), 'chain.json')
  await writeFile(file, printJson({ ...base(), id: 7_777, name: 'Seven', tokens: [] }))
  const chains = printJson([{ id: 7_777, rpcUrls: ['http://127.0.0.1:1'], file }])
  const { url } = await freshDatabase()
  const env = { LOG_FORMAT: 'text', DATABASE_URL: url, PORT: '0', CAUSEWAY_CHAINS: chains }
  const { out, err } = await runCli(['serve', '--api'], { env })
  expect(out + err).toContain('node 1 of Seven is down')
})
