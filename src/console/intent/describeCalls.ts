import { decodeFunctionData, parseAbi, zeroAddress } from 'viem'
import type { Hex } from '../../interface/fields.ts'
import { decodeRun, readMinBalance } from '../../sdk/readCalls.ts'
import { tokenUnit } from '../data/directory.ts'
import { exact, shortAddress } from '../view/format.ts'

const uint256Max = 2n ** 256n - 1n

/** Functions that the client's own decoders do not cover: the router's, and those of common targets. */
const abi = parseAbi([
  'function sweep(address token, address receiver, uint256 minAmount)',
  'function pay(address token, address receiver, uint256 amount)',
  'function payFeeIfSucceeded(address token, uint256 amount, address collector)',
  'function injectAndCall(address token, address target, address spender, uint256 value, uint256 minAmount, uint256[] offsets, bytes data)',
  'function withdraw(uint256 amount)',
  'function deposit(uint256 assets, address receiver)',
  'function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)',
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
])

/** A batch, in either form: from the wire or from the client. */
export type ShownBatch = {
  chainId: number
  calls: readonly { to: string; data: string; onlyFallback: boolean; behaviorOnError: number }[]
}

type Money = (token: string, amount: bigint) => string

/** Each call of a batch in words. An unknown function is named by target and selector. */
export function describeCalls({ chainId, calls }: ShownBatch): string[] {
  const money: Money = (token, amount) => {
    const { symbol, decimals } = tokenUnit(chainId, token)
    return amount === uint256Max ? `all ${symbol}` : `${exact(amount, decimals)} ${symbol}`
  }
  const symbolOf = (token: string) => tokenUnit(chainId, token).symbol
  return calls.map(({ to, data, onlyFallback, behaviorOnError }) => {
    const when = onlyFallback ? 'If the call before failed: ' : ''
    const fails = behaviorOnError === 0 ? ' May fail without undoing the rest.' : ''
    return `${when}${say(data as Hex, to, money, symbolOf)}.${fails}`
  })
}

function say(data: Hex, to: string, money: Money, symbolOf: (token: string) => string): string {
  const least = readMinBalance(data)
  if (least) return `the address must hold at least ${money(least.token, least.minAmount)}`
  const run = decodeRun(data)
  if (run) {
    const targets = run.steps.map(({ target }) => shortAddress(target)).join(', ')
    const outputs = run.outputs.filter(({ minAmount }) => minAmount > 0n)
    const bring = outputs.map(({ token, minAmount }) => money(token, minAmount)).join(' and ')
    const way = targets ? ` to ${targets}` : ' on'
    return `the router takes ${money(run.token, run.amount)}${way}${bring ? ` and must bring at least ${bring}` : ''}`
  }
  const call = decode(data)
  switch (call?.functionName) {
    case 'sweep': {
      const [token, receiver, minAmount] = call.args
      const atLeast = minAmount > 0n ? `, at least ${money(token, minAmount)}` : ''
      return `all ${symbolOf(token)} that is there goes to ${shortAddress(receiver)}${atLeast}`
    }
    case 'pay':
      return `exactly ${money(call.args[0], call.args[2])} goes to ${shortAddress(call.args[1])}`
    case 'payFeeIfSucceeded':
      return `the fee of ${money(call.args[0], call.args[1])} goes to ${shortAddress(call.args[2])} if the trade went through`
    case 'injectAndCall': {
      const [token, target, spender, , minAmount, , inner] = call.args
      const atLeast = minAmount > 1n ? `, at least ${money(token, minAmount)}` : ''
      const pulls = spender === zeroAddress ? '' : `; ${shortAddress(spender)} may take it`
      return `${innerOf(inner, target)} with all ${symbolOf(token)} that is there${atLeast}${pulls}`
    }
    case undefined:
      return `calls ${data.slice(0, 10)} of ${shortAddress(to)}`
    default:
      return innerOf(data, to)
  }
}

/** A call of another contract, by the function's name if it is a common one. */
function innerOf(data: Hex, target: string): string {
  const call = decode(data)
  if (call?.functionName === 'deposit') return `deposit at ${shortAddress(target)} for ${shortAddress(call.args[1])}`
  if (call?.functionName === 'supply') return `supply to ${shortAddress(target)} for ${shortAddress(call.args[2])}`
  if (call?.functionName === 'withdraw') return `unwrap at ${shortAddress(target)}`
  if (call?.functionName === 'transfer') return `transfer at ${shortAddress(target)} to ${shortAddress(call.args[0])}`
  return `calls ${call?.functionName ?? data.slice(0, 10)} of ${shortAddress(target)}`
}

function decode(data: Hex) {
  try {
    return decodeFunctionData({ abi, data })
  } catch {
    return undefined
  }
}
