import { getAddress, pad } from 'viem'
import type { Chain, ChainLog, ChainReceipt, Evidence } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import { readTransfer, transferTopic } from './transferEntries.ts'

/** One transfer into the intent address, and who made it. */
export type Payment = { from: Address; amount: bigint; txnHash: Hex; blockNumber: number }

/** What a leg shows of the transaction that paid. */
export type Proof = { txnHash?: Hex; blockNumber?: number; minedAtMs?: number; fromAddress?: Address }

/**
 * Who last paid an intent address, and in which transaction, up to `block`: the transaction that the caller named, if
 * it paid, else the token's last transfer.
 */
export async function findPayment(
  record: IntentRecord,
  chain: Chain,
  { balance, block }: { balance: bigint; block: number },
): Promise<Proof> {
  const { intent, progress } = record
  const receiptOf = async (hash: Hex | undefined) => {
    const evidence = hash && (await chain.receipt(hash, { atOrBelow: block }).catch(() => undefined))
    return evidence && evidence.is === 'proven' ? evidence.value : undefined
  }
  const announced = await receiptOf(progress.deposit?.hash)
  const [direct] = announced ? paymentsIn(announced, record, balance).slice(-1) : []
  const [inside] = announced && !direct ? await paidInside(announced, record, chain, balance).catch(() => []) : []
  const named = direct ?? inside
  if (announced && named) return proofOf(announced, named.from)
  const { tokenAddress } = intent.depositTransaction
  const topics = [transferTopic, null, pad(intent.originIntentAddress)]
  const range = { fromBlock: progress.origin?.fromBlock ?? block, toBlock: block }
  if (sameAddress(tokenAddress, nativeToken) || range.fromBlock > block) return {}
  const logs = await chain.logs({ address: tokenAddress, topics, ...range }).catch((): ChainLog[] => [])
  const last = transfersInto(logs, intent.originIntentAddress).at(-1)
  const receipt = await receiptOf(last?.txnHash)
  return last && receipt ? proofOf(receipt, last.from) : {}
}

export const proofOf = (receipt: ChainReceipt, fromAddress: Address): Proof => ({ ...minedOf(receipt), fromAddress })

export const minedOf = ({ hash: txnHash, blockNumber, minedAtMs }: ChainReceipt) => ({
  txnHash,
  blockNumber,
  minedAtMs,
})

/** A transaction's payments to the intent address, in event order. A native one counts as the whole balance. */
export function paymentsIn(receipt: ChainReceipt, { intent }: IntentRecord, balance: bigint): Payment[] {
  const { success, hash: txnHash, blockNumber, from, to, logs } = receipt
  const { tokenAddress } = intent.depositTransaction
  const wallet = intent.originIntentAddress
  if (!success) return []
  if (sameAddress(tokenAddress, nativeToken))
    return to !== undefined && sameAddress(to, wallet) ? [{ from, amount: balance, txnHash, blockNumber }] : []
  return transfersInto(
    logs.filter(({ address }) => sameAddress(address, tokenAddress)),
    wallet,
  )
}

/**
 * Native token that an owner's contract sent inside the announced transaction (a Safe, an ERC-4337 account), without an
 * event: the balance rose by it in that block, and the transaction is the owner's or its events name the owner.
 */
export async function paidInside(
  { success, hash: txnHash, blockNumber, from, logs }: ChainReceipt,
  { intent }: IntentRecord,
  chain: Chain,
  balance: bigint,
): Promise<Payment[]> {
  const { ownerAddress: owner, originIntentAddress: wallet } = intent
  if (!success || !sameAddress(intent.depositTransaction.tokenAddress, nativeToken)) return []
  const topic = pad(owner).toLowerCase()
  const isOwners =
    sameAddress(from, owner) ||
    logs.some((log) => sameAddress(log.address, owner) || log.topics.some((one) => one.toLowerCase() === topic))
  if (!isOwners) return []
  const [before, after] = await Promise.all(
    [blockNumber - 1, blockNumber].map((block) => chain.balance(nativeToken, wallet, { block, quorum: true })),
  )
  if (before === undefined || after === undefined || after - before < balance) return []
  return [{ from: getAddress(owner), amount: balance, txnHash, blockNumber }]
}

/** Transfers into a wallet, in the order of their events. */
export const transfersInto = (logs: readonly ChainLog[], wallet: Address): Payment[] =>
  logs.flatMap((log) => {
    const transfer = readTransfer(log)
    if (!transfer || transfer.amount === 0n || !sameAddress(transfer.to, wallet)) return []
    const { from, amount } = transfer
    return [{ from: getAddress(from), amount, txnHash: log.transactionHash, blockNumber: log.blockNumber }]
  })

/**
 * Whether a transaction that a caller named, mined or not, concerns the intent: it goes to the intent address or has it
 * in its call data, as token transfers and smart accounts do. Anyone may name any hash, so no other is shown.
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

/** Whether a mined transaction paid the whole deposit. Anyone may send dust, so a part does not count. */
export async function paysDeposit(record: IntentRecord, found: Evidence<ChainReceipt>, chain: Chain): Promise<boolean> {
  if (found.is !== 'proven') return false
  const { tokenAddress, amount } = record.intent.depositTransaction
  if (tokenAddress === nativeToken) return paysNative(found.value, record, chain)
  return paymentsIn(found.value, record, amount).reduce((sum, one) => sum + one.amount, 0n) >= amount
}

/** A receipt lacks the native amount: reads the transaction's value, or the balance if a contract sent it. */
async function paysNative(receipt: ChainReceipt, record: IntentRecord, chain: Chain): Promise<boolean> {
  const { amount } = record.intent.depositTransaction
  if (paymentsIn(receipt, record, amount).length > 0)
    return ((await chain.transaction(receipt.hash))?.value ?? 0n) >= amount
  return (await paidInside(receipt, record, chain, amount)).length > 0
}
