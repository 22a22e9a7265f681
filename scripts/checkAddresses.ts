// Reads the address books that protocols publish on npm and writes our chains' parts to test/chains/addressBooks.jsonl;
// test/chains/addressBooks.test.ts compares the definitions. The packages (80 MB) are needed only here, so they go to a
// temporary folder. After raising a version below: `node --import tsx scripts/checkAddresses.ts`.
import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getAddress, isAddress } from 'viem'
import { z } from 'zod'
import { mainnets } from '../src/chains/definitions/mainnets.ts'
import { ownTokens } from '../src/tokens/ownTokens.ts'

const versions = {
  '@aave-dao/aave-address-book': '4.68.1',
  '@uniswap/sdk-core': '7.19.4',
  '@uniswap/universal-router-sdk': '5.13.0',
  '@uniswap/default-token-list': '22.21.0',
  '@across-protocol/contracts': '5.0.27',
  '@across-protocol/constants': '3.1.127',
  '@circle-fin/provider-cctp-v2': '1.14.0',
  '@arbitrum/sdk': '4.1.0',
  '@scroll-tech/contracts': '4.0.0',
  '@pancakeswap/chains': '0.9.0',
  '@pancakeswap/v3-sdk': '3.10.2',
  '@pancakeswap/smart-router': '7.7.3',
  '@stargatefinance/stg-evm-v2': '2.0.6',
  '@layerzerolabs/lz-definitions': '3.0.168',
} as const
type Package = keyof typeof versions

const address = z
  .string()
  .refine((value) => isAddress(value, { strict: false }))
  .transform((value) => getAddress(value))
const byChain = z.record(z.string(), address)

const root = new URL('..', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'address-books-'))
const require = createRequire(import.meta.url)
try {
  for (const name of Object.keys(versions) as Package[]) unpack(name)
  const books = [
    await aaveBook(),
    uniswapBook(),
    uniswapTokens(),
    acrossBook(),
    await acrossTokens(),
    circleBook(),
    l1FeeBook(),
    pancakeswapBook(),
    stargateBook(),
  ]
  // One line per chain, so that a changed address shows as one.
  const rows = mainnets.map(({ id }) => ({ id, ...Object.assign({}, ...books.map((book) => book.get(id))) }))
  const lines = [{ packages: versions }, ...rows].map((row) => `${JSON.stringify(row)}\n`)
  writeFileSync(join(root, 'test/chains/addressBooks.jsonl'), lines.join(''))
} finally {
  rmSync(folder, { recursive: true })
}

function placeOf(name: Package): string {
  return join(folder, name.replace('/', '-'))
}

function unpack(name: Package): void {
  const quiet: ExecFileSyncOptionsWithStringEncoding = {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }
  const packed = execFileSync('npm', ['pack', `${name}@${versions[name]}`], quiet)
    .trim()
    .split('\n')
    .at(-1)!
  mkdirSync(placeOf(name))
  execFileSync('tar', ['xzf', packed, '-C', placeOf(name), '--strip-components=1'], quiet)
}

