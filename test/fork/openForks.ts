import { privateKeyToAccount } from 'viem/accounts'
import type { ChainDefinition } from '../../src/chains/chainDefinition.ts'
import { deployContracts } from '../../src/chains/contracts/deployContracts.ts'
import { devnetDefinitions } from '../../src/chains/definitions/devnet/devnetDefinitions.ts'
import { mainnets } from '../../src/chains/definitions/mainnets.ts'
import { openTarget } from '../../src/cli/deploy.ts'
import { keys, startAnvil, type TestAnvil } from '../chains/anvil.ts'

/** A chain and the node whose state is forked. */
export type Upstream = { definition: ChainDefinition; url: string }
export type Fork = { definition: ChainDefinition; node: TestAnvil }

export const operator = { name: 'Causeway', signer: privateKeyToAccount(keys[2]!).address }

/** `FORK_URL_<chain>`, by the network's name in any case or the chain's id. */
export function upstreamsIn(env: NodeJS.ProcessEnv): Upstream[] {
  const known = [...mainnets, ...devnetDefinitions()]
  return Object.entries(env).flatMap(([name, url]) => {
    const [, chain] = /^FORK_URL_(\w+)$/.exec(name) ?? []
    if (!chain || !url) return []
    const definition = known.find(({ id, network }) => [String(id), network].includes(chain.toLowerCase()))
    if (!definition)
      throw new Error(`${name}: there is no chain "${chain}"; known: ${known.map(({ network }) => network).join(', ')}`)
    return [{ definition, url }]
  })
}

/** A local node on each upstream's state, one block per second, with our contracts. Sends nothing upstream. */
export async function openForks(upstreams: readonly Upstream[]): Promise<Fork[]> {
  return Promise.all(
    upstreams.map(async ({ definition, url }) => {
      const args = ['--fork-url', url, '--block-time', '1', '--no-storage-caching']
      const node = await startAnvil({ chainId: definition.id, args })
      const target = await openTarget(node.url, definition, privateKeyToAccount(keys[1]!))
      await deployContracts(target, () => {}, operator)
      return { definition, node }
    }),
  )
}
