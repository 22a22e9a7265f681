import { type Abi, type Address, encodeFunctionData, type Hex } from 'viem'
import type { Chain } from '../../src/chains/chain.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import { systemClock } from '../../src/host/clock.ts'
import { createOraclePrices } from '../../src/tokens/oraclePrices.ts'
import { ownTokens } from '../../src/tokens/ownTokens.ts'
import { createTokenLists } from '../../src/tokens/tokenLists.ts'
import { startYields, type YieldsOptions } from '../../src/yields/startYields.ts'
import type { YieldEvents } from '../../src/yields/yieldProtocol.ts'
import { headWhere } from '../chains/headWhere.ts'
import { type DevnetFixture, rpcUrlOf, startFixture as startDevnetFixture } from '../providers/setup.ts'

export type { DevnetFixture }

/** A devnet with history: a vault's rate is its share's growth, and a newly loaded chain has no earlier block. */
export async function startFixture(): Promise<DevnetFixture> {
  const fixture = await startDevnetFixture()
  for (const chain of fixture.chains.values()) await growOlder(chain, rpcUrlOf(fixture, chain))
  return fixture
}

/** Mines two more blocks, seconds apart, and waits until the chain has seen them. */
export async function growOlder(chain: Chain, rpcUrl: string): Promise<void> {
  const { number } = await chain.head()
  const seen = headWhere(chain, (head) => head.number >= number + 2)
  for (const _ of [1, 2]) {
    await rpc(rpcUrl, 'evm_increaseTime', [5])
    await rpc(rpcUrl, 'evm_mine')
  }
  await seen
}

export const yearS = 365 * 86_400

/** A manual clock; sleeping still takes real time. */
export function turnableClock() {
  let aheadMs = 0
  const turn = (ms: number) => {
    aheadMs += ms
  }
  return { clock: { ...systemClock, nowMs: () => systemClock.nowMs() + aheadMs }, turn }
}

export type Events = { leftOut: Parameters<YieldEvents['marketLeftOut']>[0][]; failed: string[] }

/** A devnet's yields with all their facts. */
export function openYields(fixture: DevnetFixture, options: Partial<YieldsOptions> = {}) {
  const events: Events = { leftOut: [], failed: [] }
  const clock = options.clock ?? systemClock
  const yields = startYields({
    chains: fixture.chains,
    prices: createOraclePrices({ chains: fixture.chains, clock }),
    tokens: createTokenLists({ chainIds: [...fixture.chains.keys()], own: ownTokens() }),
    clock,
    observe: {
      marketLeftOut: (event) => events.leftOut.push(event),
      yieldSourceFailed: ({ chainId, protocol }) => events.failed.push(`${chainId} ${protocol}`),
    },
    ...options,
  })
  return { yields, events }
}

/** From any account: a devnet needs no key. Resolves when mined. */
export async function act(
  rpcUrl: string,
  from: Address,
  to: Address,
  abi: Abi,
  functionName: string,
  args: readonly unknown[],
): Promise<void> {
  await rpc(rpcUrl, 'anvil_impersonateAccount', [from])
  const data = encodeFunctionData({ abi, functionName, args })
  const params = { from, to, data, gas: '0x1e8480' }
  const { status } = await rpc<{ status: Hex }>(rpcUrl, 'eth_sendTransactionSync', [params])
  if (status !== '0x1') throw new Error(`${functionName} reverted`)
}
