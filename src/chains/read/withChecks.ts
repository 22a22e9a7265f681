import type { ChainDefinition } from '../chainDefinition.ts'
import { bloomIsCovered, isBloom } from './bloom.ts'
import { type Node, NodeError } from './node.ts'
import type { RpcReceipt } from './parseRpc.ts'

type Check = (value: unknown, params: readonly unknown[]) => boolean

const text =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value)
const quantity = text(/^0x[0-9a-f]{1,64}$/i)
/** Numbers that fit in a JS number: blocks, times, positions in a block. */
const count = text(/^0x0*[0-9a-f]{1,13}$/i)
const hash = text(/^0x[0-9a-f]{64}$/i)
const address = text(/^0x[0-9a-f]{40}$/i)
const data: Check = (value, params) => text(/^0x[0-9a-f]*$/i)(value, params) && (value as string).length % 2 === 0
const optional =
  (check: Check): Check =>
  (value, params) =>
    value === undefined || value === null || check(value, params)
const list =
  (check: Check): Check =>
  (value, params) =>
    Array.isArray(value) && value.every((one) => check(one, params))
const fields =
  (shape: Record<string, Check>): Check =>
  (value, params) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(shape).every(([name, check]) => check((value as Record<string, unknown>)[name], params))

const log = fields({
  address,
  topics: list(hash),
  data,
  blockNumber: count,
  blockHash: hash,
  transactionHash: hash,
  logIndex: count,
})
const receipt = fields({
  transactionHash: hash,
  status: quantity,
  blockNumber: count,
  blockHash: hash,
  from: address,
  to: optional(address),
  gasUsed: quantity,
  effectiveGasPrice: quantity,
  l1Fee: optional(quantity),
  logs: list(log),
})
const transaction = fields({ hash, from: address, to: optional(address), value: quantity })
const block = fields({
  number: count,
  hash,
  parentHash: hash,
  timestamp: count,
  baseFeePerGas: optional(quantity),
  // A block requested with its transactions must have them.
  transactions: (value, [, isFull]) => isFull !== true || list(transaction)(value, []),
})

/** The fields that this folder's readers rely on. */
const shapes: Readonly<Record<string, Check>> = {
  eth_chainId: quantity,
  eth_getBlockByNumber: optional(block),
  eth_getTransactionReceipt: optional(receipt),
  eth_getTransactionByHash: optional(
    (value, params) => transaction(value, params) && fields({ input: data })(value, params),
  ),
  eth_getLogs: list(log),
  eth_call: data,
  eth_getCode: data,
  eth_getTransactionCount: count,
  eth_createAccessList: fields({ accessList: list(fields({ address, storageKeys: list(hash) })) }),
  eth_feeHistory: (value, params) =>
    fields({
      baseFeePerGas: list(quantity),
      gasUsedRatio: list(Number.isFinite),
      reward: optional(list(list(quantity))),
    })(value, params),
}

/** Why an answer is wrong; undefined if it is not. */
function faultOf(
  method: string,
  answer: unknown,
  params: readonly unknown[],
  bloomUnusable = false,
): string | undefined {
  const check = shapes[method]
  if (check && !check(answer, params)) return 'an answer of the wrong shape'
  if (method !== 'eth_getTransactionReceipt' || !answer || bloomUnusable) return undefined
  const { logs, logsBloom } = answer as RpcReceipt
  return !isBloom(logsBloom) || bloomIsCovered(logsBloom, logs)
    ? undefined
    : 'a receipt without logs that its bloom has'
}

/**
 * Wraps a node so that malformed answers and contradictory receipts count as failures, like silence: other nodes are
 * asked, and callers need no checks.
 */
export function withChecks(node: Node, { bloomUnusable }: ChainDefinition, onFault: (about: string) => void): Node {
  return {
    ...node,
    call: async (method, params, options) => {
      const answer = await node.call(method, params, options)
      const fault = faultOf(method, answer, params, bloomUnusable)
      if (fault === undefined) return answer as never
      onFault(`${node.name} gave ${fault} to ${method}`)
      throw new NodeError('transport', `${node.name} gave ${fault} to ${method}`)
    },
  }
}
