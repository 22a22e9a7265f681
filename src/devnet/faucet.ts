import type { Address, Hex } from 'viem'
import { getAddress, zeroAddress } from 'viem'
import { erc20Abi } from './abis.ts'
import { type AccountSender, encode } from './accountSender.ts'

export type Faucet = (chainId: number, token: Address, to: Address, amount: bigint) => Promise<Hex>

/** Transfers from the funded faucet account; the zero address means ether. Resolves once the transfer is mined. */
export function createFaucet(senders: Map<number, AccountSender>): Faucet {
  return async (chainId, token, to, amount) => {
    const send = senders.get(chainId)
    if (!send) throw new Error(`no local chain has the id ${chainId}`)
    const transfer = () => ({ to: token, data: encode(erc20Abi, 'transfer', [getAddress(to), amount]) })
    const receipt = await send(token === zeroAddress ? { to, value: amount } : transfer())
    return receipt.transactionHash
  }
}
