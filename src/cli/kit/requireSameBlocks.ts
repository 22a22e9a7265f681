import { type Client, createClient, http } from 'viem'
import { getBlock } from 'viem/actions'
import { isLocalChain } from '../../intents/trustedChains.ts'
import { usageError } from './cliError.ts'
import type { NamedChain } from './findChain.ts'

/**
 * Refuses a node of another local world than the service's. All local worlds have the same chain ids, and the service
 * would never see a deposit on the wrong one. A local service proxies its node, so this can compare the newest block
 * that both nodes have. If the service proxies none, nothing is checked.
 */
export async function requireSameBlocks(node: Client, chain: NamedChain, serviceUrl: string): Promise<void> {
  if (!isLocalChain(chain.id)) return
  const service = createClient({ transport: http(`${serviceUrl}/console/nodes/${chain.id}`, { retryCount: 0 }) })
  const told = (at?: { blockNumber: bigint }) => getBlock(service, at).catch(() => undefined)
  const theirs = await told()
  if (!theirs) return
  const newest = await getBlock(node)
  const blockNumber = newest.number < theirs.number ? newest.number : theirs.number
  const [own, other] = await Promise.all([getBlock(node, { blockNumber }), told({ blockNumber })])
  if (!other || own.hash === other.hash) return
  throw usageError(
    `the node of ${chain.name} belongs to another local world than the service at ${serviceUrl}: block ${blockNumber} differs`,
    `pass --rpc ${chain.name.toLowerCase()}=<url of the service's node>; where npm start runs the chains, it is found in its folder`,
  )
}
