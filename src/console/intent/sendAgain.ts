import type { Intent } from '../../interface/intentShapes.ts'
import type { Wire } from '../data/wire.ts'
import { exact } from '../view/format.ts'
import { paysOwner, type Receipt, reasonOf } from './state.ts'

type Again = { receipt: Receipt; intent?: Wire<Intent> }
type DecimalsOf = (chainId: number, token: string) => number | undefined

/** Slippage for a second try: twice the first, from 0.5 % to 3 %, and never less than the first. */
const wider = (slippage: number): number => Math.max(slippage, Math.min(0.03, Math.max(0.005, slippage * 2)))

/** More slippage for a second try, if the price was the reason. */
export function moreSlippage({ receipt, intent }: Again): number | undefined {
  if (!intent || reasonOf(receipt)?.code !== 'SLIPPAGE') return undefined
  const [first, second] = [intent.quote.maxSlippage, wider(intent.quote.maxSlippage)]
  return second > first ? second : undefined
}

/** The send form's query for the same trade; undefined for a trade that the form cannot ask for. */
export function sendAgain(again: Again, decimalsOf: DecimalsOf): URLSearchParams | undefined {
  const { summary, originChainId, destinationChainId } = again.receipt
  const request = again.intent?.quoteRequest
  const isToOwner = paysOwner(again.receipt)
  // A recipient may be the contract of a destination call; money sent to it without the call would be lost.
  if (request ? (request.destinationCallData ?? '0x') !== '0x' : !isToOwner) return undefined
  const isOut = request?.tradeType === 'EXACT_OUTPUT'
  const typed = isOut ? request.destinationTokenAmount : summary.originTokenAmount
  const decimals = isOut
    ? decimalsOf(destinationChainId, summary.destinationTokenAddress)
    : decimalsOf(originChainId, summary.originTokenAddress)
  const slippage = moreSlippage(again) ?? request?.options?.slippageTolerance
  return new URLSearchParams({
    pay: `${originChainId}:${summary.originTokenAddress}`,
    get: `${destinationChainId}:${summary.destinationTokenAddress}`,
    ...(typed !== undefined &&
      decimals !== undefined && { amount: exact(BigInt(typed), decimals).replaceAll(',', '') }),
    ...(isOut && { exact: 'get' }),
    ...(!isToOwner && { to: summary.destinationToAddress }),
    ...(slippage !== undefined && { slippage: String(Number((slippage * 100).toPrecision(3))) }),
  })
}
