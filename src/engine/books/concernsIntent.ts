import type { Chain } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import type { Hex } from '../../interface/fields.ts'

/**
 * Whether a transaction that a caller named, mined or not, has to do with the intent: it goes to the intent address, or its call data holds that
 * address, as a transfer of a token and the operations of a smart account do. Anyone may name any hash, so no other is shown.
 */
export async function concernsIntent({ intent }: IntentRecord, hash: Hex, chain: Chain): Promise<boolean> {
  const wallet = intent.originIntentAddress
  const found = await chain.transaction(hash)
  if (!found) return false
  return (
    (found.to !== undefined && sameAddress(found.to, wallet)) ||
    found.data.toLowerCase().includes(wallet.slice(2).toLowerCase())
  )
}
