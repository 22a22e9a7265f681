import { rename, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Hex } from 'viem'
import { createPublicClient, numberToHex, webSocket } from 'viem'
import type { AnvilOptions } from './anvil.ts'
import { startAnvil } from './anvil.ts'
import { rpc, rpcBatch } from './rpc.ts'

/**
 * Rebuilds a chain after its node died, from a state file and the blocks since. A node keeps its state in memory and
 * writes it only when it stops.
 */
export type BlockRecord = {
  /** Loads the state in a temporary node, replays the blocks, dumps. Returns the last block and the refused count. */
  rebuild(binary: string, options: AnvilOptions, file: string): Promise<{ block: number; refused: number }>
  stop(): void
}

type Block = { number: Hex; hash: Hex; parentHash: Hex; timestamp: Hex; transactions: Hex[] }
type Recorded = Block & { raw: Hex[] }

/** Blocks between dumps. Under emulation a dump takes 0.6 s of CPU, replaying an empty block 40 ms. */
const blocksMax = 120

type Source = {
  rpcUrl: string
  wsUrl: string
  /** The state file that the node loaded, and when it started. */
  stateFile: string
  startedAtMs: number
  /** Where later states are dumped. */
  keptFile: string
}

/** Follows a running node and records its blocks. */
export async function recordBlocks({ rpcUrl, wsUrl, ...source }: Source): Promise<BlockRecord> {
  const { keptFile } = source
  let state = source.stateFile
  const blockAt = (tag: Hex | 'latest') => rpc<Block>(rpcUrl, 'eth_getBlockByNumber', [tag, false])
  let head = await blockAt('latest')
  // Go back to the last block of the state file: the node may have mined since its start.
  for (let steps = 0; steps < blocksMax && Number(head.timestamp) >= Math.floor(source.startedAtMs / 1_000); steps++)
    head = await blockAt(numberToHex(Math.max(0, Number(head.number) - 1)))
  let recorded: Recorded[] = []
  const keep = async () => {
    const last = head
    const dumped = await rpc<Hex>(rpcUrl, 'anvil_dumpState')
    // Rename when complete: the node may die meanwhile.
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
  const client = createPublicClient({
    transport: webSocket(`${wsUrl}/?recorder`, { reconnect: false, keepAlive: false }),
  })
  let reading = Promise.resolve()
  // Ignore errors: a silent node has died or is stopping, and the next read includes the missed blocks.
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
    // The temporary node's clock starts now and goes back only if set.
    if (since[0]) await ask('evm_setTime', [since[0].timestamp])
    for (const { timestamp, raw } of since) {
      await ask('evm_setNextBlockTimestamp', [timestamp])
      // An impersonated transaction has no signature to replay.
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
