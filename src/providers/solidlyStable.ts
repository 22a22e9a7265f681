import { decodeEventLog, toEventSelector } from 'viem'
import { encodeCall } from '../evm/encodeCall.ts'
import { readContract } from '../evm/readContract.ts'
import { placeholder } from '../intents/wallet.ts'
import { nativeToken } from '../interface/limits.ts'
import type { PoolProtocol } from './poolProtocol.ts'
import { solidlyAbi } from './protocolAbis.ts'

const provider = 'SOLIDLY_STABLE'
/** Gas of a swap by the router: some rounds of the invariant, the fee transfer, an exact approval and its reset. */
const gas = 220_000n
/** `amountIn` is the router's first argument. */
const amountOffset = 4
const bpsToPpm = 100n

/**
 * Stable pools of the Solidly kind, such as Velodrome v2 and its forks. The factory sets each pool's fee and changes
 * it without a pool log, so it is read again with every log. Does not read volatile pools of the same factory.
 */
export const solidlyStable: PoolProtocol = {
  provider,
  isOn: ({ solidly }) => solidly !== undefined,
  creator: ({ solidly }) => solidly?.factory,
  topics: solidlyAbi.filter((entry) => entry.type === 'event').map((event) => toEventSelector(event)),
  discover: (chain, [token0, token1], block) => {
    const { factory } = chain.definition.solidly!
    const pool = readContract(chain, factory, solidlyAbi, 'getPool', [token0, token1, true], { block })
    return [
      pool.then((id) =>
        id && id !== nativeToken
          ? { kind: 'solidly', id, chainId: chain.id, provider, token0, token1, gas }
          : undefined,
      ),
    ]
  },
  created: (definition, { topics: [signature, ...indexed], data }) => {
    const event = decodeEventLog({ abi: solidlyAbi, topics: signature ? [signature, ...indexed] : [], data })
    if (event.eventName !== 'PoolCreated' || !event.args.stable) return undefined
    const { token0, token1, pool: id } = event.args
    return { kind: 'solidly', id, chainId: definition.id, provider, token0, token1, gas }
  },
  read: async (chain, facts, block) => {
    if (facts.kind !== 'solidly') return undefined
    const { factory } = chain.definition.solidly!
    const [metadata, feeBps] = await Promise.all([
      readContract(chain, facts.id, solidlyAbi, 'metadata', [], { block }),
      readContract(chain, factory, solidlyAbi, 'getFee', [facts.id, true], { block }),
    ])
    if (!metadata || feeBps === undefined) return undefined
    const [unit0, unit1, reserve0, reserve1, isStable] = metadata
    if (!isStable) return undefined
    return { ...facts, unit0, unit1, reserve0, reserve1, feeBps, feePpm: Number(feeBps * bpsToPpm) }
  },
  applyLog: () => undefined,
  calls: (hops, amount, definition, { router, deadlineS }) => {
    const token = hops[0]!.tokenIn
    const { factory, router: to } = definition.solidly!
    const routes = hops.map(({ tokenIn, tokenOut }) => ({ from: tokenIn, to: tokenOut, stable: true, factory }))
    const amountIn = amount === 'balance' ? BigInt(placeholder) : amount
    const args = [amountIn, 0n, routes, router, BigInt(deadlineS)] as const
    const data = encodeCall({ abi: solidlyAbi, functionName: 'swapExactTokensForTokens', args })
    const call = { to, data, value: 0n, approve: { token, spender: to, amount } }
    return [amount === 'balance' ? { ...call, inject: { token, offset: amountOffset } } : call]
  },
}
