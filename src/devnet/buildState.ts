import type { Hex } from 'viem'
import { numberToHex } from 'viem'
import type { DevnetChainFacts } from '../chains/definitions/devnet/facts.ts'
import { blockGasLimit } from '../chains/definitions/devnet/facts.ts'
import { startAnvil } from './anvil.ts'
import type { ChainPlan } from './planChain.ts'
import type { NodeReceipt } from './rpc.ts'
import { rpc, rpcBatch } from './rpc.ts'

/** All transactions of the build share one block, so its gas limit is raised, and restored at the end. */
const buildGasLimit = 50_000_000_000n
const txGasLimit = 100_000_000n
const txsARequest = 30

/** Runs a plan on a fresh chain and leaves its state in `file`. */
export async function buildState(
  binary: string,
  chain: DevnetChainFacts,
  plan: ChainPlan,
  file: string,
  homeDir: string,
): Promise<void> {
  const node = await startAnvil(binary, { chainId: chain.id, port: 0, blockTimeS: 'manual', dumpState: file, homeDir })
  try {
    await placeCode(node.rpcUrl, plan)
    await rpc(node.rpcUrl, 'evm_setBlockGasLimit', [numberToHex(buildGasLimit)])
    const hashes = await sendAll(node.rpcUrl, plan)
    await rpc(node.rpcUrl, 'evm_mine')
    await checkReceipts(node.rpcUrl, plan, hashes)
    await rpc(node.rpcUrl, 'evm_setBlockGasLimit', [numberToHex(blockGasLimit)])
    await rpc(node.rpcUrl, 'evm_mine')
  } finally {
    await node.stop()
  }
}

async function placeCode(rpcUrl: string, { placed, balances }: ChainPlan): Promise<void> {
  for (const { address, runtime, creation } of placed) {
    const code = runtime ?? (await rpc<Hex>(rpcUrl, 'eth_call', [{ data: creation }]))
    await rpc(rpcUrl, 'anvil_setCode', [address, code])
  }
  const set = balances.map(({ address, wei }) => ({ method: 'anvil_setBalance', params: [address, numberToHex(wei)] }))
  await rpcBatch(rpcUrl, set)
}

async function sendAll(rpcUrl: string, { txs }: ChainPlan): Promise<Hex[]> {
  const hashes: Hex[] = []
  const nonces = new Map<string, number>()
  const calls = txs.map(({ from, to, data, value }) => {
    const nonce = nonces.get(from) ?? 0
    nonces.set(from, nonce + 1)
    // Explicit gas limit and nonce: the node estimates nothing.
    const tx = {
      from,
      to,
      data,
      value: numberToHex(value ?? 0n),
      gas: numberToHex(txGasLimit),
      nonce: numberToHex(nonce),
    }
    return { method: 'eth_sendTransaction', params: [tx] }
  })
  for (let at = 0; at < calls.length; at += txsARequest) {
    hashes.push(...((await rpcBatch(rpcUrl, calls.slice(at, at + txsARequest))) as Hex[]))
  }
  return hashes
}

async function checkReceipts(rpcUrl: string, { txs }: ChainPlan, hashes: Hex[]): Promise<void> {
  const asked = hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] }))
  const receipts = (await rpcBatch(rpcUrl, asked)) as (NodeReceipt | null)[]
  receipts.forEach((receipt, index) => {
    if (receipt?.status === '0x1') return
    const { label } = txs[index]!
    throw new Error(`building the devnet: "${label}" (transaction ${index}) ${receipt ? 'reverted' : 'was not mined'}`)
  })
}
