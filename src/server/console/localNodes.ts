import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { ServerContext } from '../http/serverContext.ts'
import type { ServerPorts } from '../http/serverPorts.ts'

/** RPC methods that a wallet in a page needs. None changes a node or moves money without a signature. */
const methods = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_getLogs',
  'eth_maxPriorityFeePerGas',
  'eth_sendRawTransaction',
])

const bodyBytesMax = 256 * 1024
const timeoutMs = 10_000
/** Bounds on the calls of one request and on concurrent requests: every caller of the service reaches this node. */
const [callsMax, atOnceMax] = [100, 32]

/** The first node of each local chain: on this machine, with worthless tokens. */
export function localNodesOf({ chains }: Config, ports: Pick<ServerPorts, 'chains'>): ReadonlyMap<number, string> {
  const local = chains.filter(
    ({ id, rpcUrls }) => ports.chains.get(id)?.definition.testnet && rpcUrls.every(isOnThisMachine),
  )
  return new Map(local.map(({ id, rpcUrls }) => [id, rpcUrls[0]!]))
}

function isOnThisMachine(url: string): boolean {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

/**
 * Passes JSON-RPC from the pages to the nodes of local chains, so that a test wallet in a page needs no other origin. A
 * public chain's node is never reachable this way: its owner pays for it.
 */
export function addLocalNodes(app: FastifyInstance, { config, ports }: ServerContext): void {
  const nodes = localNodesOf(config, ports)
  if (nodes.size === 0) return
  let running = 0
  app.post<{ Params: { chainId: string }; Body: unknown }>(
    '/console/nodes/:chainId',
    { bodyLimit: bodyBytesMax },
    async (request, reply) => {
      const url = nodes.get(Number(request.params.chainId))
      if (!url) throw new ServiceError('NotFound', 'no local chain has this id')
      const calls = [request.body].flat() as { method?: unknown }[]
      if (calls.length > callsMax) throw new ServiceError('InvalidArgument', `at most ${callsMax} calls at once`)
      const refused = calls.find((call) => typeof call?.method !== 'string' || !methods.has(call.method))
      if (refused) throw new ServiceError('InvalidArgument', 'this method is not passed on to a local node')
      if (running >= atOnceMax) throw new ServiceError('RateLimited', 'the node of this local chain is busy')
      running++
      try {
        const answer = await fetch(url, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(request.body),
          signal: AbortSignal.timeout(timeoutMs),
        })
        const text = await answer.text()
        return reply.type('application/json').header('Cache-Control', 'no-store').send(text)
      } catch {
        throw new ServiceError('ChainNodeHealth', 'the node of this local chain does not answer')
      } finally {
        running--
      }
    },
  )
}
