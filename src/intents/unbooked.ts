import type { LedgerEntry } from './ledger.ts'

/**
 * The entries that the ledger lacks. Booked entries stay: if one differs (an arrival booked before its transaction was
 * known), its amount is deducted from the new entries into or out of the same address.
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

/** Keys for the directions, into or out of an intent address, in which an entry moves its token. */
const waysOf = ({ from, to, chainId, token }: LedgerEntry): string[] => [
  ...(isWallet(to) ? [`into ${to} ${chainId} ${token.toLowerCase()}`] : []),
  ...(isWallet(from) ? [`out of ${from} ${chainId} ${token.toLowerCase()}`] : []),
]

const isWallet = (place: LedgerEntry['to']): boolean => place === 'originIntent' || place === 'destinationIntent'
