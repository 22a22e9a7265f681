import { ServiceError } from '../../interface/errors.ts'
import type { Hex } from '../../interface/fields.ts'
import type { ChainLog, LogFilter } from '../chain.ts'
import type { ChainDefinition } from '../chainDefinition.ts'
import type { ChainLimits } from '../chainLimits.ts'
import { bloomTest } from './bloom.ts'
import { classifyLimitError } from './classifyLimitError.ts'
import { type Canonical, logKey } from './evidence.ts'
import type { Heads } from './heads.ts'
import { type Node, NodeError } from './node.ts'
import { type Header, quantity, type RpcBlock, type RpcLog, toLog } from './parseRpc.ts'
import type { Quorum } from './quorum.ts'

/**
 * Logs that are complete for their range, or an error. A lagging node answers a range beyond its head with fewer logs
 * and no error. So recent blocks are read by hash: the header's bloom, which `Heads` keeps, shows which can match, and
 * a node that lacks a block must fail. Older or many blocks are read by range; the same HTTP request checks that the
 * node has the canonical last block of the range.
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
    // A range above the limit is split: after a long outage the engine has to read all of it.
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
    const pieces = planPieces(filter)
    const logs: ChainLog[][] = []
    // A few at a time: a catch-up of a thousand pieces must leave room for the calls of running intents.
    const work = async (entries: IterableIterator<[number, Piece]>) => {
      for (const [index, piece] of entries) logs[index] = 'hash' in piece ? await byHash(piece) : await byRange(piece)
    }
    const entries = pieces.entries()
    await Promise.all(Array.from({ length: limits.logPiecesAtOnce }, () => work(entries)))
    if ((await canonical.at(toBlock)).hash !== last.hash) {
      throw new ServiceError('ChainNodeHealth', `${definition.name} changed its history while logs were read`)
    }
    return logs.flat()
  }

  type Piece = { hash: Hex; filter: LogFilter } | { filter: LogFilter; fromBlock: number; toBlock: number }

  /**
   * Runs of blocks without a known header, and known blocks whose bloom may match. A run that reaches the filter's last
   * block includes it even if known: it needs no call of its own, and its hash verifies the range.
   */
  function planPieces(filter: LogFilter): Piece[] {
    const isMatched = bloomTest(filter)
    const mayMatch = ({ logsBloom }: Header) => definition.bloomUnusable || !logsBloom || isMatched(logsBloom)
    const isRanged = filter.isFinal || countMatches(filter, mayMatch) > limits.logBlocksByHashMax
    const isUnknown = (number: number) => isRanged || !heads.at(number)
    const found: Piece[] = []
    let number = filter.fromBlock
    while (number <= filter.toBlock) {
      const header = isRanged ? undefined : heads.at(number)
      if (header) {
        if (mayMatch(header)) found.push({ hash: header.hash, filter })
        number++
        continue
      }
      const fromBlock = number
      const isInRange = () => number <= filter.toBlock && number - fromBlock < limits.logBlocksPerCall
      while (isInRange() && (isUnknown(number) || number === filter.toBlock)) number++
      found.push({ filter, fromBlock, toBlock: number - 1 })
    }
    return found
  }

  /** How many known headers of the range may match; looks at most `windowBlocks` back. */
  function countMatches({ fromBlock, toBlock }: LogFilter, mayMatch: (header: Header) => boolean): number {
    let count = 0
    for (let number = Math.max(fromBlock, toBlock - limits.windowBlocks); number <= toBlock; number++) {
      const header = heads.at(number)
      if (header && mayMatch(header)) count++
    }
    return count
  }

  async function byHash({ hash, filter }: { hash: Hex; filter: LogFilter }): Promise<ChainLog[]> {
    return readAgreed(`logs of block ${hash}`, (node) => rawLogs(node, { ...criteria(filter), blockHash: hash }))
  }

  async function byRange(piece: { filter: LogFilter; fromBlock: number; toBlock: number }): Promise<ChainLog[]> {
    const { filter, fromBlock, toBlock } = piece
    const last = await canonical.at(toBlock)
    return readAgreed(`logs of blocks ${fromBlock} to ${toBlock}`, async (node) => {
      const [logs, block] = await Promise.all([
        rangeLogs(node, filter, fromBlock, toBlock),
        node.call<RpcBlock | null>('eth_getBlockByNumber', [quantity(toBlock), false]),
      ])
      if (block?.hash !== last.hash) throw new Error(`${node.name} does not have the canonical block ${toBlock}`)
      return logs
    })
  }

  /** In as many calls as the node needs. Halves a refused range; the node's next ranges keep that size. */
  async function rangeLogs(node: Node, filter: LogFilter, fromBlock: number, toBlock: number): Promise<RpcLog[]> {
    const logs: RpcLog[] = []
    for (let from = fromBlock; from <= toBlock; ) {
      const to = Math.min(toBlock, from + node.logBlocks.value() - 1)
      const size = to - from + 1
      try {
        const range = { ...criteria(filter), fromBlock: quantity(from), toBlock: quantity(to) }
        for (const log of await rawLogs(node, range)) logs.push(log)
        node.logBlocks.taken(size)
        from = to + 1
      } catch (error) {
        if (size === 1 || !isRangeError(error)) throw error
        node.logBlocks.refused(size)
      }
    }
    return logs
  }

  async function readAgreed(about: string, read: (node: Node) => Promise<RpcLog[]>): Promise<ChainLog[]> {
    const logs = await quorum.agree(about, read, (found) =>
      found.map((log) => `${log.blockHash}${log.transactionHash}${logKey(log)}`).join(),
    )
    return logs.map(toLog)
  }
}

const isRangeError = (error: unknown): boolean =>
  error instanceof NodeError && error.kind === 'answer' && classifyLimitError(error, 'eth_getLogs') === 'range'

const rawLogs = (node: Node, filter: object) => node.call<RpcLog[]>('eth_getLogs', [filter])

function criteria({ address, topics }: LogFilter): { address?: unknown; topics?: unknown } {
  return { ...(address && { address }), ...(topics && { topics }) }
}
