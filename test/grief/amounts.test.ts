import { expect, test } from 'vitest'
import { randomQueries } from '../../bench/routing/queries.ts'
import { randomPools } from '../../bench/routing/randomPools.ts'
import { mainnets } from '../../src/chains/definitions/mainnets.ts'
import { quoteSwap } from '../../src/providers/quoteSwap.ts'
import { createPoolGraph } from '../../src/routing/graph.ts'
import { harbor, island, native, tokens, useService } from '../e2e/setup.ts'

/** The cost of amounts that no market has. A refusal may cost 3 honest quotes of its pair, and says what works. */
const costMax = 3
const shapes = {
  'on one chain': { destinationChainId: harbor, destinationTokenAddress: native },
  across: { destinationChainId: island, destinationTokenAddress: tokens.dai },
  'the same token across': { destinationChainId: island, destinationTokenAddress: tokens.usdc },
} as const
const sides = ['originTokenAmount', 'destinationTokenAmount'] as const
const amounts = [10n ** 15n, 10n ** 24n, 10n ** 40n, 2n ** 128n, 2n ** 256n - 1n]

const service = useService()

const ask = (shape: (typeof shapes)[keyof typeof shapes], amount: object) =>
  service.client.quoteIntent({
    ownerAddress: service.devnet.accounts[0]!.address,
    originChainId: harbor,
    originTokenAddress: tokens.usdc,
    ...shape,
    ...amount,
  })

/** The least of several, in ms of processor time: the others include Node's compiling and collecting. */
async function cpuMs(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < 6; i++) {
    const before = process.cpuUsage()
    await call()
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1_000)
  }
  return Math.min(...times)
}

test.each(Object.entries(shapes))('%s: an absurd amount costs about what an honest one does', async (_, shape) => {
  const honestMs = await cpuMs(() => ask(shape, { originTokenAmount: 10n ** 12n }))
  for (const side of sides)
    for (const amount of amounts) {
      let refusal = ''
      const spent = await cpuMs(() =>
        ask(shape, { [side]: amount }).catch(({ message }: Error) => {
          refusal = message
        }),
      )
      if (process.env.PRINT_COSTS) console.log(`${side} ${amount}: ${(spent / honestMs).toFixed(2)} ${refusal}`)
      expect(spent / honestMs, `${side} ${amount}`).toBeLessThan(costMax)
      // A minting bridge carries any amount, and for a token with many decimals some are too small.
      if (!refusal || refusal.includes('is the least that works')) continue
      if (amount >= 2n ** 160n) {
        expect(refusal).toMatch(`${side}: must be below 2^160`)
        continue
      }
      const [, most] = /about (\d+) is the most that works now/.exec(refusal) ?? []
      expect(most, refusal).toBeDefined()
      await ask(shape, { [side]: BigInt(most!) })
      await expect(ask(shape, { [side]: BigInt(most!) * 3n })).rejects.toThrow()
    }
})

test('on a market of a thousand pools a refusal costs about what a search does, also without pools that failed', () => {
  const world = randomPools(7, 200, 1_000)
  const graph = createPoolGraph({ chainId: 1, pools: world.pools })
  const definition = mainnets.find(({ id }) => id === 1)!
  const allow = [...new Set(world.pools.map(({ provider }) => provider))]
  const queries = randomQueries(world, 8, 30)
  const search = (times: bigint, without?: ReadonlySet<`0x${string}`>) => {
    // A cached search costs next to nothing: clear it, so that each is the first.
    graph.scratch.splits.clear()
    const before = process.cpuUsage()
    let refused = 0
    for (const { tokenIn, tokenOut, amount } of queries) {
      const leg = { kind: 'swap', chainId: 1, tokenIn, tokenOut, amount: amount * times, exact: 'in', without } as const
      try {
        quoteSwap({ graph: () => graph }, leg, { allow, definition })
      } catch {
        refused++
      }
    }
    const { user, system } = process.cpuUsage(before)
    return { refused, cpuMs: (user + system) / 1_000 }
  }
  const least = (times: bigint, without?: ReadonlySet<`0x${string}`>) =>
    Math.min(...[1, 2, 3].map(() => search(times, without).cpuMs))
  expect(search(1n).refused).toBe(0)
  expect(search(10n ** 15n).refused).toBe(queries.length)
  const honestMs = least(1n)
  // Before, finding an amount took 15 searches, and a graph without one pool was rebuilt: 10 and 20 times the cost.
  expect(least(10n ** 15n) / honestMs).toBeLessThan(costMax)
  expect(least(1n, new Set([world.pools[0]!.id])) / honestMs).toBeLessThan(costMax)
})
