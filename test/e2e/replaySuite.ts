import { type Address, encodeFunctionData, erc20Abi, type Hex, maxUint256, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { createReplay } from '../../src/app/createReplay.ts'
import { devnetKeys } from '../../src/chains/definitions/devnet/keys.ts'
import { type NodeReceipt, rpc } from '../../src/devnet/rpc.ts'
import type { Pool } from '../../src/routing/pool.ts'
import { createAdminClient } from '../../src/sdk/adminClient.ts'
import { runCli } from '../cli/runCli.ts'
import { balance, fromTo, harbor, island, native, type Service, settle, tokens } from './setup.ts'

/** Recomputes quotes from their snapshots. Leaves a market changed. */
export function replaySuite(service: Service): void {
  let recipients = 0
  const recipientOf = (n: number): Address => `0x${(0xc0ffee00 + n).toString(16).padStart(40, '0')}`

  const admin = () => createAdminClient({ url: service.app.url, secret: service.app.operatorSecret!, operator: 'ada' })

  async function quoted(
    account: number,
    from: Address,
    to: Address,
    originTokenAmount: bigint,
    destinationChainId: number = harbor,
  ) {
    const { client, devnet } = service
    const { intent } = await client.quoteIntent({
      ownerAddress: devnet.accounts[account]!.address,
      ...fromTo([harbor, from, originTokenAmount], [destinationChainId, to]),
      destinationToAddress: recipientOf(++recipients),
      // A crossing takes at least the swap's output.
      options: destinationChainId === harbor ? { slippageTolerance: 0.1 } : { bridgeProvider: 'CCTP' },
    })
    return intent
  }

  const settled = (account: number, intent: Awaited<ReturnType<typeof quoted>>) =>
    settle(service, service.devnet.accounts[account]!, intent)

  test('the same route is found again over what the quote saw, for tokens, natives and splits', async () => {
    const rows = [
      [tokens.usdc, tokens.weth, 25_000_000_000n],
      [native, tokens.wbtc, 10n ** 19n],
      [tokens.dai, native, 10n ** 22n],
      [tokens.wbtc, tokens.usdt, 10n ** 8n],
    ] as const
    for (const [from, to, amount] of rows) {
      const { intentId, quote } = await quoted(1, from, to, amount)
      const { legs } = await admin().replayIntent({ intentId })
      expect(legs).toHaveLength(1)
      expect(legs[0]).toMatchObject({ foundAgain: true, foundAmountOut: quote.toAmount, note: 'it has not run' })
    }
  })

  test('an intent with a bridge is compared by the swaps on both of its sides', async () => {
    const intent = await quoted(4, tokens.wbtc, tokens.dai, 1_000_000n, island)
    const { intentId } = intent
    const before = await admin().replayIntent({ intentId })
    expect(before.legs.map(({ chainId }) => chainId)).toEqual([harbor, undefined, island])
    expect(before.legs.map(({ foundAgain }) => foundAgain)).toEqual([true, undefined, true])
    expect(before.missedBps).toBeUndefined()
    expect((await settled(4, intent)).status).toBe('SUCCEEDED')
    const { legs, missedBps } = await admin().replayIntent({ intentId })
    expect(legs.map((leg) => leg.missedBps)).toEqual([0, undefined, 0])
    expect(missedBps).toBe(0)
    const said = await runCli(['replay', intentId, '--url', service.app.url, '--secret', service.app.operatorSecret!])
    expect(said.out).toContain('all swaps together missed 0 bps')
  })

  test('one that is unknown, of another project, deleted or set aside is said to be, with what to do', async () => {
    const { store } = service.app.world
    const replayed = (intentId: Hex, projectId?: number) => admin().replayIntent({ intentId, projectId })
    await expect(replayed(`0x${'1'.repeat(64)}`)).rejects.toThrow(/there is no intent 0x1+: unpaid quotes/)
    const { intentId } = await quoted(5, tokens.usdc, tokens.weth, 1_000_000_000n)
    const { project } = await admin().createProject({ name: 'others' })
    await expect(replayed(intentId, project.id)).rejects.toThrow(
      `there is no intent ${intentId} in project ${project.id}`,
    )
    const aside = await quoted(5, tokens.usdc, tokens.weth, 1_000_000_000n)
    const expiredBeforeMs = Date.parse(aside.expiresAt) + 1
    await store.intents.archiveQuotes({ expiredBeforeMs, limit: 1_000 })
    await expect(replayed(aside.intentId)).rejects.toThrow(/saw is gone: .*; its terms are in its receipt/)
    await store.intents.forgetQuotes([aside.intentId])
    await expect(replayed(aside.intentId)).rejects.toThrow(/there is no intent/)
  })

  test('a pool, a kind of pool or a chain that is no longer there is named, and nothing is made up', async () => {
    const { store, chains } = service.app.world
    const intent = await quoted(3, tokens.usdc, tokens.weth, 1_000_000_000n)
    expect((await settled(3, intent)).status).toBe('SUCCEEDED')
    const { intentId } = intent
    const snapshot = await store.intents.snapshot(intentId)
    const { swap, ...terms } = snapshot!.legs[0]!
    const used = swap!.paths[0]!.pools[0]!
    const nobody = recipientOf(0)
    const renamed = (id: Address) => (id === used ? nobody : id)
    const seenWith = (change: (pool: Pool) => Pool, pathPool = (id: Address) => id) => {
      const paths = swap!.paths.map((path) => ({ ...path, pools: path.pools.map(pathPool) }))
      const legs = [{ ...terms, swap: { ...swap!, paths, pools: swap!.pools.map(change) } }]
      const intents = { find: store.intents.find, snapshot: async () => ({ legs }) }
      return createReplay({ store: { intents }, chains })({ intentId })
    }
    const gone = await seenWith((pool) => ({ ...pool, id: renamed(pool.id) }), renamed)
    expect(gone.legs[0]).toMatchObject({ note: expect.stringContaining(`pool ${nobody} of the route cannot be read`) })
    expect(gone.missedBps).toBeUndefined()
    const unknown = await seenWith((pool) => ({ ...pool, provider: 'NO_LONGER_KNOWN' }))
    expect(unknown.legs[0]).toMatchObject({ note: expect.stringContaining('cannot be read') })
    const { legs } = await createReplay({ store, chains: new Map() })({ intentId })
    expect(legs[0]).toMatchObject({ foundAgain: true, note: expect.stringContaining(`chain ${harbor} is no longer`) })
  })

  test('a route that ran on the pools it was quoted for missed nothing; one whose pool somebody moved missed what the other pools had', async () => {
    const { devnet } = service
    const still = await quoted(2, tokens.usdc, tokens.weth, 1_000_000_000n)
    expect((await settled(2, still)).status).toBe('SUCCEEDED')
    const [calm] = (await admin().replayIntent({ intentId: still.intentId })).legs
    expect(calm).toMatchObject({ foundAgain: true, missedBps: 0, routeAmountOut: still.quote.toAmount })

    const moved = await quoted(2, tokens.usdc, tokens.weth, 1_000_000_000n)
    await buyWhereItEnds(moved.intentId)
    expect((await settled(2, moved)).status).toBe('SUCCEEDED')
    const [missed] = (await admin().replayIntent({ intentId: moved.intentId })).legs
    expect(missed).toMatchObject({ foundAgain: true, foundAmountOut: moved.quote.toAmount })
    expect(missed!.missedBps).toBeGreaterThan(1)
    expect(missed!.routeAmountOut!).toBeLessThan(moved.quote.toAmount)
    expect(missed!.bestAmountOut!).toBeGreaterThan(missed!.routeAmountOut!)
    // The computed amount equals the arrived one, to the unit.
    expect(await balance(devnet, harbor, tokens.weth, recipientOf(recipients))).toBe(missed!.routeAmountOut)
    const said = await runCli([
      'replay',
      moved.intentId,
      '--url',
      service.app.url,
      '--secret',
      service.app.operatorSecret!,
    ])
    expect(said.out).toContain('found again the same route')
    expect(said.out).toContain(`${missed!.missedBps} bps missed`)
  })

  const swapAbi = parseAbi([
    'struct ExactInputSingleParams { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
    'function exactInputSingle(ExactInputSingleParams params) payable returns (uint256)',
  ])

  /** Buys much WETH from the pool at the end of a quote's first path, so that its price leaves the others'. */
  async function buyWhereItEnds(intentId: Hex): Promise<void> {
    const { nodeUrl } = service.devnet.chains.find(({ id }) => id === harbor)!
    const snapshot = await service.app.world.store.intents.snapshot(intentId)
    const { paths, pools } = snapshot!.legs[0]!.swap!
    const last = pools.find(({ id }) => id === paths[0]!.pools.at(-1))
    if (last?.kind !== 'v3' || last.provider !== 'UNISWAP_V3') throw new Error(`the route ends in ${last?.provider}`)
    const tokenIn = last.token0 === tokens.weth ? last.token1 : last.token0
    const amountIn = 5_000_000n * 10n ** (tokenIn === tokens.dai ? 18n : 6n)
    const from = devnetKeys().faucet.address
    const send = async (to: Address, data: Hex) => {
      const receipt = await rpc<NodeReceipt>(nodeUrl, 'eth_sendTransactionSync', [{ from, to, data, gas: '0x2dc6c0' }])
      expect(receipt.status).toBe('0x1')
    }
    const { router } = tokens.uniswapV3
    await send(tokenIn, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, maxUint256] }))
    const way = { tokenIn, tokenOut: tokens.weth, fee: last.feePpm, recipient: from, deadline: maxUint256 }
    const args = [{ ...way, amountIn, amountOutMinimum: 0n, sqrtPriceLimitX96: 0n }] as const
    await send(router, encodeFunctionData({ abi: swapAbi, functionName: 'exactInputSingle', args }))
  }
}