/** Markets and their assets, and Aave's addresses of Chainlink's feeds: dollar prices and the sequencers' uptime. */
async function aaveBook(): Promise<Map<number, object>> {
  const market = z.object({
    CHAIN_ID: z.number(),
    POOL: address,
    AAVE_PROTOCOL_DATA_PROVIDER: address,
    ORACLE: address,
    ASSETS: z.record(z.string(), z.object({ decimals: z.number(), UNDERLYING: address })),
  })
  const uptime = 'L2_Sequencer_Uptime_Status_Feed'
  const found = new Map<number, object>()
  for (const suffix of [
    'Ethereum',
    'Optimism',
    'Base',
    'Arbitrum',
    'Polygon',
    'BNB',
    'Avalanche',
    'Linea',
    'Scroll',
    'Gnosis',
  ]) {
    const dist = join(placeOf('@aave-dao/aave-address-book'), 'dist')
    const book = market.parse(await import(join(dist, `AaveV3${suffix}.mjs`)))
    const feeds: Record<string, unknown> = { ...(await import(join(dist, `Chainlink${suffix}.mjs`))) }
    const dollars = Object.entries(feeds).flatMap(([name, feed]) =>
      /^(ETH|W?BTC|USDC|USDT|DAI|MATIC|POL|BNB|AVAX|GNO)__USD$/.test(name)
        ? [[name.replace('__', '/'), address.parse(feed)]]
        : [],
    )
    found.set(book.CHAIN_ID, {
      aaveV3: { pool: book.POOL, dataProvider: book.AAVE_PROTOCOL_DATA_PROVIDER, oracle: book.ORACLE },
      feeds: Object.fromEntries(dollars.toSorted()),
      ...(feeds[uptime] !== undefined && { sequencerUptime: address.parse(feeds[uptime]) }),
      aaveAssets: Object.fromEntries(
        Object.entries(book.ASSETS)
          .filter(([name]) =>
            /^(WETH|ETH|USDC|USDT|USDt|DAI|WBTC|WPOL|WBNB|WAVAX|WXDAI|GNO|LINK|UNI|AAVE|ARB|OP|cbBTC)/.test(name),
          )
          .map(([name, { decimals, UNDERLYING }]) => [name, [UNDERLYING, decimals]]),
      ),
    })
  }
  return found
}

function uniswapBook(): Map<number, object> {
  const folderOf = join(placeOf('@uniswap/sdk-core'), 'dist/cjs/src')
  const exported = require(join(folderOf, 'addresses.js'))
  const book = z
    .object({ V2_FACTORY_ADDRESSES: byChain, V2_ROUTER_ADDRESSES: byChain, V3_CORE_FACTORY_ADDRESSES: byChain })
    .parse(exported)
  const v4Book = z
    .record(z.string(), z.object({ v4PoolManagerAddress: address.optional(), v4StateView: address.optional() }))
    .parse(exported.CHAIN_TO_ADDRESSES_MAP)
  const router02 = (id: number) => address.safeParse(exported.SWAP_ROUTER_02_ADDRESSES(id)).data
  return new Map(
    mainnets.map(({ id }) => [
      id,
      {
        uniswapV2: { factory: book.V2_FACTORY_ADDRESSES[id], router: book.V2_ROUTER_ADDRESSES[id] },
        uniswapV3: { factory: book.V3_CORE_FACTORY_ADDRESSES[id], router02: router02(id) },
        uniswapV4: {
          poolManager: v4Book[id]?.v4PoolManagerAddress,
          stateView: v4Book[id]?.v4StateView,
          universalRouter: universalRouter(id),
        },
      },
    ]),
  )
}

/** The router of version 2.0, whose swaps have the struct that we encode. Read as text: the module needs ethers. */
function universalRouter(id: number): string | undefined {
  const path = join(placeOf('@uniswap/universal-router-sdk'), 'dist/cjs/src/utils/constants.js')
  const chain = new RegExp(`\\n    \\[${id}\\]: \\{([\\s\\S]*?)\\n    \\},`).exec(readFileSync(path, 'utf8'))?.[1] ?? ''
  return address.optional().parse(/V2_0\]: \{\s*address: '(0x[0-9a-fA-F]{40})'/.exec(chain)?.[1])
}

function uniswapTokens(): Map<number, object> {
  const path = join(placeOf('@uniswap/default-token-list'), 'build/uniswap-default.tokenlist.json')
  const token = z.object({ chainId: z.number(), address: z.string(), symbol: z.string(), decimals: z.number() })
  const { tokens } = z.object({ tokens: z.array(token) }).parse(JSON.parse(readFileSync(path, 'utf8')))
  const wanted = new Set(ownTokens().map(({ symbol }) => symbol))
  return new Map(
    mainnets.map(({ id }) => {
      const here = tokens.filter(({ chainId, symbol }) => chainId === id && wanted.has(symbol))
      return [
        id,
        { uniswapTokens: Object.fromEntries(here.map((one) => [one.symbol, [getAddress(one.address), one.decimals]])) },
      ]
    }),
  )
}

