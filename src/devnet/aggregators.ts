import type { IncomingHttpHeaders } from 'node:http'
import {
  type Address,
  concatHex,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  isAddress,
  maxUint256,
  numberToHex,
  parseAbi,
} from 'viem'
import type { DevnetContracts } from '../chains/definitions/devnet/devnetContracts.ts'
import { rpc } from './rpc.ts'
import { type Reply, serveJson } from './serveJson.ts'

type Chain = { id: number; rpcUrl: string }
type Options = { chains: readonly Chain[]; contracts: DevnetContracts }
/** A swap request, in either API's shape. */
type Wanted = { chain: Chain; sell: Address; buy: Address; amount: bigint; recipient: Address; slippageBps: bigint }
/** The best route that a stand-in found. */
type Found = { amountOut: bigint; amountOutMin: bigint; to: Address; data: Hex }

const v3Abi = parseAbi([
  'function quoteExactInput(bytes path, uint256 amountIn) returns (uint256 amountOut, uint160[] sqrtPricesAfter, uint32[] ticksCrossed, uint256 gas)',
  'struct ExactInputParams { bytes path; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInput(ExactInputParams params) payable returns (uint256)',
])
const v2Abi = parseAbi([
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[])',
])
const feeTiers = [100, 500, 3_000] as const
const gasGuess = 400_000

/**
 * Stand-ins of 0x and LI.FI for the local chains, with their public APIs. They do not aggregate: 0x's quotes Uniswap v3
 * and LI.FI's quotes v2, and their calls are real swaps by those routers. They keep no state and check no key, but 0x's
 * requires one, as the public service does.
 */
export const startAggregators = (options: Options): Promise<{ url: string; stop(): Promise<void> }> =>
  serveJson('message', (url, { headers }) => answer(url, headers, options))

async function answer(url: URL, headers: IncomingHttpHeaders, options: Options): Promise<Reply> {
  if (url.pathname === '/swap/allowance-holder/quote') return answerZeroX(url.searchParams, headers, options)
  if (url.pathname === '/v1/quote') return answerLifi(url.searchParams, options)
  return [404, { message: 'Cannot GET this path' }]
}

async function answerZeroX(
  query: URLSearchParams,
  headers: IncomingHttpHeaders,
  { chains, contracts }: Options,
): Promise<Reply> {
  if (!headers['0x-api-key']) return [401, { name: 'UNAUTHORIZED', message: 'no API key was given' }]
  if (headers['0x-version'] !== 'v2')
    return [400, { name: 'INPUT_INVALID', message: 'the header 0x-version is missing' }]
  const chain = chains.find(({ id }) => String(id) === query.get('chainId'))
  const [sell, buy] = [addressIn(query, 'sellToken'), addressIn(query, 'buyToken')]
  const recipient = addressIn(query, 'recipient') ?? addressIn(query, 'taker')
  const amount = amountIn(query, 'sellAmount')
  if (!chain || !sell || !buy || !recipient || !amount)
    return [400, { name: 'INPUT_INVALID', message: 'The input is invalid' }]
  const slippageBps = BigInt(query.get('slippageBps') ?? 100)
  const found = await throughV3({ chain, sell, buy, amount, recipient, slippageBps }, contracts)
  if (!found) return [200, { liquidityAvailable: false, zid: zidOf(query) }]
  const spender = contracts.uniswapV3.router
  return [
    200,
    {
      allowanceTarget: spender,
      buyAmount: String(found.amountOut),
      buyToken: buy,
      fees: { integratorFee: null, zeroExFee: null, gasFee: null },
      issues: {
        allowance: { actual: '0', spender },
        balance: { token: sell, actual: '0', expected: String(amount) },
        simulationIncomplete: true,
        invalidSourcesPassed: [],
      },
      liquidityAvailable: true,
      minBuyAmount: String(found.amountOutMin),
      sellAmount: String(amount),
      sellToken: sell,
      transaction: { to: found.to, data: found.data, gas: String(gasGuess), gasPrice: '1000000000', value: '0' },
      zid: zidOf(query),
    },
  ]
}

async function answerLifi(query: URLSearchParams, { chains, contracts }: Options): Promise<Reply> {
  const chain = chains.find(({ id }) => String(id) === query.get('fromChain'))
  const [sell, buy] = [addressIn(query, 'fromToken'), addressIn(query, 'toToken')]
  const from = addressIn(query, 'fromAddress')
  const recipient = addressIn(query, 'toAddress') ?? from
  const amount = amountIn(query, 'fromAmount')
  if (!chain || !sell || !buy || !from || !recipient || !amount || query.get('toChain') !== String(chain.id))
    return [400, { message: 'Invalid request', code: 1011 }]
  const slippage = Number(query.get('slippage') ?? 0.005)
  const slippageBps = BigInt(Math.round(slippage * 10_000))
  const found = await throughV2({ chain, sell, buy, amount, recipient, slippageBps }, contracts)
  if (!found) return [404, { message: 'No available quotes for the requested transfer', code: 1002 }]
  const chainId = chain.id
  return [
    200,
    {
      id: zidOf(query),
      type: 'lifi',
      tool: 'uniswap',
      action: {
        fromChainId: chainId,
        toChainId: chainId,
        fromToken: { address: sell, chainId },
        toToken: { address: buy, chainId },
        fromAmount: String(amount),
        slippage,
        fromAddress: from,
        toAddress: recipient,
      },
      estimate: {
        fromAmount: String(amount),
        toAmount: String(found.amountOut),
        toAmountMin: String(found.amountOutMin),
        approvalAddress: contracts.uniswapV2.router,
        executionDuration: 0,
        feeCosts: [],
        gasCosts: [],
      },
      includedSteps: [],
      transactionRequest: {
        from,
        to: found.to,
        chainId,
        data: found.data,
        value: '0x0',
        gasPrice: '0x3b9aca00',
        gasLimit: numberToHex(gasGuess),
      },
    },
  ]
}

