import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Abi, Address, Hex } from 'viem'
import { decodeErrorResult, decodeFunctionResult, encodeFunctionData, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { DevnetKey } from '../../src/chains/definitions/devnet/keys.ts'
import type { Anvil } from '../../src/devnet/anvil.ts'
import type { Devnet, DevnetChain, DevnetOptions } from '../../src/devnet/devnet.ts'
import { startDevnet, startDevnetNodes, startServices, undoAll } from '../../src/devnet/devnet.ts'
import type { NodeDeath } from '../../src/devnet/nodes.ts'
import type { NodeLog, NodeReceipt } from '../../src/devnet/rpc.ts'
import { RpcError, rpc } from '../../src/devnet/rpc.ts'
import { watchLogs } from '../../src/devnet/watchLogs.ts'
import { reportNodeDeath } from '../nodeDeaths.ts'
import { countStart } from '../starts.ts'

/**
 * A devnet for tests: instant blocks, its own data folder that is removed with it, and built chains shared by all test
 * files and processes of this machine.
 */
export async function startTestDevnet(options: Partial<DevnetOptions> = {}): Promise<Devnet> {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-devnet-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    countStart('world')
    const devnet = await startDevnet({
      ...{ dataDir, cacheDir: testCacheDir, blockTimeS: 0, onDeath: reportNodeDeath },
      ...options,
    })
    return { ...devnet, stop: () => devnet.stop().finally(remove) }
  } catch (error) {
    remove()
    const { message } = error as Error
    const died = /^anvil for chain (\d+) ended/.exec(message)
    if (died) reportNodeDeath({ chainId: Number(died[1]), pid: 0, how: message, lastOutput: [] })
    throw error
  }
}

/** Nodes shared by a worker's files. They end with the process; if a node dies, the next file gets new ones. */
function sharedByFiles(options: Partial<DevnetOptions>): () => Promise<Devnet> {
  let world: Promise<Devnet> | undefined
  const start = () =>
    startTestDevnet({
      ...options,
      onDeath: (death) => {
        world = undefined
        reportNodeDeath(death)
      },
    })
  return async () => {
    world ??= start()
    return { ...(await world), stop: async () => {} }
  }
}

/** Receipts are compared with traces, which need the block's state: a busy machine may be this many blocks late. */
export const historyStates = 256

/** Three chains with all actors. Files may not move their time, reorganise them or change their markets. */
export const sharedDevnet = sharedByFiles({ aggregators: true, historyStates })

type ResetNodes = { node: Anvil; snapshot: Hex; baseFee: Hex }[]
let resetNodes: Promise<ResetNodes> | undefined
let lastUse: (() => unknown)[] = []

/**
 * Three chains as built, for one file at a time: it may move their time, reorganise them and trade. Files of a worker
 * take turns on the same nodes, which are reset for each.
 */
export async function resetDevnet(options: Partial<DevnetOptions> = {}): Promise<Devnet> {
  await undoAll(lastUse)
  resetNodes ??= startResetNodes()
  const { blockTimeS = 0 } = options
  const nodes = await resetNodes
  for (const one of nodes) await reset(one, blockTimeS)
  const undo: (() => unknown)[] = []
  lastUse = undo
  const used = { dataDir: '', blockTimeS, aggregators: true, ...options }
  const devnet = await startServices(
    nodes.map(({ node }) => node),
    used,
    undo,
  )
  return { ...devnet, stop: () => undoAll(undo) }
}

