import type { TransactionReceipt } from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'
import type { Hex } from '../interface/fields.ts'
import type { OwnWallet } from './ownWallet.ts'

/**
 * The receipt of a wallet's transaction, once mined. viem searches for a replacement between blocks and can miss the
 * block that comes meanwhile; a chain that mines only on demand has no next one. Nothing replaces what a local key
 * sent, so the search is off there; a wallet's app may speed up or cancel.
 */
export const waitMined = (wallet: OwnWallet, hash: Hex): Promise<TransactionReceipt> =>
  waitForTransactionReceipt(wallet, { hash, ...(wallet.account.type === 'local' && { checkReplacement: false }) })
