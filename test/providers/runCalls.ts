import { type Address, encodeFunctionData, parseAbi } from 'viem'
import type { Chain } from '../../src/chains/chain.ts'
import { causewayContracts } from '../../src/chains/contracts/abi/addresses.ts'
import type { NodeReceipt } from '../../src/devnet/rpc.ts'
import { routerOutputs, routerSteps } from '../../src/intents/routerSteps.ts'
import type { BatchContext, LegQuote, RouteLeg } from '../../src/providers/provider.ts'
import { type DevnetFixture, native, sendAs } from './setup.ts'

const routerAbi = parseAbi([
  'struct Step { address target; uint256 value; address token; address spender; uint256 amount; uint256[] offsets; bytes data; }',
  'struct Output { address token; uint256 minAmount; }',
  'function run(address token, uint256 amount, Step[] steps, Output[] outputs) payable',
])

export const router = causewayContracts.router

/** Runs a quote's calls on the real router, which the user has approved, and tells what the user paid and got. */
export async function runQuote(
  fixture: DevnetFixture,
  chain: Chain,
  user: Address,
  leg: RouteLeg,
  quote: LegQuote,
  recipient: Address,
): Promise<{ paid: bigint; got: bigint; receipt: NodeReceipt }> {
  const { timestampS } = await chain.head()
  const context: BatchContext = { router, recipient, owner: user, nowS: timestampS, deadlineS: timestampS + 3_000 }
  const args = [
    leg.tokenIn,
    quote.amountIn,
    routerSteps(quote.calls(context)),
    routerOutputs(quote.touches, []),
  ] as const
  const data = encodeFunctionData({ abi: routerAbi, functionName: 'run', args })
  const isNative = leg.tokenIn === native
  const tokens = leg.kind === 'swap' ? [leg.tokenIn, leg.tokenOut] : [leg.tokenIn]
  const before = await holdings(chain, user, tokens)
  const receipt = await sendAs(fixture, chain, user, { to: router, data, value: isNative ? quote.amountIn : 0n })
  const after = await holdings(chain, user, tokens)
  const gasPaid =
    BigInt(receipt.gasUsed) * BigInt((receipt as NodeReceipt & { effectiveGasPrice: string }).effectiveGasPrice)
  const gasOf = (token: Address) => (token === native ? gasPaid : 0n)
  return {
    paid: before[0]! - after[0]! - gasOf(leg.tokenIn),
    got: leg.kind === 'swap' ? after[1]! - before[1]! + gasOf(leg.tokenOut) : 0n,
    receipt,
  }
}

/** Read at the newest block there is, not at the newest one that the service has heard of. */
async function holdings(chain: Chain, holder: Address, tokens: readonly Address[]): Promise<bigint[]> {
  return Promise.all(tokens.map((token) => chain.balance(token, holder)))
}
