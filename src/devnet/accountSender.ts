import { setTimeout as sleep } from 'node:timers/promises'
import type { Abi, Address, Hex } from 'viem'
import { encodeFunctionData, numberToHex } from 'viem'
import type { NodeReceipt } from './rpc.ts'
import { rpc } from './rpc.ts'

export type TransactionRequest = { to: Address; value?: bigint; data?: Hex }
export type AccountSender = (tx: TransactionRequest) => Promise<NodeReceipt>

/**
 * Sends from one of the devnet's own accounts, for which the local node signs. Sends one request at a time: the node
 * picks the nonce and would give two concurrent ones the same. The next request does not wait for the receipt, so one
 * block can take several. Resolves with the receipt; throws on a revert and on a dropped transaction.
 */
export function createAccountSender(rpcUrl: string, from: Address): AccountSender {
  let last: Promise<unknown> = Promise.resolve()
  return async ({ to, value = 0n, data = '0x' }) => {
    const tx = { from, to, data, value: numberToHex(value) }
    const handedOver = last.then(() => rpc<Hex>(rpcUrl, 'eth_sendTransaction', [tx]))
    // The caller of a failed transaction gets its error; the next one only waits for its turn.
    last = handedOver.catch(() => undefined)
    const receipt = await mined(rpcUrl, await handedOver)
    if (receipt.status !== '0x1') throw new Error(`transaction ${receipt.transactionHash} to ${to} reverted`)
    return receipt
  }
}

const lookEveryMs = 50

async function mined(rpcUrl: string, hash: Hex): Promise<NodeReceipt> {
  while (true) {
    // Read the transaction first: if it is mined between the reads, it has a receipt.
    const known = await rpc(rpcUrl, 'eth_getTransactionByHash', [hash])
    const receipt = await rpc<NodeReceipt | null>(rpcUrl, 'eth_getTransactionReceipt', [hash])
    if (receipt) return receipt
    if (!known) throw new Error(`transaction ${hash} was dropped from the pool`)
    await sleep(lookEveryMs)
  }
}

export function encode(abi: Abi, functionName: string, args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi, functionName, args })
}
