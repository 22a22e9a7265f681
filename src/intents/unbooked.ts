import type { LedgerEntry } from './ledger.ts'

/**
 * The entries that the ledger lacks. What is booked stays: where it says otherwise what has moved at an address (an arrival that had no transaction then), the new
 * entries of the same direction are less by that.
 */
export function unbooked(folded: readonly LedgerEntry[], booked: readonly LedgerEntry[]): LedgerEntry[] {
  const rest = [...booked]
  const missing = folded.filter((entry) => {
    const at = rest.findIndex((one) => wordOf(one) === wordOf(entry))
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  })
  const over = new Map<string, bigint>()
  for (const entry of rest) for (const way of waysOf(entry)) over.set(way, (over.get(way) ?? 0n) + entry.amount)
  return missing.flatMap((entry) => {
    const [way] = waysOf(entry)
    const had = (way && over.get(way)) || 0n
    const less = had < entry.amount ? had : entry.amount
    if (way) over.set(way, had - less)
    return less < entry.amount ? [{ ...entry, amount: entry.amount - less }] : []
  })
}

const wordOf = ({ from, to, chainId, token, amount, txnHash }: LedgerEntry): string =>
  `${from} ${to} ${chainId} ${token.toLowerCase()} ${amount} ${txnHash ?? ''}`

/** Into or out of an address of the intent. */
const waysOf = ({ from, to, chainId, token }: LedgerEntry): string[] => [
  ...(isWallet(to) ? [`into ${to} ${chainId} ${token.toLowerCase()}`] : []),
  ...(isWallet(from) ? [`out of ${from} ${chainId} ${token.toLowerCase()}`] : []),
]

const isWallet = (place: LedgerEntry['to']): boolean => place === 'originIntent' || place === 'destinationIntent'
