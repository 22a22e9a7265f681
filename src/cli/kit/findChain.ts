import { nearest } from '../../config/nearest.ts'
import type { ChainInfo } from '../../interface/tokenShapes.ts'
import type { Client } from '../../sdk/client.ts'
import { usageError } from './cliError.ts'
import { readChains } from './knownNames.ts'

/** The fields of a chain that commands need, from the service or from this software's own definitions. */
export type NamedChain = Pick<ChainInfo, 'id' | 'name' | 'nativeCurrency'>

/** A chain by its name, in any case, or by its id. */
export async function findChain(client: Client, text: string): Promise<ChainInfo> {
  return chooseChain(await readChains(client), text)
}

export function chooseChain<C extends NamedChain>(chains: readonly C[], text: string): C {
  const wanted = text.toLowerCase()
  const found = chains.find(({ id, name }) => String(id) === wanted || name.toLowerCase() === wanted)
  if (found) return found
  const names = chains.map(({ name }) => name)
  const close = nearest(text, names)
  throw usageError(
    `the service knows no chain "${text}"`,
    close ? `did you mean ${close}?` : `it knows ${chains.map(({ id, name }) => `${name} (${id})`).join(', ')}`,
  )
}
