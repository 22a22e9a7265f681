import type { LedgerEntry } from '../../intents/ledger.ts'

/**
 * The entries that the ledger lacks. What is booked stays: where it says otherwise what has moved at an address (an arrival that had no transaction then, or another part
 * of the same one), the new entries of the same direction are less by that.
 */
export function unbooked(folded: readonly LedgerEntry[], booked: readonly LedgerEntry[]): LedgerEntry[] {
  const rest = [...booked]
  const missing = folded.filter((entry) => {
    const at = rest.findIndex((one) => wordOf(one) === wordOf(entry))
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  })
  const over = rest.flatMap((entry) =>
    waysOf(entry).map((way) => ({ way, txnHash: entry.txnHash, amount: entry.amount })),
  )
  return missing.flatMap((entry) => {
    const [way] = waysOf(entry)
    let { amount } = entry
    for (const had of over.filter((one) => one.way === way && mayBeOne(one, entry))) {
      const less = had.amount < amount ? had.amount : amount
      had.amount -= less
      amount -= less
    }
    return amount > 0n ? [{ ...entry, amount }] : []
  })
}

type Hashed = Pick<LedgerEntry, 'txnHash'>
/** What one transaction moved is never another's, though no node tells of it now (seed 880000614). */
const mayBeOne = (a: Hashed, b: Hashed): boolean =>
  a.txnHash === undefined || b.txnHash === undefined || a.txnHash === b.txnHash

const wordOf = ({ from, to, chainId, token, amount, txnHash }: LedgerEntry): string =>
  `${from} ${to} ${chainId} ${token.toLowerCase()} ${amount} ${txnHash ?? ''}`

/** Into or out of an address of the intent. */
const waysOf = ({ from, to, chainId, token }: LedgerEntry): string[] => [
  ...(isWallet(to) ? [`into ${to} ${chainId} ${token.toLowerCase()}`] : []),
  ...(isWallet(from) ? [`out of ${from} ${chainId} ${token.toLowerCase()}`] : []),
]

const isWallet = (place: LedgerEntry['to']): boolean => place === 'originIntent' || place === 'destinationIntent'
