import { createRequire } from 'node:module'
import { type Abi, type Address, decodeEventLog, encodeDeployData, getContractAddress, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '../../src/app/startApp.ts'
import type { Devnet } from '../../src/devnet/devnet.ts'
import { type RpcReceipt, rpc } from '../../src/devnet/rpc.ts'
import { createClient } from '../../src/sdk/client.ts'
import { startTestDevnet } from '../devnet/setup.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { balance, deposit, finished, harbor, island, native, startServiceOn, tokens, walletOf } from './setup.ts'

// The router of all public chains, from the bytecode that its authors published; the local chains have the older one.
const published: { abi: Abi; bytecode: Hex } = createRequire(import.meta.url)(
  '@uniswap/swap-router-contracts/artifacts/contracts/SwapRouter02.sol/SwapRouter02.json',
)
const poolAbi = parseAbi([
  'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
])

let devnet: Devnet
let app: App
let client: ReturnType<typeof createClient>
let router: Address
const ends: (() => unknown)[] = []

beforeAll(async () => {
  const database = await freshDatabase()
  ends.push(database.close)
  devnet = await startTestDevnet({ blockTimeS: 0 })
  ends.push(devnet.stop)
  router = await deployRouter()
  app = await startServiceOn(devnet, database.url, {}, undefined, undefined, (definitions) =>
    definitions.map((definition) =>
      definition.id === harbor
        ? { ...definition, uniswapV3: { ...definition.uniswapV3!, router, routerTakesDeadline: false } }
        : definition,
    ),
  )
  ends.push(app.stop)
  client = createClient({ url: app.url, timeoutMs: 150_000 })
}, 180_000)
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

async function deployRouter(): Promise<Address> {
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
  const { nodeUrl } = devnet.chains.find(({ id }) => id === harbor)!
  const { logs } = await rpc<RpcReceipt & { logs: { topics: [Hex, ...Hex[]]; data: Hex }[] }>(
    nodeUrl,
    'eth_getTransactionReceipt',
    [hash],
  )
  return logs.flatMap(({ topics, data }) => {
    try {
      return [decodeEventLog({ abi: poolAbi, topics, data }).args.sender]
    } catch {
      return []
    }
  })
}

const recipient: Address = '0x00000000000000000000000000000000c0ffee02'

const rows = [
  {
    what: 'a token for another',
    from: [harbor, tokens.usdc],
    to: [harbor, tokens.weth],
    amount: 15_000_000_000n,
  },
  { what: 'the native token for a token', from: [harbor, native], to: [harbor, tokens.usdc], amount: 3n * 10n ** 18n },
  { what: 'a token for the native one', from: [harbor, tokens.dai], to: [harbor, native], amount: 5_000n * 10n ** 18n },
  { what: 'whatever a bridge brings', from: [island, tokens.usdc], to: [harbor, tokens.wbtc], amount: 700_000_000n },
] as const

test.each(rows)(
  'SwapRouter02 of its authors swaps $what, in the call data of public chains',
  async ({ from, to, amount }) => {
    const [[originChainId, originTokenAddress], [destinationChainId, destinationTokenAddress]] = [from, to]
    const key = devnet.accounts[1]!
    const { intent } = await client.quoteIntent({
      ownerAddress: key.address,
      originChainId,
      originTokenAddress,
      destinationChainId,
      destinationTokenAddress,
      originTokenAmount: amount,
      destinationToAddress: recipient,
      options: { swapProvider: 'UNISWAP_V3', bridgeProvider: 'CCTP', slippageTolerance: 0.05 },
    })
    const before = await balance(devnet, harbor, destinationTokenAddress, recipient)
    await client.commitIntent({ intent })
    const depositTransactionHash = await deposit(devnet, key, intent)
    await client.executeIntent({ intentId: intent.intentId, depositTransactionHash })
    const receipt = await finished({ client }, intent.intentId)
    expect(receipt.status).toBe('SUCCEEDED')
    const after = await balance(devnet, harbor, destinationTokenAddress, recipient)
    expect(after - before).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
    const ran = originChainId === harbor ? receipt.originTransaction : receipt.destinationTransaction
    const callers = await swappers(ran!.txnHash!)
    expect(callers.length).toBeGreaterThan(0)
    expect(new Set(callers)).toEqual(new Set([router]))
  },
)
