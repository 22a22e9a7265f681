import type { YieldMarket } from '../../interface/yieldShapes.ts'
import { chainMismatch } from '../../sdk/chainMismatch.ts'
import { requireKnownMarket } from '../../sdk/requireKnownMarket.ts'
import { tokenMismatch } from '../../sdk/tokenMismatch.ts'
import { demand } from '../../sdk/untrustedQuote.ts'
import { knownChains, type NamedToken } from '../data/directory.ts'

/** What the reader chose by its name, which came from the service. */
export type Named = { pay: NamedToken; get: NamedToken; into?: YieldMarket }

/**
 * A person reads names and amounts, but signs addresses and base units: false decimals turn ten into a thousand.
 * Compares the service's names of chains, tokens and markets with the client library's. Throws `UntrustedQuote`.
 */
export function requireKnownNames({ pay, get, into }: Named): void {
  for (const token of [pay, get]) {
    const own = knownChains.peek().filter(({ id, name }) => id === token.chainId || name === nameOf(token.chainId))
    demand(own.length === 1, 'chains', `more than one is called ${nameOf(token.chainId)}`)
    const told = chainMismatch(own[0]!) ?? tokenMismatch(token)
    demand(told === undefined, 'names', `the service says that ${told}`)
  }
  if (into) requireKnownMarket(into, {})
}

const nameOf = (chainId: number): string | undefined => knownChains.peek().find(({ id }) => id === chainId)?.name
