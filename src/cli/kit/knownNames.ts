import { nativeToken } from '../../interface/limits.ts'
import type { ChainInfo, TokenInfo } from '../../interface/tokenShapes.ts'
import type { Client } from '../../sdk/client.ts'
import { assetDecimals, nativeDecimals, trustedChain, trustedChains } from '../../sdk/trustedChains.ts'
import { CliError } from './cliError.ts'

type Named = { symbol: string; decimals: number }

/** What this software knows of a token by itself, whatever a service says. */
export function knownToken(chainId: number, address: string): Named | undefined {
  const chain = trustedChain(chainId)
  if (!chain) return undefined
  if (address === nativeToken)
    return chain.nativeSymbol ? { symbol: chain.nativeSymbol, decimals: nativeDecimals } : undefined
  const symbol = Object.keys(chain.assets).find((name) => chain.assets[name]?.toLowerCase() === address.toLowerCase())
  return symbol ? { symbol, decimals: assetDecimals[symbol]! } : undefined
}

/** The chains of the service, none of which goes by the name of another: people choose by names, and money goes by ids. */
export async function readChains(client: Client, ask: { routeProvider?: string } = {}): Promise<ChainInfo[]> {
  const { chains } = await client.getChains(ask)
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

function requireKnownChain({ id, name, nativeCurrency }: ChainInfo): void {
  const known = trustedChain(id)
  if (!known) {
    const owner = trustedChains.find(
      (one) => one.name?.toLowerCase() === name.trim().toLowerCase() || String(one.id) === name.trim(),
    )
    if (owner) throw lie(`chain ${id} is called ${name}, but ${name} is chain ${owner.id}`)
    return
  }
  if (known.name !== name) throw lie(`chain ${id} is called ${name}, but it is ${known.name}`)
  const { symbol, decimals } = nativeCurrency
  if (symbol !== known.nativeSymbol || decimals !== nativeDecimals) {
    throw lie(
      `gas on ${name} is paid in ${symbol} with ${decimals} decimals, but it is ${known.nativeSymbol} with ${nativeDecimals}`,
    )
  }
}

/** A token that goes by a name which this software knows is that token, and a token that it knows goes by its name. */
export function requireKnownToken<T extends TokenInfo>(token: T): T {
  const chain = trustedChain(token.chainId)
  const where = chain?.name ?? `chain ${token.chainId}`
  const known = knownToken(token.chainId, token.address)
  if (known && (known.symbol !== token.symbol || known.decimals !== token.decimals)) {
    const said = `${token.address} on ${where} is ${token.symbol} with ${token.decimals} decimals`
    throw lie(`${said}, but it is ${known.symbol} with ${known.decimals}`)
  }
  const wanted = token.symbol.trim().toUpperCase()
  const address = wanted === chain?.nativeSymbol ? nativeToken : chain?.assets[wanted]
  if (address && address.toLowerCase() !== token.address.toLowerCase()) {
    throw lie(`${token.symbol} on ${where} is ${token.address}, but it is ${address}`)
  }
  return token
}

const lie = (what: string): CliError =>
  new CliError(
    'untrusted',
    `the service says that ${what}`,
    'do not trust this service; nothing was signed and nothing sent',
  )
