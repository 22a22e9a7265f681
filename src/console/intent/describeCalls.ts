import type { Hex } from '../../interface/fields.ts'
import type { CallsPayload } from '../../interface/intentShapes.ts'
import { readFeeCollector, readInjectedToken, readMinBalance, readRun } from '../../sdk/readCalls.ts'
import { unitOf } from '../data/directory.ts'
import type { Wire } from '../data/wire.ts'
import { exact, shortAddress } from '../view/format.ts'

const uint256Max = 2n ** 256n - 1n

/** Each call of a batch in words, by the same reader that the client's checks use. What it cannot read it names by target and selector. */
export function describeCalls({ chainId, calls }: Wire<CallsPayload>): string[] {
  const money = (token: string, amount: bigint): string => {
    const { symbol, decimals } = unitOf(chainId, token)
    return amount === uint256Max ? `all ${symbol}` : `${exact(amount, decimals)} ${symbol}`
  }
  return calls.map(({ to, data, onlyFallback, behaviorOnError }) => {
    const when = onlyFallback ? 'If the call before failed: ' : ''
    const fails = behaviorOnError === 0 ? ' May fail without undoing the rest.' : ''
    return `${when}${say(data as Hex, to, money)}.${fails}`
  })
}

function say(data: Hex, to: string, money: (token: string, amount: bigint) => string): string {
  const least = readMinBalance(data)
  if (least) return `the address must hold at least ${money(least.token, least.minAmount)}`
  const run = readRun(data)
  if (run) {
    const targets = run.steps.map(({ target }) => shortAddress(target)).join(', ')
    const outputs = run.outputs.filter(({ minAmount }) => minAmount > 0n)
    const bring = outputs.map(({ token, minAmount }) => money(token, minAmount)).join(' and ')
    return `the router takes ${money(run.token, run.amount)} to ${targets}${bring ? ` and must bring at least ${bring}` : ''}`
  }
  const collector = readFeeCollector(data)
  if (collector) return `the fee goes to ${shortAddress(collector)} if the trade went through`
  const injected = readInjectedToken(data)
  if (injected) return `calls ${shortAddress(to)} with the delivered amount`
  return `calls ${data.slice(0, 10)} of ${shortAddress(to)}`
}
