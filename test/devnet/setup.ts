import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Abi, Address, Hex } from 'viem'
import { decodeErrorResult, decodeFunctionResult, encodeFunctionData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { DevnetKey } from '../../src/chains/definitions/devnet/keys.ts'
import type { Devnet, DevnetChain, DevnetOptions } from '../../src/devnet/devnet.ts'
import { startDevnet } from '../../src/devnet/devnet.ts'
import type { RpcLog, RpcReceipt } from '../../src/devnet/rpc.ts'
import { RpcError, rpc } from '../../src/devnet/rpc.ts'
import { watchLogs } from '../../src/devnet/watchLogs.ts'

/**
 * A devnet for tests: blocks at once, a data folder of its own that goes with it, and built chains shared by every test file
 * and process of this machine.
 */
export async function startTestDevnet(options: Partial<DevnetOptions> = {}): Promise<Devnet> {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-devnet-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    const devnet = await startDevnet({ dataDir, cacheDir: testCacheDir, blockTimeS: 0, ...options })
    return { ...devnet, stop: () => devnet.stop().finally(remove) }
  } catch (error) {
    remove()
    throw error
  }
}

export const testCacheDir = join(tmpdir(), 'causeway-devnet-cache')

type Read = { to: Address; abi: Abi; fn: string; args?: readonly unknown[] }

export async function read<result>({ rpcUrl }: { rpcUrl: string }, { to, abi, fn, args = [] }: Read): Promise<result> {
  const data = encodeFunctionData({ abi, functionName: fn, args })
  const answer = await rpc<Hex>(rpcUrl, 'eth_call', [{ to, data }, 'latest'])
  return decodeFunctionResult({ abi, functionName: fn, data: answer }) as result
}

export type Write = { to: Address; data?: Hex; value?: bigint; gas?: bigint }

/** Signs here and sends the bytes, as anybody would; resolves with the receipt, whatever its status. */
export async function send(
  chain: DevnetChain,
  key: DevnetKey,
  { to, data = '0x', value = 0n, gas }: Write,
): Promise<RpcReceipt> {
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
  return rpc<RpcReceipt>(chain.rpcUrl, 'eth_sendRawTransactionSync', [raw])
}

/** The name of the custom error with which a call would be refused. */
export async function refusal(chain: DevnetChain, from: Address, { to, data }: Write, abi: Abi): Promise<string> {
  try {
    await rpc(chain.rpcUrl, 'eth_call', [{ from, to, data }, 'latest'])
  } catch (error) {
    if (!(error instanceof RpcError) || typeof error.data !== 'string') throw error
    return decodeErrorResult({ abi, data: error.data as Hex }).errorName
  }
  throw new Error('the call was not refused')
}

type Wanted = { address: Address; topic: Hex; matches?: (log: RpcLog) => boolean }

/** The first log that fits, already there or still to come. */
export async function awaitLog(chain: DevnetChain, { address, topic, matches = () => true }: Wanted): Promise<RpcLog> {
  let settle: { resolve(log: RpcLog): void; reject(error: Error): void }
  const found = new Promise<RpcLog>((resolve, reject) => {
    settle = { resolve, reject }
  })
  const onLog = (log: RpcLog) => (matches(log) ? settle.resolve(log) : undefined)
  const feed = await watchLogs({ ...chain, address, topic }, onLog, (error) => settle.reject(error))
  return found.finally(() => feed.stop())
}

export function chainOf(devnet: Devnet, network: DevnetChain['network']): DevnetChain {
  return devnet.chains.find((chain) => chain.network === network)!
}
