import { decodeEventLog, encodeFunctionData, type Hex, parseAbi, size, toEventSelector } from 'viem'
import type { Chain, ChainLog, ChainReceipt, Evidence } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import { explainRevert } from '../../intents/explainRevert.ts'
import type { LedgerEntry } from '../../intents/ledger.ts'
import type { Role } from '../../intents/planBatches.ts'
import type { Address } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { LegAttempt } from '../../stores/store.ts'

const walletEvents = parseAbi([
  'event Executed(bytes32 indexed digest, uint256 failed, uint256 nativeBefore, uint256 nativeAfter)',
  'event CallFailed(bytes32 indexed digest, uint256 index, bytes reason)',
  'event Refunded(address indexed token, address indexed receiver, uint256 amount, uint256 nativeBefore, uint256 nativeAfter)',
  'event RefundFailed(address indexed token, bytes reason)',
])
export const executedTopic = toEventSelector('Executed(bytes32,uint256,uint256,uint256)')
const callFailedTopic = toEventSelector('CallFailed(bytes32,uint256,bytes)')
const elementDoneTopic = toEventSelector('ElementDone(uint256,bytes32,bool,bytes)')
export const refundedTopic = toEventSelector('Refunded(address,address,uint256,uint256,uint256)')

/** A batch that ran, by any sender. The receipt has only its own logs; `gasCost` is its share of the transaction. */
export type BatchRun = {
  receipt: ChainReceipt
  failed: Set<Role>
  why?: string
  gasCost: bigint
  /** The wallet's native balance before the first call and after the last one. */
  nativeBefore: bigint
  nativeAfter: bigint
}

export type BatchSearch = {
  chain: Chain
  wallet: Address
  guest: Address
  digest: Hex
  roles: readonly Role[]
  fromBlock: number
  finalBlock: number
}

/**
 * Whether a batch ran at or below `finalBlock`. Checks our own transactions first. Anyone may run a batch, so if ours
 * show nothing, the wallet's own events decide.
 */
export async function findBatchRun(
  where: BatchSearch,
  ours: readonly Pick<LegAttempt, 'hash'>[],
): Promise<Evidence<BatchRun>> {
  const { chain, finalBlock } = where
  for (const { hash } of ours) {
    const evidence = await chain.receipt(hash, { atOrBelow: finalBlock })
    if (evidence.is === 'unknown') return evidence
    const run = evidence.is === 'proven' ? readRun(evidence.value, where) : undefined
    if (run) return { is: 'proven', value: run }
  }
  // Usually nothing ran yet, and reading the events of many blocks is expensive.
  if (finalBlock < where.fromBlock || !(await batchIsSpent(chain, where.wallet, finalBlock))) return { is: 'notFound' }
  const { wallet: address, fromBlock } = where
  const executed = await chain.logs({ address, topics: [executedTopic], fromBlock, toBlock: finalBlock })
  const found = executed.find(({ topics }) => topics[1] === where.digest)
  // The owner may run anything under any nonce. If it used this one, the batch can never run.
  if (!found && executed.length > 0) return { is: 'provenNot', why: 'the owner used the nonce of the batch otherwise' }
  if (!found) return { is: 'unknown', why: 'the batch ran, and its event is not found' }
  const evidence = await chain.receipt(found.transactionHash, { atOrBelow: finalBlock })
  const run = evidence.is === 'proven' ? readRun(evidence.value, where) : undefined
  return run ? { is: 'proven', value: run } : { is: 'unknown', why: 'an event without its receipt' }
}

export function readRun(
  receipt: ChainReceipt,
  { wallet, guest, digest, roles }: Pick<BatchSearch, 'wallet' | 'guest' | 'digest' | 'roles'>,
): BatchRun | undefined {
  const own = receipt.logs.filter((log) => sameAddress(log.address, wallet) && log.topics[1] === digest)
  const executed = own.find((log) => log.topics[0] === executedTopic)
  if (!executed) return undefined
  const { failed: bits, nativeBefore, nativeAfter } = decode(executed, 'Executed')
  const failed = new Set(roles.filter((role, index) => role !== 'leftover' && (bits >> BigInt(index)) & 1n))
  const failures = own.filter((log) => log.topics[0] === callFailedTopic).map((log) => decode(log, 'CallFailed'))
  const first = failures.find(({ index }) => roles[Number(index)] === 'main' || roles[Number(index)] === 'deliver')
  const why = first && explainRevert(first.reason)
  return {
    receipt: ownPart(receipt, executed, guest),
    failed,
    why,
    gasCost: gasCostOf(receipt, guest),
    nativeBefore,
    nativeAfter,
  }
}