async function startResetNodes(): Promise<ResetNodes> {
  countStart('world')
  const onDeath = (death: NodeDeath) => {
    resetNodes = undefined
    reportNodeDeath(death)
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-devnet-'))
  const options = { dataDir, cacheDir: testCacheDir, blockTimeS: 0, historyStates, onDeath }
  // They end with the process.
  const nodes = await startDevnetNodes(options, [])
  return Promise.all(
    nodes.map(async (node) => {
      const { baseFeePerGas } = await rpc<{ baseFeePerGas: Hex }>(node.rpcUrl, 'eth_getBlockByNumber', [
        'latest',
        false,
      ])
      return { node, snapshot: await rpc<Hex>(node.rpcUrl, 'evm_snapshot'), baseFee: baseFeePerGas }
    }),
  )
}

/** A snapshot restores blocks and state; the node's other memory is reset by hand. */
async function reset(one: ResetNodes[number], blockTimeS: number): Promise<void> {
  const ask = <result>(method: string, ...params: unknown[]) => rpc<result>(one.node.rpcUrl, method, params)
  await ask('evm_setIntervalMining', 0)
  await ask('anvil_dropAllTransactions')
  if (!(await ask('evm_revert', one.snapshot))) throw new Error('the node has lost its snapshot')
  one.snapshot = await ask('evm_snapshot')
  await ask('evm_setTime', Date.now())
  await ask('anvil_setCoinbase', zeroAddress)
  await ask('anvil_setNextBlockBaseFeePerGas', one.baseFee)
  await (blockTimeS > 0 ? ask('evm_setIntervalMining', blockTimeS) : ask('evm_setAutomine', true))
}

export const testCacheDir = join(tmpdir(), 'causeway-devnet-cache')

type Read = { to: Address; abi: Abi; fn: string; args?: readonly unknown[] }

export async function read<result>({ rpcUrl }: { rpcUrl: string }, { to, abi, fn, args = [] }: Read): Promise<result> {
  const data = encodeFunctionData({ abi, functionName: fn, args })
  const answer = await rpc<Hex>(rpcUrl, 'eth_call', [{ to, data }, 'latest'])
  return decodeFunctionResult({ abi, functionName: fn, data: answer }) as result
}

export type Write = { to: Address; data?: Hex; value?: bigint; gas?: bigint }

/** Signs here and sends the bytes, like any user; resolves with the receipt, whatever its status. */
export async function send(
  chain: DevnetChain,
  key: DevnetKey,
  { to, data = '0x', value = 0n, gas }: Write,
): Promise<NodeReceipt> {
  const account = privateKeyToAccount(key.privateKey)
  const estimate = { from: key.address, to, data, value: `0x${value.toString(16)}` }
  const limit = gas ?? (BigInt(await rpc<Hex>(chain.rpcUrl, 'eth_estimateGas', [estimate])) * 5n) / 4n
  const nonce = Number(await rpc<Hex>(chain.rpcUrl, 'eth_getTransactionCount', [key.address, 'pending']))
  const fees = { maxFeePerGas: 20_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
  const raw = await account.signTransaction({
    chainId: chain.id,
    type: 'eip1559',
    nonce,
    to,
    data,
    value,
    gas: limit,
    ...fees,
  })
  return rpc<NodeReceipt>(chain.rpcUrl, 'eth_sendRawTransactionSync', [raw])
}

/** The name of the custom error of a failing call. */
export async function refusal(chain: DevnetChain, from: Address, { to, data }: Write, abi: Abi): Promise<string> {
  try {
    await rpc(chain.rpcUrl, 'eth_call', [{ from, to, data }, 'latest'])
  } catch (error) {
    if (!(error instanceof RpcError) || typeof error.data !== 'string') throw error
    return decodeErrorResult({ abi, data: error.data as Hex }).errorName
  }
  throw new Error('the call was not refused')
}

type Wanted = { address: Address; topic: Hex; matches?: (log: NodeLog) => boolean }

/** The first matching log, past or future. */
export async function awaitLog(chain: DevnetChain, { address, topic, matches = () => true }: Wanted): Promise<NodeLog> {
  let settle: { resolve(log: NodeLog): void; reject(error: Error): void }
  const found = new Promise<NodeLog>((resolve, reject) => {
    settle = { resolve, reject }
  })
  const onLog = (log: NodeLog) => (matches(log) ? settle.resolve(log) : undefined)
  const feed = await watchLogs({ ...chain, address, topic }, onLog, (error) => settle.reject(error))
  return found.finally(() => feed.stop())
}

export function chainOf(devnet: Devnet, network: DevnetChain['network']): DevnetChain {
  return devnet.chains.find((chain) => chain.network === network)!
}
