import type { Client } from 'viem'
import type { ChainInfo } from '../../interface/tokenShapes.ts'
import type { Readers } from '../../sdk/client.ts'
import { createWatchOnlyAccount } from './account.ts'
import { CliError } from './cliError.ts'
import { type Nodes, nodeOf, nodeUrl } from './nodes.ts'

const readOnly = createWatchOnlyAccount('0x0000000000000000000000000000000000000000')

/** Clients for the caller's own nodes of these chains; chains without one that answers are left out. */
export async function readersOf(nodes: Nodes, chains: readonly ChainInfo[]): Promise<Readers> {
  const found = await Promise.all(chains.map(async (chain) => [chain.id, await readerOf(nodes, chain)] as const))
  return Object.fromEntries(found.filter((pair): pair is readonly [number, Client] => pair[1] !== undefined))
}

/** The chains that an intent begins and ends on. */
export const endsOf = (
  { originChainId, destinationChainId }: { originChainId: number; destinationChainId: number },
  chains: readonly ChainInfo[],
): ChainInfo[] => chains.filter(({ id }) => id === originChainId || id === destinationChainId)

/** Throws if a node that the caller or this folder names does not answer. A silent default URL counts as no node. */
export async function readerOf(nodes: Nodes, chain: ChainInfo): Promise<Client | undefined> {
  if (nodeUrl(nodes, chain.id) === undefined) return undefined
  try {
    return await nodeOf(nodes, chain, readOnly)
  } catch (error) {
    if (error instanceof CliError && error.exit === 'unreachable' && !nodes.has(chain.id)) return undefined
    throw error
  }
}
