import { LRUCache } from 'lru-cache'
import { hexToBytes } from 'viem'
import { keccak256 } from '../../evm/keccak.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Hex } from '../../interface/fields.ts'
import type { ChainLog, LogFilter } from '../chain.ts'
import type { ChainDefinition } from '../chainDefinition.ts'
import type { ChainLimits } from '../chainLimits.ts'
import { type Canonical, logKey } from './evidence.ts'
import type { Heads } from './heads.ts'
import type { Node } from './node.ts'
import { quantity, type RpcBlock, type RpcLog, toLog } from './parse.ts'
import type { Quorum } from './quorum.ts'

/**
 * Logs that are complete for their range, or an error. A node that lags answers a range beyond its head with fewer
 * logs and no complaint, so recent blocks (where lag happens) are read by hash: the header's bloom, which the tracker
 * holds, says which of them can match, and a node that lacks such a block has to say so. Older blocks are read by
 * range, and the node proves in the same breath that it has the canonical last block of it.
 */
export function createLogReader(options: {
  definition: ChainDefinition
  heads: Heads
  quorum: Quorum
  canonical: Canonical
  limits: ChainLimits
}): (filter: LogFilter) => Promise<ChainLog[]> {
  const { definition, heads, quorum, canonical, limits } = options

  return async (filter) => {
    // A long range is read part by part: what happened is not to be missed because somebody looked late.
    const logs: ChainLog[] = []
    for (let fromBlock = filter.fromBlock; fromBlock <= filter.toBlock; fromBlock += limits.logBlocksMax) {
      const toBlock = Math.min(filter.toBlock, fromBlock + limits.logBlocksMax - 1)
      for (const log of await readPart({ ...filter, fromBlock, toBlock })) logs.push(log)
    }
    return logs
  }

  async function readPart(filter: LogFilter): Promise<ChainLog[]> {
    const { toBlock } = filter
    if (toBlock > (heads.current()?.number ?? -1)) await heads.refresh()
    if (toBlock > (heads.current()?.number ?? -1)) {
      throw new ServiceError('ChainNodeHealth', `too few nodes of ${definition.name} have block ${toBlock}`)
    }
    const last = await canonical.at(toBlock)
    const logs = await Promise.all(pieces(filter).map((piece) => ('hash' in piece ? byHash(piece) : byRange(piece))))
    if ((await canonical.at(toBlock)).hash !== last.hash) {
      throw new ServiceError('ChainNodeHealth', `${definition.name} changed its history while logs were read`)
    }
    return logs.flat()
  }

  type Piece = { hash: Hex; filter: LogFilter } | { filter: LogFilter; fromBlock: number; toBlock: number }

  function pieces(filter: LogFilter): Piece[] {
    const mayMatch = bloomTest(filter)
    const found: Piece[] = []
    let number = filter.fromBlock
    while (number <= filter.toBlock) {
      const header = heads.at(number)
      if (header) {
        const blind = definition.bloomUnusable || !header.logsBloom
        if (blind || mayMatch(header.logsBloom!)) found.push({ hash: header.hash, filter })
        number++
        continue
      }
      const fromBlock = number
      while (number <= filter.toBlock && !heads.at(number) && number - fromBlock < limits.logBlocksPerCall) number++
      found.push({ filter, fromBlock, toBlock: number - 1 })
    }
    return found
  }

  async function byHash({ hash, filter }: { hash: Hex; filter: LogFilter }): Promise<ChainLog[]> {
    return ask(`logs of block ${hash}`, (node) => rawLogs(node, { ...criteria(filter), blockHash: hash }))
  }

  async function byRange(piece: { filter: LogFilter; fromBlock: number; toBlock: number }): Promise<ChainLog[]> {
    const { filter, fromBlock, toBlock } = piece
    const last = await canonical.at(toBlock)
    return ask(`logs of blocks ${fromBlock} to ${toBlock}`, async (node) => {
      const range = { ...criteria(filter), fromBlock: quantity(fromBlock), toBlock: quantity(toBlock) }
      const [logs, block] = await Promise.all([
        rawLogs(node, range),
        node.call<RpcBlock | null>('eth_getBlockByNumber', [quantity(toBlock), false]),
      ])
      if (block?.hash !== last.hash) throw new Error(`${node.name} does not have the canonical block ${toBlock}`)
      return logs
    })
  }

  async function ask(about: string, question: (node: Node) => Promise<RpcLog[]>): Promise<ChainLog[]> {
    const logs = await quorum.agree(about, question, (found) =>
      found.map((log) => `${log.blockHash}${log.transactionHash}${logKey(log)}`).join(),
    )
    return logs.map(toLog)
  }
}

const rawLogs = (node: Node, filter: object) => node.call<RpcLog[]>('eth_getLogs', [filter])

function criteria({ address, topics }: LogFilter): { address?: unknown; topics?: unknown } {
  return { ...(address && { address }), ...(topics && { topics }) }
}

/** Whether a block with this bloom may hold a log that the filter wants. No false negatives. */
export function bloomTest({ address, topics = [] }: Pick<LogFilter, 'address' | 'topics'>): (bloom: Hex) => boolean {
  const anyOf = [address, ...topics]
    .filter((choice) => choice !== undefined && choice !== null)
    .map((choice) => (Array.isArray(choice) ? choice : [choice]).map(bloomBits))
    .filter((choices) => choices.length > 0)
  return (bloom) => {
    const bytes = hexToBytes(bloom)
    const has = (bits: number[]) => bits.every((bit) => (bytes[255 - (bit >> 3)]! >> (bit & 7)) & 1)
    return anyOf.every((choices) => choices.some(has))
  }
}

// The same addresses and topics are looked for in every block.
const bitsRemembered = new LRUCache<Hex, number[]>({ max: 10_000 })

function bloomBits(value: Hex): number[] {
  const known = bitsRemembered.get(value)
  if (known) return known
  const hash = hexToBytes(keccak256(value))
  const bits = [0, 2, 4].map((at) => ((hash[at]! << 8) | hash[at + 1]!) & 2047)
  bitsRemembered.set(value, bits)
  return bits
}
