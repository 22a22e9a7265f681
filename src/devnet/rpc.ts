import type { Hex } from 'viem'

export type RpcCall = { method: string; params?: readonly unknown[] }

/** A JSON-RPC error reply: the node's message and, for a revert, its data. */
export class RpcError extends Error {
  readonly data: unknown
  constructor(method: string, error: { message: string; data?: unknown }) {
    super(`${method}: ${error.message}`)
    this.name = 'RpcError'
    this.data = error.data
  }
}

/** One HTTP request for any number of calls: building a chain is hundreds of small calls to a local node. */
export async function rpcBatch(url: string, calls: RpcCall[]): Promise<unknown[]> {
  if (calls.length === 0) return []
  const body = calls.map(({ method, params = [] }, id) => ({ jsonrpc: '2.0', id, method, params }))
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const answers = (await response.json()) as {
    id: number
    result?: unknown
    error?: { message: string; data?: unknown }
  }[]
  const byId = new Map(answers.map((answer) => [answer.id, answer]))
  return calls.map(({ method }, id) => {
    const answer = byId.get(id)
    if (!answer || answer.error) throw new RpcError(method, answer?.error ?? { message: 'no answer' })
    return answer.result
  })
}

export async function rpc<result = unknown>(
  url: string,
  method: string,
  params: readonly unknown[] = [],
): Promise<result> {
  const [answer] = await rpcBatch(url, [{ method, params }])
  return answer as result
}

export type NodeReceipt = { transactionHash: Hex; status: Hex; gasUsed: Hex; blockNumber: Hex; logs: NodeLog[] }
export type NodeLog = {
  address: Hex
  topics: [Hex, ...Hex[]]
  data: Hex
  blockNumber: Hex
  logIndex: Hex
  transactionHash: Hex
}
