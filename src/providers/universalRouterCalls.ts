import { concatHex, encodeAbiParameters, type Hex, parseAbiParameters } from 'viem'
import type { ChainDefinition } from '../chains/chainDefinition.ts'
import { sameAddress } from '../evm/address.ts'
import { encodeCall } from '../evm/encodeCall.ts'
import type { RouteCall } from '../intents/routerSteps.ts'
import { placeholder } from '../intents/wallet.ts'
import type { Address } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'
import type { Hop } from '../routing/findRoute.ts'
import type { PoolKey } from '../routing/pool.ts'
import { erc20TransferAbi, universalRouterAbi } from './protocolAbis.ts'
import type { BatchContext } from './provider.ts'

/** Commands of the universal router, and actions of its v4 part. */
const command = { wrap: '0x0b', unwrap: '0x0c', v4Swap: '0x10' } as const
const action = { swapExactInSingle: '0x06', settle: '0x0b', take: '0x0e' } as const
/** Stands for the universal router itself as a receiver. */
const itself: Address = '0x0000000000000000000000000000000000000002'
/** Stands for all that the universal router holds, and for all that it owes or is owed. */
const wholeBalance = 1n << 255n
const openDelta = 0n

const pair = parseAbiParameters('address, uint256')
const settled = parseAbiParameters('address currency, uint256 amount, bool payerIsUser')
const taken = parseAbiParameters('address currency, address recipient, uint256 amount')
const actionsAndParams = parseAbiParameters('bytes, bytes[]')
/** As of versions 2.0 and 2.1.0: later ones have a price for the hop before `hookData`. */
const swapped = parseAbiParameters([
  'SwapParams params',
  'struct SwapParams { PoolKey poolKey; bool zeroForOne; uint128 amountIn; uint128 amountOutMinimum; bytes hookData; }',
  'struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
])
/** Where the amount lies in `transfer(to, amount)`. */
const amountOffset = 4 + 32

type Currencies = { key: PoolKey; zeroForOne: boolean; currencyIn: Address; currencyOut: Address }

/**
 * Two calls of our router: send the tokens to the universal router, then have it swap all it holds and pay our router.
 * No other account gets control in between. An allowance would need Permit2, which steps must not call.
 */
export function universalRouterCalls(
  hops: readonly Hop[],
  amount: bigint | 'balance',
  definition: ChainDefinition,
  { router, deadlineS }: BatchContext,
): RouteCall[] {
  const to = definition.uniswapV4!.universalRouter
  const token = hops[0]!.tokenIn
  const args = [to, amount === 'balance' ? BigInt(placeholder) : amount] as const
  const paid = { to: token, data: encodeCall({ abi: erc20TransferAbi, functionName: 'transfer', args }), value: 0n }
  const commands = swapCommands(hops.map(currenciesOf), router)
  const data = encodeCall({
    abi: universalRouterAbi,
    functionName: 'execute',
    args: [concatHex(commands.map(([code]) => code)), commands.map(([, input]) => input), BigInt(deadlineS)],
  })
  // No approval: the step only names its token, because our router must return it.
  const named = { token, spender: nativeToken, amount: 0n } as const
  const swap = { to, data, value: 0n, approve: named }
  return [
    amount === 'balance' ? { ...paid, inject: { token, offset: amountOffset } } : { ...paid, approve: named },
    swap,
  ]
}

/** One command per run of hops whose currencies meet. Wraps or unwraps where native meets wrapped. */
function swapCommands(hops: readonly Currencies[], router: Address): [Hex, Hex][] {
  const commands: [Hex, Hex][] = []
  let run: Currencies[] = []
  for (const [at, hop] of hops.entries()) {
    if (run.length === 0 && isNative(hop.currencyIn))
      commands.push([command.unwrap, encodeAbiParameters(pair, [itself, 0n])])
    run.push(hop)
    const next = hops[at + 1]
    if (next && sameAddress(next.currencyIn, hop.currencyOut)) continue
    const native = isNative(hop.currencyOut)
    commands.push([command.v4Swap, swapInput(run, native || next ? itself : router)])
    if (native) commands.push([command.wrap, encodeAbiParameters(pair, [next ? itself : router, wholeBalance])])
    run = []
  }
  return commands
}

function swapInput(run: readonly Currencies[], recipient: Address): Hex {
  const swaps = run.map(({ key, zeroForOne }) => ({
    poolKey: key,
    zeroForOne,
    amountIn: openDelta,
    amountOutMinimum: 0n,
    hookData: '0x' as const,
  }))
  const actions = concatHex([action.settle, ...run.map(() => action.swapExactInSingle), action.take])
  return encodeAbiParameters(actionsAndParams, [
    actions,
    [
      encodeAbiParameters(settled, [run[0]!.currencyIn, wholeBalance, false]),
      ...swaps.map((swap) => encodeAbiParameters(swapped, [swap])),
      encodeAbiParameters(taken, [run.at(-1)!.currencyOut, recipient, openDelta]),
    ],
  ])
}

function currenciesOf({ pool, tokenIn }: Hop): Currencies {
  if (pool.kind !== 'v3' || !pool.key) throw new Error(`${pool.id} is no pool of the universal router`)
  const { key } = pool
  const zeroForOne = sameAddress(tokenIn, pool.token0)
  const [currencyIn, currencyOut] = zeroForOne ? [key.currency0, key.currency1] : [key.currency1, key.currency0]
  return { key, zeroForOne, currencyIn, currencyOut }
}

const isNative = (currency: Address): boolean => sameAddress(currency, nativeToken)
