import { getAddress, pad, toEventSelector } from 'viem'
import type { Chain, ChainLog, ChainReceipt } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import { readTransfer, transferTopic } from './transferEntries.ts'

/** One transfer into the intent address, and who made it. */
export type Payment = { from: Address; amount: bigint; txnHash: Hex; blockNumber: number }

/** What a leg says about the transaction that paid. */
export type Proof = { txnHash?: Hex; blockNumber?: number; minedAtMs?: number; fromAddress?: Address }

/**
 * Who brought the balance of an intent address last, and in which transaction. The hash that the caller gave is looked at first: a caller may
 * name any hash, so only what its events say counts.
 */
export async function findPayments(
  record: IntentRecord,
  chain: Chain,
  { balance, finalBlock }: { balance: bigint; finalBlock: number },
): Promise<Proof> {
  // A hash that no node can tell of now is looked for among the transfers, like a payment that nobody announced.
  const announced = await announcedReceipt(record, chain, finalBlock).catch(() => undefined)
  const direct = announced ? paymentsIn(announced, record, balance) : []
  const named =
    announced && direct.length === 0 ? await paidInside(announced, record, chain, balance).catch(() => []) : direct
  // The proof is for the reader; a node without old state must not keep the money waiting.
  const payments =
    sumOf(named) === balance
      ? named
      : await searchPayments(record, chain, { balance, finalBlock }).catch((): Payment[] => named)
  const last = named.at(-1) ?? payments.at(-1)
  const receipt = last && (announced?.hash === last.txnHash ? announced : await findReceipt(chain, last, finalBlock))
  return last && receipt ? proofOf(receipt, last.from) : {}
}

export const proofOf = ({ hash, blockNumber, minedAtMs }: ChainReceipt, fromAddress: Address): Proof => ({
  txnHash: hash,
  blockNumber,
  minedAtMs,
  fromAddress,
})

/** What a transaction brought to the intent address, in the order of its events. The value of a native one is taken to be the balance. */
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
 * The native token that an owner's contract sent from inside of the announced transaction (a Safe, an account of ERC-4337), which leaves no event of
 * its own: the balance rose by it in that block, and the transaction is the owner's or speaks of the owner.
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

async function announcedReceipt(
  { progress }: IntentRecord,
  chain: Chain,
  finalBlock: number,
): Promise<ChainReceipt | undefined> {
  if (!progress.deposit?.hash) return undefined
  const evidence = await chain.receipt(progress.deposit.hash, { atOrBelow: finalBlock })
  return evidence.is === 'proven' ? evidence.value : undefined
}

/** Undefined also where no node answers now: the payment is booked all the same, and its leg is shown without a block. */
async function findReceipt(chain: Chain, { txnHash }: Payment, finalBlock: number): Promise<ChainReceipt | undefined> {
  const evidence = await chain.receipt(txnHash, { atOrBelow: finalBlock }).catch(() => undefined)
  return evidence?.is === 'proven' ? evidence.value : undefined
}

async function searchPayments(
  record: IntentRecord,
  chain: Chain,
  { balance, finalBlock }: { balance: bigint; finalBlock: number },
): Promise<Payment[]> {
  const { intent, progress } = record
  const { tokenAddress } = intent.depositTransaction
  const wallet = intent.originIntentAddress
  const fromBlock = Math.max(0, progress.origin?.fromBlock ?? finalBlock)
  if (fromBlock > finalBlock) return []
  if (sameAddress(tokenAddress, nativeToken)) {
    const block = await nativeBlock(chain, wallet, fromBlock, finalBlock)
    const { transactions } = await chain.block(block)
    const plain = transactions.find(({ to }) => to && sameAddress(to, wallet))?.hash
    const hash = plain ?? (await findOwners(chain, intent.ownerAddress, block))
    const evidence = hash ? await chain.receipt(hash, { atOrBelow: finalBlock }) : undefined
    if (evidence?.is !== 'proven') return []
    return plain ? paymentsIn(evidence.value, record, balance) : paidInside(evidence.value, record, chain, balance)
  }
  const topics = [transferTopic, null, pad(wallet)]
  return transfersInto(await chain.logs({ address: tokenAddress, topics, fromBlock, toBlock: finalBlock }), wallet)
}

const sumOf = (payments: readonly Payment[]): bigint => payments.reduce((sum, { amount }) => sum + amount, 0n)

const blocksSearchedMax = 64

/** The block in which the native balance appeared, by halving. */
async function nativeBlock(chain: Chain, wallet: Address, fromBlock: number, toBlock: number): Promise<number> {
  let low = fromBlock
  let high = toBlock
  for (let i = 0; i < blocksSearchedMax && low < high; i++) {
    const middle = Math.floor((low + high) / 2)
    if ((await chain.balance(nativeToken, wallet, { block: middle })) > 0n) high = middle
    else low = middle + 1
  }
  return high
}

/** A transaction of a block that an owner's contract took part in: it speaks itself (a Safe), or ERC-4337's EntryPoint speaks of it. */
async function findOwners(chain: Chain, owner: Address, block: number): Promise<Hex | undefined> {
  const range = { fromBlock: block, toBlock: block }
  const [own] = await chain.logs({ ...range, address: owner, topics: [] })
  const [operation] = own ? [own] : await chain.logs({ ...range, topics: [userOperationTopic, null, pad(owner)] })
  return operation?.transactionHash
}

const userOperationTopic = toEventSelector('UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)')
