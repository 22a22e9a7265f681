import type { Address, Hex } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'
import { placeholder, type RouterOutput, type RouterStep, wholeBalance } from './wallet.ts'

/** A call of the router as providers describe it. */
export type RouteCallLike = {
  to: Address
  data: Hex
  value: bigint
  approve?: { token: Address; spender: Address; amount: bigint | 'balance' }
  inject?: { token: Address; offset: number }
}

/** Providers' calls as steps of a router run. */
export function routerSteps(calls: readonly RouteCallLike[]): RouterStep[] {
  return calls.map(({ to, data, value, approve, inject }) => ({
    target: to,
    value,
    token: inject?.token ?? approve?.token ?? nativeToken,
    spender: approve?.spender ?? nativeToken,
    amount: inject || approve?.amount === 'balance' ? wholeBalance : ((approve?.amount as bigint | undefined) ?? 0n),
    offsets: inject ? [BigInt(inject.offset)] : [],
    data: inject ? withPlaceholder(data, inject.offset) : data,
  }))
}

/** Everything the steps touch comes back to the wallet: nothing may stay at the router. */
export function routerOutputs(touched: readonly Address[], least: readonly RouterOutput[]): RouterOutput[] {
  const outputs = new Map(least.map((output) => [output.token.toLowerCase(), output]))
  for (const token of touched) {
    if (!outputs.has(token.toLowerCase())) outputs.set(token.toLowerCase(), { token, minAmount: 0n })
  }
  return [...outputs.values()]
}

function withPlaceholder(data: Hex, offset: number): Hex {
  const at = 2 + 2 * offset
  return `0x${data.slice(2, at)}${placeholder.slice(2)}${data.slice(at + 64)}`
}
