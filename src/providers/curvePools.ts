import { toEventSelector } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { sameAddress } from '../evm/address.ts'
import { encodeCall } from '../evm/encodeCall.ts'
import { readContract } from '../evm/readContract.ts'
import type { RouteCall } from '../intents/routerSteps.ts'
import { placeholder } from '../intents/wallet.ts'
import type { Address } from '../interface/fields.ts'
import type { PoolProtocol, PoolStableFacts } from './poolProtocol.ts'
import { curveAbi, decimalsAbi } from './protocolAbis.ts'

const provider = 'CURVE_STABLE'
/** Gas of a swap by the router: two solutions of the invariant, an exact approval and its reset. */
const gas = 150_000n
/** `dx` is the third argument of `exchange`. */
const amountOffset = 4 + 2 * 32
const feeToPpm = 10_000n

/**
 * Curve's plain pools of two coins, listed in the definition. Every log rereads the pool: no log says what a swap
 * leaves to the pool's admin. A pool whose amplification is ramping is not read: it changes without logs.
 */
export const curvePools: PoolProtocol = {
  provider,
  isOn: ({ curve }) => curve !== undefined,
  creator: () => undefined,
  topics: curveAbi.filter((entry) => entry.type === 'event').map((event) => toEventSelector(event)),
  discover: (chain, pair, block) => chain.definition.curve!.pools.map((pool) => factsOf(chain, pool, pair, block)),
  created: () => undefined,
  read: async (chain, facts, block) => {
    if (facts.kind !== 'stable') return undefined
    const [reserve0, reserve1, amplification, future, fee] = await Promise.all([
      readContract(chain, facts.id, curveAbi, 'balances', [0n], { block }),
      readContract(chain, facts.id, curveAbi, 'balances', [1n], { block }),
      readContract(chain, facts.id, curveAbi, 'A_precise', [], { block }),
      readContract(chain, facts.id, curveAbi, 'future_A', [], { block }),
      readContract(chain, facts.id, curveAbi, 'fee', [], { block }),
    ])
    if (reserve0 === undefined || reserve1 === undefined || !amplification || fee === undefined) return undefined
    if (amplification !== future) return undefined
    return { ...facts, reserve0, reserve1, amplification, fee, feePpm: Number(fee / feeToPpm) }
  },
  applyLog: () => undefined,
  calls: (hops, amount, _, { router }) =>
    hops.map(({ pool, tokenIn }, at): RouteCall => {
      const taken = at === 0 ? amount : 'balance'
      const [i, j] = sameAddress(tokenIn, pool.token0) ? [0n, 1n] : [1n, 0n]
      const args = [i, j, taken === 'balance' ? BigInt(placeholder) : taken, 0n, router] as const
      const data = encodeCall({ abi: curveAbi, functionName: 'exchange', args })
      const call = { to: pool.id, data, value: 0n, approve: { token: tokenIn, spender: pool.id, amount: taken } }
      return taken === 'balance' ? { ...call, inject: { token: tokenIn, offset: amountOffset } } : call
    }),
}

/** The pool, if its coins are this pair. It numbers them in its own order. */
async function factsOf(
  chain: Chain,
  id: Address,
  [a, b]: readonly [Address, Address],
  block: number,
): Promise<PoolStableFacts | undefined> {
  const [token0, token1] = await Promise.all([
    readContract(chain, id, curveAbi, 'coins', [0n], { block }),
    readContract(chain, id, curveAbi, 'coins', [1n], { block }),
  ])
  if (!token0 || !token1) return undefined
  const isPair = [token0, token1].every((token) => sameAddress(token, a) || sameAddress(token, b))
  if (!isPair || sameAddress(token0, token1)) return undefined
  const [decimals0, decimals1] = await Promise.all([
    readContract(chain, token0, decimalsAbi, 'decimals', [], { block }),
    readContract(chain, token1, decimalsAbi, 'decimals', [], { block }),
  ])
  if (decimals0 === undefined || decimals1 === undefined) return undefined
  const [rate0, rate1] = [10n ** BigInt(36 - decimals0), 10n ** BigInt(36 - decimals1)]
  return { kind: 'stable', id, chainId: chain.id, provider, token0, token1, rate0, rate1, gas }
}