function acrossBook(): Map<number, object> {
  const path = join(placeOf('@across-protocol/contracts'), 'dist/broadcast/deployed-addresses.json')
  // Read as plain strings: the file also has chains that are not EVM.
  const contracts = z.object({ SpokePool: z.object({ address: z.string() }).optional() })
  const book = z
    .object({ chains: z.record(z.string(), z.object({ contracts })) })
    .parse(JSON.parse(readFileSync(path, 'utf8')))
  return new Map(
    mainnets.map(({ id }) => [
      id,
      { across: { spokePool: address.optional().parse(book.chains[id]?.contracts.SpokePool?.address) } },
    ]),
  )
}

async function acrossTokens(): Promise<Map<number, object>> {
  const { TOKEN_SYMBOLS_MAP } = await import(join(placeOf('@across-protocol/constants'), 'dist/esm/tokens.js'))
  const row = z.object({ decimals: z.number(), addresses: z.record(z.string(), z.string()) })
  const book = z.record(z.string(), row).parse(TOKEN_SYMBOLS_MAP)
  const wanted = [...new Set(ownTokens().map(({ symbol }) => symbol)), 'USDC-BNB', 'USDT-BNB']
  return new Map(
    mainnets.map(({ id }) => {
      const here = wanted.flatMap((symbol) => {
        const found = book[symbol]?.addresses[id]
        return found ? [[symbol, [getAddress(found), book[symbol]!.decimals]]] : []
      })
      return [id, { acrossTokens: Object.fromEntries(here) }]
    }),
  )
}

/** Read as text: the module needs Solana's libraries. */
function circleBook(): Map<number, object> {
  const text = readFileSync(join(placeOf('@circle-fin/provider-cctp-v2'), 'index.mjs'), 'utf8')
  const found = new Map<number, object>()
  for (const [, block] of text.matchAll(/defineChain\(\{([\s\S]*?)\n\}\)/g)) {
    const v2 = /v2: \{([\s\S]*?)\}/.exec(block!)?.[1]
    const read = (source: string, name: string) => new RegExp(`\\b${name}: '?([0-9A-Za-z]+)`).exec(source)?.[1]
    const id = Number(read(block!, 'chainId'))
    if (!v2 || !mainnets.some((chain) => chain.id === id)) continue
    found.set(id, {
      cctp: {
        domain: Number(read(block!, 'domain')),
        tokenMessenger: address.parse(read(v2, 'tokenMessenger')),
        messageTransmitter: address.parse(read(v2, 'messageTransmitter')),
        usdc: address.parse(read(block!, 'usdcAddress')),
      },
    })
  }
  return found
}

/** Oracles of the price of a transaction's bytes, from the rollups' packages (the OP stack's is viem's). As text. */
function l1FeeBook(): Map<number, object> {
  const read = (name: Package, file: string, pattern: RegExp) =>
    address.parse(pattern.exec(readFileSync(join(placeOf(name), file), 'utf8'))?.[1])
  const constants = 'dist/lib/dataEntities/constants.js'
  const nodeInterface = read('@arbitrum/sdk', constants, /NODE_INTERFACE_ADDRESS = '(0x[0-9a-fA-F]{40})'/)
  const predeploys = 'libraries/constants/ScrollPredeploy.sol'
  const oracle = read('@scroll-tech/contracts', predeploys, /L1_GAS_PRICE_ORACLE = (0x[0-9a-fA-F]{40})/)
  return new Map<number, object>([
    [42_161, { l1Fee: { by: 'nodeInterface', nodeInterface } }],
    [534_352, { l1Fee: { by: 'oracle', oracle } }],
  ])
}

