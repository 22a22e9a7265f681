import type { Client } from 'viem'
import { getBlock } from 'viem/actions'
import { isLocalChain } from '../../sdk/trustedChains.ts'
import { usageError } from './cliError.ts'
import type { NamedChain } from './findChain.ts'

type Block = { number: bigint; hash: string }

/**
 * Two local worlds have the same chain ids: a deposit on the wrong one is never seen by the service. A local service passes questions on to its own
 * node, so the newest block that both nodes have is compared; other services answer nothing here, and nothing is compared.
 */
export async function requireSameBlocks(node: Client, chain: NamedChain, serviceUrl: string): Promise<void> {
  if (!isLocalChain(chain.id)) return
  const theirs = await askService(`${serviceUrl}/console/nodes/${chain.id}`, 'latest')
  if (!theirs) return
  const newest = await getBlock(node)
  const number = newest.number < theirs.number ? newest.number : theirs.number
  const [own, other] = await Promise.all([
    number === newest.number ? newest : getBlock(node, { blockNumber: number }),
    number === theirs.number
      ? theirs
      : askService(`${serviceUrl}/console/nodes/${chain.id}`, `0x${number.toString(16)}`),
  ])
  if (!other || own.hash === other.hash) return
  throw usageError(
    `the node of ${chain.name} belongs to another local world than the service at ${serviceUrl}: block ${number} differs`,
    `run this in the folder in which the service was started, or pass --rpc ${chain.name.toLowerCase()}=<url of its node>`,
  )
}

async function askService(url: string, tag: string): Promise<Block | undefined> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params: [tag, false] })
  const headers = { 'Content-Type': 'application/json' }
  const reply = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
  if (!reply?.ok) return undefined
  const { result } = (await reply.json()) as { result?: { number: string; hash: string } | null }
  return result ? { number: BigInt(result.number), hash: result.hash } : undefined
}
