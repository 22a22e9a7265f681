import { tokenUnit } from '../data/directory.ts'
import type { FlowMove } from '../flow/flow.ts'
import { exact } from '../view/format.ts'
import type { Receipt } from './state.ts'

/** In words, what became of each token that came into an intent address: sums of the ledger's rows. */
export function sumsOf(receipt: Receipt, moves: readonly FlowMove[]): string[] {
  const sentences: string[] = []
  for (const place of ['originIntent', 'destinationIntent'] as const) {
    const touching = moves.filter(({ from, to }) => from === place || to === place)
    for (const key of new Set(
      touching.map(({ chainId, tokenAddress }) => `${chainId}:${tokenAddress.toLowerCase()}`),
    )) {
      const rows = touching.filter((row) => `${row.chainId}:${row.tokenAddress.toLowerCase()}` === key)
      const sentence = sumOf(place, rows)
      if (sentence) sentences.push(sentence)
    }
  }
  const relay = moves.filter(({ why }) => why === 'relayFee')
  for (const { chainId, tokenAddress, amount } of relay) {
    const unit = tokenUnit(chainId, tokenAddress)
    sentences.push(`${exact(amount, unit.decimals)} ${unit.symbol} for sending the signed deposit.`)
  }
  return sentences.length > 0 ? sentences : [`No money reached ${receipt.summary.originIntentAddress}.`]
}

const words: Readonly<Record<string, string>> = {
  market: 'swapped',
  bridge: 'sent across',
  collector: 'to the service',
  recipient: 'to the recipient',
  owner: 'back to the owner',
}

function sumOf(place: string, rows: readonly FlowMove[]): string | undefined {
  const unit = tokenUnit(rows[0]!.chainId, rows[0]!.tokenAddress)
  const total = (list: readonly FlowMove[]) => list.reduce((sum, { amount }) => sum + amount, 0n)
  const into = total(rows.filter(({ to }) => to === place))
  const out = rows.filter(({ from }) => from === place)
  if (into === 0n) return undefined
  const figure = (amount: bigint) => exact(amount, unit.decimals)
  const parts = [...new Set(out.map(({ to }) => to))].map((to) => {
    const amount = total(out.filter((row) => row.to === to))
    return `${figure(amount)} ${words[to] ?? `to ${to}`}`
  })
  const rest = into - total(out)
  if (rest > 0n) parts.push(`${figure(rest)} still there`)
  return `${figure(into)} ${unit.symbol} in = ${parts.join(' + ')}.`
}
