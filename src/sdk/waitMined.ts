import type { TransactionReceipt } from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'
import type { Hex } from '../interface/fields.ts'
import type { OwnWallet } from './ownWallet.ts'

/**
 * The receipt of a wallet's transaction, once a block holds it. viem looks for a replacement between blocks and misses the block that comes
 * meanwhile; a chain that mines only what is sent has no next one. A key of this process replaces nothing, so only a wallet's app is asked.
 */
export const waitMined = (wallet: OwnWallet, hash: Hex): Promise<TransactionReceipt> =>
  waitForTransactionReceipt(wallet, { hash, checkReplacement: wallet.account.type !== 'local' })
