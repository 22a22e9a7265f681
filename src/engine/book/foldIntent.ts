import type { ChainReceipt } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import type { LedgerEntry } from '../../intents/ledger.ts'
import type { Address } from '../../interface/fields.ts'
import type { BridgeRefund } from '../../providers/provider.ts'
import { gasCostOf, gasEntry } from '../books/batchReceipt.ts'
import { destinationWallet, originWallet } from '../books/sideWallet.ts'
import type { WalletFacts } from '../facts/walletFacts.ts'
import { foldWallet } from './foldWallet.ts'

/** What the chains say about one intent. */
export type IntentFacts = {
  origin?: WalletFacts
  destination?: WalletFacts
  /** Our mined transactions, reverted ones included. */
  sent: readonly { chainId: number; receipt: ChainReceipt }[]
  /** What bridges gave back to the owner on the origin chain, with the token that had gone in. */
  givenBack: readonly (BridgeRefund & { inputToken: Address })[]
}

/** The whole ledger of an intent, from facts alone. `wrappedOn`: the wrapped native token of a chain. */
export function foldIntent(
  record: IntentRecord,
  facts: IntentFacts,
  wrappedOn: (chainId: number) => Address,
): LedgerEntry[] {
  const { originChainId, destinationChainId } = record.intent
  const destination = destinationWallet(record)
  const entries = [
    ...(facts.origin
      ? foldWallet(record, originWallet(record), facts.origin, { wrapped: wrappedOn(originChainId) })
      : []),
    ...(destination && facts.destination
      ? foldWallet(record, destination, facts.destination, { wrapped: wrappedOn(destinationChainId) })
      : []),
    ...facts.givenBack.flatMap((back) => entriesBack(back, originChainId)),
  ]
  const paid = new Set(entries.filter(({ why }) => why === 'gas').map(({ txnHash }) => txnHash))
  const { executor } = record.plan.origin
  const others = facts.sent.filter(({ receipt }) => !paid.has(receipt.hash))
  return [...entries, ...others.map(({ chainId, receipt }) => gasEntry(receipt, chainId, gasCostOf(receipt, executor)))]
}

/** If another form of the token comes back (native went in, wrapped returns), books the wrapping as a swap. */
function entriesBack({ inputToken, token, ...rest }: IntentFacts['givenBack'][number], chainId: number): LedgerEntry[] {
  const base = { ...rest, chainId }
  const back: LedgerEntry = { ...base, from: 'bridge', to: 'owner', token, why: 'refund' }
  if (sameAddress(token, inputToken)) return [back]
  return [
    { ...base, from: 'bridge', to: 'market', token: inputToken, why: 'swap' },
    { ...base, from: 'market', to: 'bridge', token, why: 'swap' },
    back,
  ]
}
