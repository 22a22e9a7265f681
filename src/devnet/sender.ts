import type { Abi, Address, Hex } from 'viem'
import { encodeFunctionData, numberToHex } from 'viem'
import type { RpcReceipt } from './rpc.ts'
import { rpc } from './rpc.ts'

export type TransactionRequest = { to: Address; value?: bigint; data?: Hex }
export type Sender = (tx: TransactionRequest) => Promise<RpcReceipt>

/**
 * Sends from one of the devnet's own accounts, for which the local node signs. One at a time: the node picks the nonce, and
 * two concurrent requests would get the same. Resolves with the receipt; a revert throws.
 */
export function createSender(rpcUrl: string, from: Address): Sender {
  let last: Promise<unknown> = Promise.resolve()
  const send = async ({ to, value = 0n, data = '0x' }: TransactionRequest): Promise<RpcReceipt> => {
    const tx = { from, to, data, value: numberToHex(value) }
    const receipt = await rpc<RpcReceipt>(rpcUrl, 'eth_sendTransactionSync', [tx])
    if (receipt.status !== '0x1') throw new Error(`transaction ${receipt.transactionHash} to ${to} reverted`)
    return receipt
  }
  return (tx) => {
    const sent = last.then(() => send(tx))
    last = sent.catch(() => undefined) // the caller of that transaction is told; the next one only waits for its turn
    return sent
  }
}

export function encode(abi: Abi, functionName: string, args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi, functionName, args })
}
