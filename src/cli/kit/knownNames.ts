import { trustedChain } from '../../intents/trustedChains.ts'
import type { ChainInfo, TokenInfo } from '../../interface/tokenShapes.ts'
import { chainMismatch } from '../../sdk/chainMismatch.ts'
import type { Client } from '../../sdk/client.ts'
import { tokenMismatch } from '../../sdk/tokenMismatch.ts'
import { CliError } from './cliError.ts'

/** The service's chains. Refuses one with another known chain's name: people choose by name, transfers go by id. */
export async function readChains(client: Client, filter: { routeProvider?: string } = {}): Promise<ChainInfo[]> {
  const { chains } = await client.getChains(filter)
  const seen = new Set<string>()
  for (const chain of chains) {
    requireKnownChain(chain)
    for (const mark of [String(chain.id), chain.name.toLowerCase()]) {
      if (seen.has(mark)) throw lie(`two chains are called ${mark}`)
      seen.add(mark)
    }
  }
  return chains
}

function requireKnownChain(chain: ChainInfo): void {
  const told = chainMismatch(chain)
  if (told) throw lie(told)
}

/**
 * Refuses a chain name that this software does not know: only the service says which id it means, and could say another
 * tomorrow. Accepts the id itself, as in USDC@999.
 */
export function requireOwnWord(token: string, chain: Pick<ChainInfo, 'id' | 'name'>): void {
  const said = token.slice(token.lastIndexOf('@') + 1)
  if (trustedChain(chain.id) || said === String(chain.id)) return
  throw new CliError(
    'untrusted',
    `that ${said} is chain ${chain.id} is only what the service says`,
    `if that is the chain you mean, name it by its id: ${token.slice(0, token.lastIndexOf('@'))}@${chain.id}`,
  )
}

/** Refuses a known symbol at an unknown address, and a known address with another symbol or other decimals. */
export function requireKnownToken<T extends TokenInfo>(token: T): T {
  const told = tokenMismatch(token)
  if (told) throw lie(told)
  return token
}

const lie = (what: string): CliError =>
  new CliError(
    'untrusted',
    `the service says that ${what}`,
    'do not trust this service; nothing was signed and nothing sent',
  )
