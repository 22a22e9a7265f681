import { rename, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Hex } from 'viem'
import { createPublicClient, numberToHex, webSocket } from 'viem'
import type { AnvilOptions } from './anvil.ts'
import { startAnvil } from './anvil.ts'
import { rpc, rpcBatch } from './rpc.ts'

/**
 * What a chain is made from again when its node died: a state in a file, and the blocks since. A node has its state in memory alone and writes it
 * when it is stopped.
 */
export type BlockRecord = {
  /** Writes the chain into the file: the state, and its blocks repeated on it by a node that is stopped then. Returns what is in it. */
  rebuild(binary: string, options: AnvilOptions, file: string): Promise<{ block: number; refused: number }>
  stop(): void
}

type Block = { number: Hex; hash: Hex; parentHash: Hex; timestamp: Hex; transactions: Hex[] }
type Recorded = Block & { raw: Hex[] }

/** Then the state is dumped. Under emulation a dump takes 0.6 s of CPU, and to repeat an empty block 40 ms. */
const blocksMax = 120

type Source = {
  rpcUrl: string
  wsUrl: string
  /** What the node was started with, and when. */
  stateFile: string
  startedAtMs: number
  /** Where later states are written. */
  keptFile: string
}

/** Follows a running node. */
export async function recordBlocks({ rpcUrl, wsUrl, ...source }: Source): Promise<BlockRecord> {
  const { keptFile } = source
  let state = source.stateFile
  const blockAt = (tag: Hex | 'latest') => rpc<Block>(rpcUrl, 'eth_getBlockByNumber', [tag, false])
  let head = await blockAt('latest')
  // Back to the last block of the file: the node may have mined since.
  for (let steps = 0; steps < blocksMax && Number(head.timestamp) >= Math.floor(source.startedAtMs / 1_000); steps++)
    head = await blockAt(numberToHex(Math.max(0, Number(head.number) - 1)))
  let recorded: Recorded[] = []
  const keep = async () => {
    const last = head
    const dumped = await rpc<Hex>(rpcUrl, 'anvil_dumpState')
    // Renamed when it is whole: the node may die meanwhile.
    await writeFile(`${keptFile}.new`, await promisify(gunzip)(Buffer.from(dumped.slice(2), 'hex')))
    await rename(`${keptFile}.new`, keptFile)
    state = keptFile
    recorded = recorded.filter(({ number }) => Number(number) > Number(last.number))
  }
  const read = async () => {
    const latest = Number(await rpc<Hex>(rpcUrl, 'eth_blockNumber'))
    for (let number = Number(head.number) + 1; number <= latest; number++) {
      const block = await blockAt(numberToHex(number))
      const raws = block.transactions.map((hash) => ({ method: 'eth_getRawTransactionByHash', params: [hash] }))
      recorded.push({ ...block, raw: (await rpcBatch(rpcUrl, raws)) as Hex[] })
      const isNext = block.parentHash === head.hash
      head = block
      if (!isNext) return keep()
    }
    // `evm_revert` moved the head back.
    if (latest < Number(head.number)) {
      head = await blockAt('latest')
      recorded = []
      return keep()
    }
    if (recorded.length >= blocksMax) await keep()
  }
  const client = createPublicClient({ transport: webSocket(`${wsUrl}/?recorder`, { reconnect: false }) })
  let reading = Promise.resolve()
  // Errors are ignored: a node that does not answer has died or is being stopped, and the next block is read with those before it.
  const onBlockNumber = () => {
    reading = reading.then(read).catch(() => undefined)
  }
  const unwatch = client.watchBlockNumber({ onBlockNumber, onError: () => undefined })
  const socket = await client.transport.getRpcClient()
  return {
    rebuild: async (binary, options, file) => {
      await reading
      return repeatBlocks(recorded, binary, { ...options, loadState: state, dumpState: file })
    },
    stop: () => {
      unwatch()
      socket.close()
    },
  }
}

async function repeatBlocks(
  blocks: Recorded[],
  binary: string,
  options: AnvilOptions,
): Promise<{ block: number; refused: number }> {
  const node = await startAnvil(binary, { ...options, port: 0, blockTimeS: 'manual' })
  const ask = (method: string, params: unknown[] = []) => rpc<Hex>(node.rpcUrl, method, params)
  try {
    const first = Number(await ask('eth_blockNumber')) + 1
    const since = blocks.filter(({ number }) => Number(number) >= first)
    let refused = 0
    // The clock of a node starts at the present and goes back only when it is set.
    if (since[0]) await ask('evm_setTime', [since[0].timestamp])
    for (const { timestamp, raw } of since) {
      await ask('evm_setNextBlockTimestamp', [timestamp])
      // One that an account sent without its key has no signature that could be repeated.
      for (const one of raw)
        await ask('eth_sendRawTransaction', [one]).catch(() => {
          refused += 1
        })
      await ask('evm_mine')
    }
    return { block: Number(await ask('eth_blockNumber')), refused }
  } finally {
    await node.stop()
  }
}
