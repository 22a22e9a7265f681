import fc from 'fast-check'
import { type Abi, type Address, decodeFunctionResult, encodeFunctionData, type Hex, multicall3Abi } from 'viem'
import { expect } from 'vitest'
import type { Chain } from '../../src/chains/chain.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import { curveOf, curveOut, curvePrice } from '../../src/routing/curve.ts'
import type { Pool } from '../../src/routing/pool.ts'
import { quotePool, quotePoolExactOut } from '../../src/routing/split.ts'
import { type DevnetFixture, rpcUrlOf } from './setup.ts'

export type AskedSwap = { pool: Pool; zeroForOne: boolean; exact: 'in' | 'out'; amount: bigint }

/** How to ask a contract about a swap, and read the other amount from its answer. */
export type SwapOracle = {
  call(swap: AskedSwap): { to: Address; abi: Abi; functionName: string; args: readonly unknown[] }
  answer(swap: AskedSwap, result: unknown): bigint | undefined
}

const atOnce = 100

/**
 * Compares our arithmetic with the contract's: random amounts from one unit to a price of 1/20, in both directions and
 * exact in and out. What the contract reverts we must refuse. Resolves to how many were filled.
 */
export async function compareSwaps(
  fixture: DevnetFixture,
  chain: Chain,
  pools: readonly Pool[],
  oracle: SwapOracle,
  { count, seed }: { count: number; seed: number },
): Promise<number> {
  const random = fc.record({
    at: fc.nat(pools.length - 1),
    zeroForOne: fc.boolean(),
    exact: fc.constantFrom('in' as const, 'out' as const),
    power: fc.double({ min: -12, max: 0.02, noNaN: true }),
  })
  const asks = fc.sample(random, { seed, numRuns: count }).map(({ at, power, ...rest }): AskedSwap => {
    const pool = pools[at]!
    return { pool, ...rest, amount: amountOf(pool, rest.zeroForOne, rest.exact, 10 ** power) }
  })
  let filled = 0
  for (let from = 0; from < asks.length; from += atOnce) {
    const some = asks.slice(from, from + atOnce)
    const answers = await askAll(fixture, chain, some, oracle)
    for (const [at, ask] of some.entries()) {
      const ours = answerOf(ask)
      expect(ours, `${ask.exact} ${ask.amount} ${ask.zeroForOne ? 'down' : 'up'} ${ask.pool.id}`).toBe(answers[at])
      if (ours !== undefined) filled++
    }
  }
  return filled
}

function answerOf({ pool, zeroForOne, exact, amount }: AskedSwap): bigint | undefined {
  const [tokenIn, tokenOut] = zeroForOne ? [pool.token0, pool.token1] : [pool.token1, pool.token0]
  if (exact === 'in') return quotePool(pool, tokenIn, amount)?.amountOut
  return quotePoolExactOut(pool, tokenOut, amount)
}

async function askAll(
  fixture: DevnetFixture,
  chain: Chain,
  asks: readonly AskedSwap[],
  oracle: SwapOracle,
): Promise<(bigint | undefined)[]> {
  const calls = asks.map((ask) => oracle.call(ask))
  const bundle = calls.map(({ to, ...call }) => ({
    target: to,
    allowFailure: true,
    callData: encodeFunctionData(call),
  }))
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [bundle] })
  const to = fixture.devnet.contracts.multicall3
  const answer = await rpc<Hex>(rpcUrlOf(fixture, chain), 'eth_call', [{ to, data, gas: '0x3b9aca00' }, 'latest'])
  const results = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: answer })
  return results.map(({ success, returnData }, at) => {
    if (!success) return undefined
    const { abi, functionName } = calls[at]!
    return oracle.answer(asks[at]!, decodeFunctionResult({ abi, functionName, data: returnData }))
  })
}

/** A share of the trade that moves the price to 1/20: beyond it the contract walks thousands of empty words. */
export function amountOf(pool: Pool, zeroForOne: boolean, exact: 'in' | 'out', share: number): bigint {
  const curve = curveOf(pool, zeroForOne)
  let low = 0
  let high = 2 ** 200
  for (let halving = 0; halving < 260; halving++) {
    const middle = (low + high) / 2
    if (middle <= curve.capacity && curvePrice(curve, middle) > curvePrice(curve, 0) / 20) low = middle
    else high = middle
  }
  return BigInt(Math.max(1, Math.floor(share * (exact === 'in' ? low : curveOut(curve, 0, low)))))
}