/** The best route through Uniswap v3: direct, or over WETH or USDC. */
async function throughV3(wanted: Wanted, { uniswapV3, ...contracts }: DevnetContracts): Promise<Found | undefined> {
  const paths = tokenPaths(wanted, contracts).flatMap(([first, ...rest]) =>
    rest.reduce<Hex[]>(
      (begun, token) =>
        begun.flatMap((path) => feeTiers.map((fee) => concatHex([path, numberToHex(fee, { size: 3 }), token]))),
      [first!],
    ),
  )
  const best = await bestOf(paths, async (path) => {
    const data = encodeFunctionData({ abi: v3Abi, functionName: 'quoteExactInput', args: [path, wanted.amount] })
    const found = await rpc<Hex>(wanted.chain.rpcUrl, 'eth_call', [{ to: uniswapV3.quoter, data }, 'latest'])
    return decodeFunctionResult({ abi: v3Abi, functionName: 'quoteExactInput', data: found })[0]
  })
  if (!best) return undefined
  const amountOutMinimum = lessSlippage(best.amountOut, wanted)
  const { recipient, amount } = wanted
  const params = { path: best.path, recipient, deadline: maxUint256, amountIn: amount, amountOutMinimum }
  const data = encodeFunctionData({ abi: v3Abi, functionName: 'exactInput', args: [params] })
  return { amountOut: best.amountOut, amountOutMin: amountOutMinimum, to: uniswapV3.router, data }
}

/** The best route through Uniswap v2: direct, or over WETH or USDC. */
async function throughV2(wanted: Wanted, { uniswapV2, ...contracts }: DevnetContracts): Promise<Found | undefined> {
  const { chain, amount, recipient } = wanted
  const best = await bestOf(tokenPaths(wanted, contracts), async (path) => {
    const data = encodeFunctionData({ abi: v2Abi, functionName: 'getAmountsOut', args: [amount, path] })
    const found = await rpc<Hex>(chain.rpcUrl, 'eth_call', [{ to: uniswapV2.router, data }, 'latest'])
    return decodeFunctionResult({ abi: v2Abi, functionName: 'getAmountsOut', data: found }).at(-1) ?? 0n
  })
  if (!best) return undefined
  const amountOutMin = lessSlippage(best.amountOut, wanted)
  const args = [amount, amountOutMin, best.path, recipient, maxUint256] as const
  const data = encodeFunctionData({ abi: v2Abi, functionName: 'swapExactTokensForTokens', args })
  return { amountOut: best.amountOut, amountOutMin, to: uniswapV2.router, data }
}

function tokenPaths({ sell, buy }: Wanted, { weth, usdc }: Pick<DevnetContracts, 'weth' | 'usdc'>): Address[][] {
  const between = [weth, usdc].filter((token) => ![sell, buy].some((one) => one.toLowerCase() === token.toLowerCase()))
  return [[sell, buy], ...between.map((token) => [sell, token, buy])]
}

/** A quote that reverts counts as 0: a pool is missing, or too small for the amount. */
async function bestOf<P>(
  paths: readonly P[],
  quote: (path: P) => Promise<bigint>,
): Promise<{ path: P; amountOut: bigint } | undefined> {
  const quoted = await Promise.all(paths.map(async (path) => ({ path, amountOut: await quote(path).catch(() => 0n) })))
  const [best] = quoted.toSorted((a, b) => (a.amountOut < b.amountOut ? 1 : -1))
  return best && best.amountOut > 0n ? best : undefined
}

const lessSlippage = (amount: bigint, { slippageBps }: Wanted): bigint => (amount * (10_000n - slippageBps)) / 10_000n

function addressIn(query: URLSearchParams, name: string): Address | undefined {
  const text = query.get(name)
  return text && isAddress(text, { strict: false }) ? text : undefined
}

function amountIn(query: URLSearchParams, name: string): bigint | undefined {
  const text = query.get(name)
  return text && /^\d{1,78}$/.test(text) ? BigInt(text) : undefined
}

/** Both APIs give each answer an id; this derives it from the request. */
const zidOf = (query: URLSearchParams): string =>
  `standin-${Buffer.from(query.toString()).toString('base64url').slice(-32)}`
