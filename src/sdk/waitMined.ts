import type { TransactionReceipt } from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'
import type { Hex } from '../interface/fields.ts'
import type { OwnWallet } from './ownWallet.ts'

/**
 * The receipt of a wallet's transaction, once a block holds it. viem looks for a replacement between blocks and misses the block that comes
 * meanwhile; a chain that mines only what is sent has no next one. Nothing here replaces what a local key sent, so there the search is off; the app of
 * a wallet may speed up or cancel.
 */
export const waitMined = (wallet: OwnWallet, hash: Hex): Promise<TransactionReceipt> =>
  waitForTransactionReceipt(wallet, { hash, ...(wallet.account.type === 'local' && { checkReplacement: false }) })
