import { type Address, getAddress, type Hex, isAddressEqual } from 'viem'
import type { Devnet } from '../../src/devnet/devnet.ts'
import type { RollupCosts } from '../../src/devnet/rollupCosts.ts'
import { rpc, rpcBatch } from '../../src/devnet/rpc.ts'

export type Log = { address: Hex; topics: Hex[]; data: Hex }

/** A call as the node saw it while it mined the transaction, with the logs that it wrote itself. */
export type Frame = {
  type: string
  from: Hex
  to?: Hex
  value?: Hex
  input: Hex
  error?: string
  calls?: Frame[]
  logs?: Log[]
}

export type Mined = {
  chainId: number
  hash: Hex
  blockNumber: number
  minedAt: string
  from: Address
  /** What it cost its sender. */
  gasCost: bigint
  root: Frame
  /** Addresses and call data of every frame, undone ones too: who was meant by a transaction that came to nothing. */
  text: string
}

/**
 * All that was mined on a devnet since the tape was made, from blocks, receipts and traces. Reads each block once, soon
 * after it was mined: the nodes keep few old states, which traces need.
 */
export type ChainTape = { read(chainId: number): Promise<readonly Mined[]>; stop(): void }

const readEveryMs = 1_000

type Block = { hash: Hex; parentHash: Hex; timestamp: Hex; transactions: { hash: Hex; from: Hex; to?: Hex | null }[] }
type Receipt = { transactionHash: Hex; gasUsed: Hex; effectiveGasPrice: Hex; l1Fee?: Hex }

/** `untraced`: transactions to these addresses touch nothing and are expensive to replay. */
export async function createChainTape(devnet: Devnet, untraced: readonly Address[] = []): Promise<ChainTape> {
  const tapes = await Promise.all(
    devnet.chains.map(
      // The node itself: under a weather, its endpoints count calls and may be away.
      async ({ id, nodeUrl, costs }): Promise<Tape> => ({
        id,
        nodeUrl,
        costs,
        next: Number(await rpc(nodeUrl, 'eth_blockNumber')) + 1,
        blocks: [],
      }),
    ),
  )
  /** One reader at a time, so that no block is read twice. */
  let last: Promise<unknown> = Promise.resolve()
  const read = (chainId: number): Promise<readonly Mined[]> => {
    const reading = last.then(() => readOn(tapes.find(({ id }) => id === chainId)!, untraced))
    last = reading.catch(() => undefined)
    return reading
  }
  const timer = setInterval(() => {
    // A failure here repeats, and throws, when the tape is read.
    for (const { id } of tapes) read(id).catch(() => undefined)
  }, readEveryMs)
  return { read, stop: () => clearInterval(timer) }
}

type ReadBlock = { hash: Hex; parentHash: Hex; mined: Mined[] }
type Tape = { id: number; nodeUrl: string; costs?: RollupCosts; next: number; blocks: ReadBlock[] }

/** Continues where it stopped. If a block's parent differs from the last read one, a reorg: that one is reread. */
async function readOn(tape: Tape, untraced: readonly Address[]): Promise<readonly Mined[]> {
  const head = Number(await rpc(tape.nodeUrl, 'eth_blockNumber'))
  while (tape.next <= head) {
    const block = await readBlock(tape, untraced)
    const last = tape.blocks.at(-1)
    if (last && last.hash !== block.parentHash) {
      tape.blocks.pop()
      tape.next--
      continue
    }
    tape.blocks.push(block)
    tape.next++
  }
  return tape.blocks.flatMap(({ mined }) => mined)
}

async function readBlock(
  { nodeUrl, costs, id: chainId, next: blockNumber }: Tape,
  untraced: readonly Address[],
): Promise<ReadBlock> {
  const at = `0x${blockNumber.toString(16)}`
  const [block, receipts] = (await rpcBatch(nodeUrl, [
    { method: 'eth_getBlockByNumber', params: [at, true] },
    { method: 'eth_getBlockReceipts', params: [at] },
  ])) as [Block | null, Receipt[] | null]
  if (!block) throw new Error(`chain ${chainId} has no block ${blockNumber} any more`)
  const { hash: blockHash, parentHash } = block
  const transactions = block.transactions.filter(({ to }) => !untraced.some((one) => to && isAddressEqual(one, to)))
  const withLogs = { tracer: 'callTracer', tracerConfig: { withLog: true } }
  const traces = (await rpcBatch(
    nodeUrl,
    transactions.map(({ hash }) => ({ method: 'debug_traceTransaction', params: [hash, withLogs] })),
  )) as Frame[]
  const mined = transactions.map(async ({ hash, from }, index) => {
    const own = receipts!.find(({ transactionHash }) => transactionHash === hash)!
    // Includes what a rollup's endpoints add and the node lacks.
    const shown = (await costs?.counted('eth_getTransactionReceipt', [hash], own)) ?? own
    const { gasUsed, effectiveGasPrice, l1Fee = '0x0' } = shown as Receipt
    const root = traces[index]!
    return {
      chainId,
      hash,
      blockNumber,
      minedAt: new Date(Number(block.timestamp) * 1_000).toISOString(),
      from: getAddress(from),
      gasCost: BigInt(gasUsed) * BigInt(effectiveGasPrice) + BigInt(l1Fee),
      root,
      text: wordsOf(root).toLowerCase(),
    }
  })
  return { hash: blockHash, parentHash, mined: await Promise.all(mined) }
}

const wordsOf = ({ to, input, calls = [] }: Frame): string => [to, input, ...calls.map(wordsOf)].join(' ')
