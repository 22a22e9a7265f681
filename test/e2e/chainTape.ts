import { type Address, getAddress, type Hex } from 'viem'
import type { Devnet } from '../../src/devnet/devnet.ts'
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
 * Everything that was mined on the chains of a devnet since the tape was made, from blocks, receipts and traces. Each block is read once,
 * soon after it was mined: the nodes keep few old states, and without them there is no trace.
 */
export type ChainTape = { read(chainId: number): Promise<readonly Mined[]>; stop(): void }

const readEveryMs = 1_000

type Block = { timestamp: Hex; transactions: { hash: Hex; from: Hex }[] }
type Receipt = { transactionHash: Hex; gasUsed: Hex; effectiveGasPrice: Hex }

export async function createChainTape(devnet: Devnet): Promise<ChainTape> {
  const tapes = await Promise.all(
    devnet.chains.map(
      async ({ id, rpcUrl }): Promise<Tape> => ({
        id,
        rpcUrl,
        next: Number(await rpc(rpcUrl, 'eth_blockNumber')) + 1,
        mined: [],
      }),
    ),
  )
  /** One reader at a time, so that no block is read twice. */
  let last: Promise<unknown> = Promise.resolve()
  const read = (chainId: number): Promise<readonly Mined[]> => {
    const reading = last.then(() => readOn(tapes.find(({ id }) => id === chainId)!))
    last = reading.catch(() => undefined)
    return reading
  }
  const timer = setInterval(() => {
    // What fails here fails again, and aloud, when the tape is asked for.
    for (const { id } of tapes) read(id).catch(() => undefined)
  }, readEveryMs)
  return { read, stop: () => clearInterval(timer) }
}

type Tape = { id: number; rpcUrl: string; next: number; mined: Mined[] }

async function readOn(tape: Tape): Promise<readonly Mined[]> {
  const head = Number(await rpc(tape.rpcUrl, 'eth_blockNumber'))
  for (; tape.next <= head; tape.next++) tape.mined.push(...(await readBlock(tape.rpcUrl, tape.id, tape.next)))
  return tape.mined
}

async function readBlock(rpcUrl: string, chainId: number, blockNumber: number): Promise<Mined[]> {
  const at = `0x${blockNumber.toString(16)}`
  const [block, receipts] = (await rpcBatch(rpcUrl, [
    { method: 'eth_getBlockByNumber', params: [at, true] },
    { method: 'eth_getBlockReceipts', params: [at] },
  ])) as [Block | null, Receipt[] | null]
  if (!block || block.transactions.length === 0) return []
  const withLogs = { tracer: 'callTracer', tracerConfig: { withLog: true } }
  const traces = (await rpcBatch(
    rpcUrl,
    block.transactions.map(({ hash }) => ({ method: 'debug_traceTransaction', params: [hash, withLogs] })),
  )) as Frame[]
  return block.transactions.map(({ hash, from }, index) => {
    const { gasUsed, effectiveGasPrice } = receipts!.find(({ transactionHash }) => transactionHash === hash)!
    const root = traces[index]!
    return {
      chainId,
      hash,
      blockNumber,
      minedAt: new Date(Number(block.timestamp) * 1_000).toISOString(),
      from: getAddress(from),
      gasCost: BigInt(gasUsed) * BigInt(effectiveGasPrice),
      root,
      text: wordsOf(root).toLowerCase(),
    }
  })
}

const wordsOf = ({ to, input, calls = [] }: Frame): string => [to, input, ...calls.map(wordsOf)].join(' ')