/**
 * Wallets share transactions, and some logs name no wallet: the router unwraps for each in turn. Our logs are those
 * after the end of the previous element.
 */
function ownPart(receipt: ChainReceipt, executed: ChainLog, guest: Address): ChainReceipt {
  const upTo = receipt.logs.slice(0, receipt.logs.indexOf(executed) + 1)
  return { ...receipt, logs: upTo.slice(upTo.findLastIndex((log) => isElementEnd(log, receipt, guest)) + 1) }
}

/** Only of a transaction to the guest, which is locked then: elsewhere whoever a batch calls can end an element. */
export const isElementEnd = (log: ChainLog, { to }: Pick<ChainReceipt, 'to'>, guest: Address): boolean =>
  log.topics[0] === elementDoneTopic && sameAddress(log.address, guest) && to !== undefined && sameAddress(to, guest)

/** What one element of a transaction cost its sender: an equal part, because no event says who used how much. */
export function gasCostOf(receipt: ChainReceipt, guest: Address): bigint {
  const { gasUsed, effectiveGasPrice, l1Fee = 0n, logs } = receipt
  const elements = logs.filter((log) => isElementEnd(log, receipt, guest)).length
  return (gasUsed * effectiveGasPrice + l1Fee) / BigInt(Math.max(1, elements))
}

/** The ledger entry for the gas of a transaction, whether it ran a batch, refunded or reverted. */
export const gasEntry = (receipt: Pick<ChainReceipt, 'hash' | 'blockNumber'>, chainId: number, amount: bigint) =>
  ({
    from: 'relayer',
    to: 'network',
    chainId,
    token: nativeToken,
    amount,
    why: 'gas',
    txnHash: receipt.hash,
    blockNumber: receipt.blockNumber,
  }) as const satisfies LedgerEntry

const nonceUsedAbi = parseAbi(['function nonceUsed(uint256 space, uint256 nonce) view returns (bool)'])
const nonceUsedCall = encodeFunctionData({ abi: nonceUsedAbi, functionName: 'nonceUsed', args: [0n, 0n] })

/** Whether the nonce of a wallet's batch was used by a block: by the batch, or by the owner. False if not deployed. */
export async function batchIsSpent(
  chain: Chain,
  wallet: Address,
  block: number,
  { quorum = true } = {},
): Promise<boolean> {
  const outcome = await chain.read({ to: wallet, data: nonceUsedCall }, { block, quorum })
  return outcome.ok && size(outcome.data) === 32 && BigInt(outcome.data) === 1n
}

export function refundsIn(receipt: ChainReceipt, wallet: Address): { token: Address; amount: bigint }[] {
  return receipt.logs
    .filter((log) => sameAddress(log.address, wallet) && log.topics[0] === refundedTopic)
    .map((log) => decode(log, 'Refunded'))
    .map(({ token, amount }) => ({ token, amount }))
}

/** Callers check that the wallet emitted the log, here and in `refundedIn`. */
export const executedIn = (log: ChainLog) => (log.topics[0] === executedTopic ? decode(log, 'Executed') : undefined)

export const refundedIn = (log: ChainLog) => (log.topics[0] === refundedTopic ? decode(log, 'Refunded') : undefined)

export const refundedAmount = (log: ChainLog): bigint => decode(log, 'Refunded').amount

function decode<Name extends 'Executed' | 'CallFailed' | 'Refunded'>(log: ChainLog, eventName: Name) {
  const [signature, ...indexed] = log.topics
  if (!signature) throw new Error(`a log of ${log.address} without topics is no ${eventName}`)
  return decodeEventLog({ abi: walletEvents, eventName, topics: [signature, ...indexed], data: log.data }).args
}
