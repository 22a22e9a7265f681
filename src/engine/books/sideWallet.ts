import type { IntentRecord } from '../../intents/intentRecord.ts'
import type { Side, WalletConfig } from '../../intents/wallet.ts'
import type { Address } from '../../interface/fields.ts'

/** An intent's wallet on one side, and its place in the ledger. */
export type SideWallet = {
  side: Side
  chainId: number
  address: Address
  config: WalletConfig
  place: 'originIntent' | 'destinationIntent'
}

export const originWallet = ({ intent, plan }: IntentRecord): SideWallet => ({
  side: 'origin',
  chainId: intent.originChainId,
  address: intent.originIntentAddress,
  config: plan.origin,
  place: 'originIntent',
})

/** Undefined for an intent on one chain. */
export function destinationWallet({ intent, plan }: IntentRecord): SideWallet | undefined {
  const { destinationIntentAddress: address, destinationChainId: chainId } = intent
  if (!plan.destination || !address) return undefined
  return { side: 'destination', chainId, address, config: plan.destination, place: 'destinationIntent' }
}
