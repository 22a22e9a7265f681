import type { Address } from '../interface/fields.ts'
import type { YieldMarket } from '../interface/yieldShapes.ts'

type Named = { network: string; protocol: string; type: YieldMarket['type'] }
const addressDigits = 8

/**
 * `<network>-<token>-<protocol>-<kind>`, lower case. Among markets whose tokens share a symbol, the first in the
 * protocol's own order keeps the plain name and the others add digits of their address: a new market renames none.
 */
export function marketIds(
  { network, protocol, type }: Named,
  markets: readonly { symbol: string; address: Address }[],
): string[] {
  const taken = new Set<string>()
  return markets.map(({ symbol, address }) => {
    const digits = address.slice(2, 2 + addressDigits).toLowerCase()
    const token = symbol.toLowerCase().replaceAll(/[^a-z0-9.]+/g, '') || digits
    const plain = `${network}-${token}-${protocol}-${type}`
    const id = taken.has(plain) ? `${plain}-${digits}` : plain
    taken.add(plain)
    return id
  })
}