/** Read as text: the modules need many other packages. They name chains; `@pancakeswap/chains` has the numbers. */
function pancakeswapBook(): Map<number, object> {
  const textOf = (name: Package, file: string) => readFileSync(join(placeOf(name), 'dist', file), 'utf8')
  const numbers = new Map(
    [...textOf('@pancakeswap/chains', 'index.mjs').matchAll(/ChainId\d*\[ChainId\d*\["(\w+)"\] = (\d+)\]/g)].map(
      ([, name, id]) => [Number(id), name!],
    ),
  )
  const rowOf = (text: string, table: string, chain: string) => {
    const rows = new RegExp(`\\b${table} = \\{([\\s\\S]*?)\\n\\};`).exec(text)?.[1] ?? ''
    const value = new RegExp(`\\b${chain}\\]: ("0x[0-9a-fA-F]{40}"|\\w+)`).exec(rows)?.[1]
    const constant = value && new RegExp(`\\b${value} = ("0x[0-9a-fA-F]{40}")`).exec(text)?.[1]
    return address.optional().parse((constant ?? value)?.replaceAll('"', ''))
  }
  const [factories, routers] = [textOf('@pancakeswap/v3-sdk', 'index.mjs'), smartRouterText()]
  return new Map(
    mainnets.map(({ id }) => {
      const chain = numbers.get(id) ?? 'NONE'
      const factory = rowOf(factories, 'FACTORY_ADDRESSES', chain)
      const router = rowOf(routers, 'SMART_ROUTER_ADDRESSES', chain)
      return [id, { pancakeswapV3: { factory, router } }]
    }),
  )
}

/** The file of the smart router's package with the table; its name holds a hash of its content. */
function smartRouterText(): string {
  const dist = join(placeOf('@pancakeswap/smart-router'), 'dist')
  const texts = readdirSync(dist)
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => readFileSync(join(dist, file), 'utf8'))
  return texts.find((text) => text.includes('SMART_ROUTER_ADDRESSES = {'))!
}

/** Stargate has its own names of chains. Each pool's record states its token, decimals and endpoint. */
function stargateBook(): Map<number, object> {
  const names: Record<number, string> = {
    1: 'ethereum',
    10: 'optimism',
    8453: 'base',
    42161: 'arbitrum',
    137: 'polygon',
    56: 'bsc',
    43114: 'avalanche',
    59144: 'linea',
    534352: 'scroll',
    100: 'gnosis',
  }
  const numbers = readFileSync(join(placeOf('@layerzerolabs/lz-definitions'), 'dist/index.d.ts'), 'utf8')
  const made = z.tuple([z.string(), z.string(), address, z.number(), z.number(), address]).rest(z.unknown())
  const record = z.object({ address, args: made })
  const found = new Map<number, object>()
  for (const { id } of mainnets) {
    const name = names[id] ?? 'none'
    const deployments = join(placeOf('@stargatefinance/stg-evm-v2'), 'deployments', `${name}-mainnet`)
    const files = existsSync(deployments) ? readdirSync(deployments) : []
    const pools = files.flatMap((file) => {
      const asset = /^StargatePool(USDC|USDT)\.json$/.exec(file)?.[1]
      if (!asset) return []
      const { address: oft, args } = record.parse(JSON.parse(readFileSync(join(deployments, file), 'utf8')))
      const [, , token, decimals, sharedDecimals, endpoint] = args
      const isListed = ownTokens().some((one) => one.chainId === id && one.address === token)
      return isListed ? [{ endpoint, row: { asset, token, decimals, sharedDecimals, oft } }] : []
    })
    const eid = Number(new RegExp(`\\b${name.toUpperCase()}_V2_MAINNET = (\\d+)`).exec(numbers)?.[1])
    if (pools[0]) found.set(id, { layerZero: { eid, endpoint: pools[0].endpoint, ofts: pools.map(({ row }) => row) } })
  }
  return found
}
