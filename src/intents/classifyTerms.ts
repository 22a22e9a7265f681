import { type IntentStatus, intentStatuses } from '../interface/enums.ts'
import { ServiceError } from '../interface/errors.ts'
import type { Address, Hex } from '../interface/fields.ts'
import { limits } from '../interface/limits.ts'

export type SearchTerm =
  | { kind: 'hash'; value: Hex } // an intent id or the hash of any leg
  | { kind: 'address'; value: Address } // owner, recipient, token or intent address
  | { kind: 'prefix'; value: string } // lower-case hex digits of any of the above
  | { kind: 'symbol'; value: string }
  | { kind: 'status'; value: IntentStatus }
  | { kind: 'chain'; value: number }

type SearchVocabulary = {
  chains: readonly { id: number; name: string; network: string }[]
  isSymbol(text: string): boolean
}

/** Classifies each word of a query. A word of no kind fails the query: a typing error must not look like no results. */
export function classifyTerms(query: string, vocabulary: SearchVocabulary): SearchTerm[] {
  const words = query.split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) throw new ServiceError('QueryFailed', 'byQueryString holds no search term')
  return words.map((word) => classify(word, vocabulary))
}

function classify(word: string, vocabulary: SearchVocabulary): SearchTerm {
  const lower = word.toLowerCase()
  if (/^0x[0-9a-f]{64}$/.test(lower)) return { kind: 'hash', value: lower as Hex }
  if (/^0x[0-9a-f]{40}$/.test(lower)) return { kind: 'address', value: lower as Address }
  const status = intentStatuses.find((name) => name === word.toUpperCase())
  if (status) return { kind: 'status', value: status }
  const chain = vocabulary.chains.find(({ name, network }) => name.toLowerCase() === lower || network === lower)
  if (chain) return { kind: 'chain', value: chain.id }
  if (vocabulary.isSymbol(word)) return { kind: 'symbol', value: word.toUpperCase() }
  const digits = lower.startsWith('0x') ? lower.slice(2) : lower
  if (/^[0-9a-f]+$/.test(digits) && digits.length >= limits.addressPrefixDigitsMin && digits.length < 64) {
    return { kind: 'prefix', value: digits }
  }
  throw new ServiceError(
    'QueryFailed',
    `"${word}" is no intent id, hash, address (or ${limits.addressPrefixDigitsMin} or more of its first hex digits), token symbol, status or chain name`,
  )
}
