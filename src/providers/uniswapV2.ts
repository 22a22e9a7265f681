import { decodeEventLog, toEventSelector } from 'viem'
import type { ChainLog } from '../chains/chain.ts'
import { encodeCall } from '../evm/encodeCall.ts'
import { readContract } from '../evm/readContract.ts'
import { placeholder } from '../intents/wallet.ts'
import type { Address } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'
import type { PoolFacts, PoolProtocol } from './poolProtocol.ts'
import { uniswapV2Abi } from './protocolAbis.ts'

const provider = 'UNISWAP_V2'
const feePpm = 3_000
/** Gas of a swap by the router: the hop itself, an exact approval and its reset. */
const gas = 125_000n
/** `amountIn` is the router's first argument. */
const amountOffset = 4

export const uniswapV2: PoolProtocol = {
  provider,
  isOn: ({ uniswapV2 }) => uniswapV2 !== undefined,
  creator: ({ uniswapV2 }) => uniswapV2?.factory,
  topics: uniswapV2Abi.filter((entry) => entry.type === 'event').map((event) => toEventSelector(event)),
  discover: (chain, [token0, token1], block) => {
    const { factory } = chain.definition.uniswapV2!
    const pair = readContract(chain, factory, uniswapV2Abi, 'getPair', [token0, token1], { block })
    return [pair.then((id) => (id && id !== nativeToken ? factsOf(chain.id, id, token0, token1) : undefined))]
  },
  created: ({ id }, log) => {
    const event = decode(log)
    if (event.eventName !== 'PairCreated') return undefined
    return factsOf(id, event.args.pair, event.args.token0, event.args.token1)
  },
  read: async (chain, facts, block) => {
    if (facts.kind !== 'v2') return undefined
    const reserves = await readContract(chain, facts.id, uniswapV2Abi, 'getReserves', [], { block })
    return reserves && { ...facts, reserve0: reserves[0], reserve1: reserves[1] }
  },
  applyLog: (pool, log) => {
    const event = decode(log)
    if (pool.kind !== 'v2' || event.eventName !== 'Sync') return pool
    const { reserve0, reserve1 } = event.args
    return { ...pool, reserve0, reserve1 }
  },
  calls: (hops, amount, definition, { router, deadlineS }) => {
    const token = hops[0]!.tokenIn
    const to = definition.uniswapV2!.router
    const path = [token, ...hops.map(({ tokenOut }) => tokenOut)]
    const amountIn = amount === 'balance' ? BigInt(placeholder) : amount
    const args = [amountIn, 0n, path, router, BigInt(deadlineS)] as const
    const data = encodeCall({ abi: uniswapV2Abi, functionName: 'swapExactTokensForTokens', args })
    const call = { to, data, value: 0n, approve: { token, spender: to, amount } }
    return [amount === 'balance' ? { ...call, inject: { token, offset: amountOffset } } : call]
  },
}

function factsOf(chainId: number, id: Address, token0: Address, token1: Address): PoolFacts {
  return { kind: 'v2', id, chainId, provider, token0, token1, feePpm, gas }
}

function decode({ topics: [signature, ...indexed], data }: ChainLog) {
  return decodeEventLog({ abi: uniswapV2Abi, topics: signature ? [signature, ...indexed] : [], data })
}
