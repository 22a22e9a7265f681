import { createWalletClient, http, type LocalAccount } from 'viem'
import { getChainId } from 'viem/actions'
import { CliError, usageError } from './cliError.ts'
import { chooseChain, type NamedChain } from './findChain.ts'
import type { Flags } from './flags.ts'
import { readLocalNodes } from './localNodes.ts'

export const nodeFlags = {
  rpc: {
    value: 'chain=url',
    many: true,
    about: 'Node of a chain, such as harbor=http://127.0.0.1:8545; CAUSEWAY_RPC, comma between several',
  },
} as const satisfies Flags

/** Default URLs of the nodes of `causeway devnet`. */
const localNodes: Record<number, string> = {
  31337: 'http://127.0.0.1:8545',
  31338: 'http://127.0.0.1:8546',
  31339: 'http://127.0.0.1:8547',
}

export type Nodes = ReadonlyMap<number, string>

/** The nodes that the caller named or a service in this folder started, for use without the service. */
export function readNodes(flagValues: readonly string[], env: NodeJS.ProcessEnv, chains: readonly NamedChain[]): Nodes {
  const named = [...(env.CAUSEWAY_RPC ?? '').split(',').filter(Boolean), ...flagValues]
  const local = readLocalNodes(env.CAUSEWAY_STORE_FOLDER ?? '.causeway')
  return new Map([
    ...local,
    ...named.map((text): [number, string] => {
      const at = text.indexOf('=')
      const url = text.slice(at + 1)
      if (at <= 0 || !/^https?:\/\//.test(url)) {
        throw usageError(`"${text}" does not name a node`, 'write it like harbor=http://127.0.0.1:8545')
      }
      return [chooseChain(chains, text.slice(0, at)).id, url]
    }),
  ])
}

export const nodeUrl = (nodes: Nodes, chainId: number): string | undefined => nodes.get(chainId) ?? localNodes[chainId]

/** A client for the chain's node, after checking its chain id: a transfer on another chain would be lost. */
export async function nodeOf(nodes: Nodes, { id, name, nativeCurrency }: NamedChain, account: LocalAccount) {
  const url = nodeUrl(nodes, id)
  const remedy = `pass --rpc ${name.toLowerCase()}=<url> or set CAUSEWAY_RPC`
  if (!url) throw usageError(`no node of ${name} is known`, remedy)
  const chain = { id, name, nativeCurrency, rpcUrls: { default: { http: [url] } } }
  const wallet = createWalletClient({ account, chain, transport: http(url), pollingInterval: 250 })
  const found = await getChainId(wallet).catch(() => {
    throw new CliError('unreachable', `the node of ${name} does not answer`, remedy)
  })
  if (found !== id) throw usageError(`the node given for ${name} is one of chain ${found}`, remedy)
  return wallet
}
