import type { ChainReceipt } from '../../src/chains/chain.ts'
import { foldIntent, type IntentFacts } from '../../src/engine/book/foldIntent.ts'
import { destinationWallet, originWallet, type SideWallet } from '../../src/engine/books/sideWallet.ts'
import { touch, type WalletFacts } from '../../src/engine/facts/walletFacts.ts'
import type { LedgerEntry } from '../../src/intents/ledger.ts'
import type { Address } from '../../src/interface/fields.ts'
import { nativeBalance } from '../engine/scripted/state.ts'
import type { IntentRow, Memory } from '../stores/memory/memory.ts'
import { addresses } from './economy.ts'
import { l1FeeOfAll } from './l1Oracle.ts'
import type { GivenBack } from './receiptOracle.ts'
import type { SimChain } from './simChain.ts'

/** The ledger of an intent, folded from blocks and logs alone: no traces, and nothing of what the engine booked. */
export function foldedBooks(
  { record }: Pick<IntentRow, 'record'>,
  { memory, chains, back }: { memory: Memory; chains: readonly SimChain[]; back: readonly GivenBack[] },
): LedgerEntry[] {
  const chainOf = (chainId: number) => chains.find(({ definition }) => definition.id === chainId)!
  const destination = destinationWallet(record)
  const facts: IntentFacts = {
    origin: factsOf(originWallet(record), chainOf(record.intent.originChainId)),
    destination: destination && factsOf(destination, chainOf(destination.chainId)),
    sent: [...memory.attempts.values()].flatMap(({ hash, items, chainId }) => {
      const receipt = charged(chainOf(chainId), chainOf(chainId).ledger.receipt(hash))
      const isOurs = items.some((id) => memory.outbox.get(id)?.item.intentId === record.intentId)
      return receipt && isOurs ? [{ chainId, receipt }] : []
    }),
    givenBack: back.flatMap(({ token, amount, hash: txnHash, chainId }) => {
      // A reorganisation may have taken it back for good (seed 23461578).
      const receipt = chainOf(chainId).ledger.receipt(txnHash)
      const inputToken = record.plan.bridge?.inputToken ?? token
      return receipt ? [{ token, amount, txnHash, blockNumber: receipt.blockNumber, inputToken }] : []
    }),
  }
  return foldIntent(record, facts, () => addresses.weth)
}

const bridges: readonly Address[] = [addresses.spokePool, addresses.burnBridge, addresses.oft]

/** A receipt as nodes show it: with what the chain below was paid. */
const charged = <Receipt extends ChainReceipt | undefined>({ definition }: SimChain, receipt: Receipt): Receipt =>
  receipt && definition.l1Fee ? { ...receipt, l1Fee: l1FeeOfAll } : receipt

function factsOf({ address }: SideWallet, chain: SimChain): WalletFacts {
  const { ledger } = chain
  const transactions = ledger.busyBlocks().flatMap((block) => {
    const touched = block.receipts.flatMap((receipt, index) => {
      const { to, value } = block.transactions[index]!
      return touch({ receipt: charged(chain, receipt), to, value }, address, bridges) ?? []
    })
    const nativeThen = touched.length > 0 ? nativeBalance(ledger.stateAt(block.number), address) : 0n
    return touched.map((one, index) => (index === touched.length - 1 ? { ...one, nativeThen } : one))
  })
  return { transactions, native: nativeBalance(ledger.stateAt(ledger.head().number), address) }
}
