import type { Address, Hex } from 'viem'
import { encodeFunctionData, maxUint256, parseAbi } from 'viem'
import type { Chain } from '../../src/chains/chain.ts'
import { devnetDefinitions } from '../../src/chains/definitions/devnet/devnetDefinitions.ts'
import { tokenNames } from '../../src/chains/definitions/devnet/facts.ts'
import { devnetKeys } from '../../src/chains/definitions/devnet/keys.ts'
import { openChain } from '../../src/chains/openChain.ts'
import type { Devnet } from '../../src/devnet/devnet.ts'
import { type NodeReceipt, rpc } from '../../src/devnet/rpc.ts'
import { systemClock } from '../../src/host/clock.ts'
import type { PoolSyncLimits } from '../../src/providers/chainPools.ts'
import { type PoolSync, type PoolSyncEvents, startPoolSync } from '../../src/providers/poolSync.ts'
import type { SwapLeg } from '../../src/providers/provider.ts'
import { read, resetDevnet } from '../devnet/setup.ts'
import { useForAll } from '../useParts.ts'

export const native = '0x0000000000000000000000000000000000000000'

export type DevnetFixture = {
  devnet: Devnet
  /** Harbor and its neighbours, as the service sees them. */
  chains: Map<number, Chain>
  harbor: Chain
  island: Chain
  tokens: Address[]
  stop(): Promise<void>
}

/** Freshly built chains, as the service sees them. LayerZero messages are not delivered. */
export async function startFixture(): Promise<DevnetFixture> {
  const devnet = await resetDevnet({ executor: false })
  const chains = new Map<number, Chain>()
  for (const { id, rpcUrl } of devnet.chains) {
    chains.set(
      id,
      await openChain({
        definition: devnetDefinitions().find((definition) => definition.id === id)!,
        endpoints: [{ url: rpcUrl }],
        clock: systemClock,
        // A node on the test's busy machine is slow but healthy.
        limits: { callTimeoutMs: 120_000, probeTimeoutMs: 60_000, headerTimeoutMs: 60_000 },
      }),
    )
  }
  const [harbor, island] = devnet.chains.map(({ id }) => chains.get(id)!)
  return {
    devnet,
    chains,
    harbor: harbor!,
    island: island!,
    tokens: tokenNames.map((name) => devnet.contracts[name]),
    stop: async () => {
      for (const chain of chains.values()) await chain.close()
      await devnet.stop()
    },
  }
}

/** A pool synchronisation with waits. */
export type FollowedSync = PoolSync & {
  /** Resolves once the pools match the newest block of now. */
  caughtUp(chain: Chain): Promise<void>
  steps: Parameters<PoolSyncEvents['advanced']>[0][]
  failures: unknown[]
}

export function followPools(
  fixture: DevnetFixture,
  chains: Chain[],
  limits: Partial<PoolSyncLimits> = {},
): FollowedSync {
  const steps: FollowedSync['steps'] = []
  const failures: unknown[] = []
  const wakers = new Set<() => void>()
  const sync = startPoolSync({
    chains,
    tokens: () => fixture.tokens,
    clock: systemClock,
    limits: { scanWordsPerHead: 0, idleMs: 0, ...limits },
    events: {
      advanced: (step) => {
        steps.push(step)
        for (const wake of wakers) wake()
      },
      failed: ({ error }) => failures.push(error),
    },
  })
  const caughtUp = async (chain: Chain) => {
    const newest = await rpc<{ hash: Hex; number: Hex }>(rpcUrlOf(fixture, chain), 'eth_getBlockByNumber', [
      'latest',
      false,
    ])
    const known = steps.length
    const last = () => steps.findLast(({ chainId }) => chainId === chain.id)
    await new Promise<void>((resolve) => {
      const check = () => {
        // Blocks may come faster than steps: one step may take several.
        const beyond = steps
          .slice(known)
          .some((step) => step.chainId === chain.id && step.block >= Number(newest.number))
        if (last()?.hash !== newest.hash && !beyond) return
        wakers.delete(check)
        resolve()
      }
      wakers.add(check)
      check()
    })
  }
  return { ...sync, caughtUp, steps, failures }
}

/** Per test file: fresh chains, synchronised pools on Harbor, and an account that has approved these spenders. */
export function useMarket(account: number, spenders: readonly Address[]) {
  const fixture = useForAll(startFixture)
  const user = devnetKeys().users[account]!.address
  const sync = useForAll(async () => {
    for (const spender of spenders) await approveAll(fixture, fixture.harbor, user, spender)
    const followed = followPools(fixture, [fixture.harbor])
    await followed.ready()
    return followed
  })
  return { fixture, user, sync }
}

export function rpcUrlOf({ devnet }: DevnetFixture, { id }: { id: number }): string {
  return devnet.chains.find((chain) => chain.id === id)!.rpcUrl
}

/** Sends from an account the local node signs for; a revert throws. */
export async function sendAs(
  fixture: DevnetFixture,
  chain: Chain,
  from: Address,
  tx: { to: Address; data?: Hex; value?: bigint },
): Promise<NodeReceipt> {
  const params = {
    from,
    to: tx.to,
    data: tx.data ?? '0x',
    value: `0x${(tx.value ?? 0n).toString(16)}`,
    gas: '0x7a1200',
  }
  const receipt = await rpc<NodeReceipt>(rpcUrlOf(fixture, chain), 'eth_sendTransactionSync', [params])
  if (receipt.status !== '0x1') throw new Error(`reverted: ${receipt.transactionHash}`)
  return receipt
}

const approveAbi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function allowance(address owner, address spender) view returns (uint256)',
])

export async function approveAll(
  fixture: DevnetFixture,
  chain: Chain,
  owner: Address,
  spender: Address,
): Promise<void> {
  const data = encodeFunctionData({ abi: approveAbi, functionName: 'approve', args: [spender, maxUint256] })
  for (const token of fixture.tokens) {
    const asked = { to: token, abi: approveAbi, fn: 'allowance', args: [owner, spender] }
    // USDT refuses to change an allowance left by another file.
    if ((await read<bigint>({ rpcUrl: rpcUrlOf(fixture, chain) }, asked)) > 0n) continue
    await sendAs(fixture, chain, owner, { to: token, data })
  }
}

/** A swap on Harbor. */
export const swap = (tokenIn: Address, tokenOut: Address, amount: bigint, exact: 'in' | 'out' = 'in'): SwapLeg => ({
  kind: 'swap',
  chainId: 31_337,
  tokenIn,
  tokenOut,
  amount,
  exact,
})
