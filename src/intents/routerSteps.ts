import type { Address, Hex } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'
import { placeholder, type RouterOutput, type RouterStep, wholeBalance } from './wallet.ts'

/**
 * One call that the router makes for a provider. The router is `msg.sender`, approves exactly `approve.amount` before
 * the call and resets the allowance to zero after it. With `inject`, the router's measured balance of the token
 * replaces the placeholder (`wallet.ts`) at the offset of the data.
 */
export type RouteCall = {
  to: Address
  data: Hex
  value: bigint
  approve?: { token: Address; spender: Address; amount: bigint | 'balance' }
  inject?: { token: Address; offset: number }
}

/** Providers' calls as the struct that the router's `run` takes. */
export function routerSteps(calls: readonly RouteCall[]): RouterStep[] {
  return calls.map(({ to, data, value, approve, inject }) => ({
    target: to,
    value,
    token: inject?.token ?? approve?.token ?? nativeToken,
    spender: approve?.spender ?? nativeToken,
    amount: amountOf(approve?.amount ?? 0n, inject !== undefined),
    offsets: inject ? [BigInt(inject.offset)] : [],
    data: inject ? withPlaceholder(data, inject.offset) : data,
  }))
}

const amountOf = (approved: bigint | 'balance', isMeasured: boolean): bigint =>
  isMeasured || approved === 'balance' ? wholeBalance : approved

/** The outputs with their minimums, and every other touched token with minimum 0, so that none stays at the router. */
export function routerOutputs(touched: readonly Address[], minimums: readonly RouterOutput[]): RouterOutput[] {
  const outputs = new Map(minimums.map((output) => [output.token.toLowerCase(), output]))
  for (const token of touched) {
    if (!outputs.has(token.toLowerCase())) outputs.set(token.toLowerCase(), { token, minAmount: 0n })
  }
  return [...outputs.values()]
}

function withPlaceholder(data: Hex, offset: number): Hex {
  const at = 2 + 2 * offset
  return `0x${data.slice(2, at)}${placeholder.slice(2)}${data.slice(at + 64)}`
}
