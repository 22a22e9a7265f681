import type { Account, Chain, Transport, WalletClient } from 'viem'
import { getChainId } from 'viem/actions'
import type { Address } from '../interface/fields.ts'

/** A wallet client that signs for an account and reads from its chain's node. */
export type OwnWallet = WalletClient<Transport, Chain | undefined, Account>

/** Accepts any viem wallet client with an account. `requireChain` checks its chain. */
export function ownWallet(wallet: WalletClient): OwnWallet {
  if (!wallet.account) throw new TypeError('wallet: needs an account; pass `account` to createWalletClient')
  return wallet as OwnWallet
}

export async function requireChain(wallet: OwnWallet, chainId: number): Promise<void> {
  const found = await getChainId(wallet)
  if (found !== chainId)
    throw new TypeError(`wallet: is on chain ${found}, the money is on chain ${chainId}; switch first`)
}

export function requireOwner(wallet: OwnWallet, owner: Address): void {
  const own = wallet.account.address
  if (own.toLowerCase() !== owner.toLowerCase())
    throw new TypeError(`wallet: is ${own}, the intent belongs to ${owner}`)
}
