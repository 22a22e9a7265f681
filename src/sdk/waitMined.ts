import type { TransactionReceipt } from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'
import type { Hex } from '../interface/fields.ts'
import type { OwnWallet } from './ownWallet.ts'

/**
 * The receipt of a wallet's transaction, once mined. Local accounts skip viem's search for a replacement: nothing
 * replaces their transactions, and a block mined during the search goes unseen until the next, which a chain that
 * mines on demand may never have. An external wallet may speed up or cancel, so there the search stays on.
 */
export const waitMined = (wallet: OwnWallet, hash: Hex): Promise<TransactionReceipt> =>
  waitForTransactionReceipt(wallet, { hash, ...(wallet.account.type === 'local' && { checkReplacement: false }) })
