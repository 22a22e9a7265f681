import { getAddress } from 'viem'
import type { Chain, ChainLog, ChainReceipt } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import type { WalletConfig } from '../../intents/wallet.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import { executedTopic, refundedTopic } from './batchReceipt.ts'
import { hasWallet } from './hasWallet.ts'
import type { SideWallet } from './sideWallet.ts'
import { readNativeSent, readTransfer } from './transferEntries.ts'

/** What an owner took out in one transaction: tokens in the order of their Transfer events, then native token. */
export type TakenOut = { receipt: ChainReceipt; moved: readonly Moved[] }
type Moved = { token: Address; amount: bigint; to?: Address }

/**
 * Whether a wallet's events prove that its owner acted: it ran a batch that the address does not commit to, which only
 * the owner can make it run; or it refunded, sent by the owner or before anyone else may.
 */
function ownerActed(receipt: ChainReceipt, { address, config }: SideWallet): boolean {
  const own = receipt.logs.filter((log) => sameAddress(log.address, address))
  const ran = (log: ChainLog) => log.topics[0] === executedTopic && !config.batches.includes(log.topics[1] as Hex)
  if (own.some(ran)) return true
  return own.some(({ topics }) => topics[0] === refundedTopic) && isOwnersRefund(receipt, config)
}

/** Before `refundAt` only owner and executor can refund, the executor only as the transaction's own `to`. */
export function isOwnersRefund({ from, to, minedAtMs }: ChainReceipt, config: WalletConfig): boolean {
  if (sameAddress(from, config.owner)) return true
  return minedAtMs < Number(config.refundAt) * 1_000 && !(to && sameAddress(to, config.executor))
}

/** What the owner took out in this transaction, or the reason, as text, why it took out nothing. */
export async function readTakenOut(
  receipt: ChainReceipt,
  wallet: SideWallet,
  chain: Chain,
): Promise<TakenOut | string> {
  const { address, config } = wallet
  if (!receipt.success) return 'reverted; it moved nothing'
  if (!ownerActed(receipt, wallet)) return `is no transaction by which the owner ${config.owner} acts at ${address}`
  const transfers = receipt.logs.map(readTransfer).filter((transfer) => transfer !== undefined)
  const out: Moved[] = transfers
    .filter(({ from, to, amount }) => amount > 0n && sameAddress(from, address) && !sameAddress(to, address))
    .map(({ token, to, amount }) => ({ token: getAddress(token), amount, to: getAddress(to) }))
  const native = nativeSentIn(receipt, address) || (await nativeLost(receipt, address, chain))
  if (native > 0n) out.push({ token: nativeToken, amount: native })
  if (out.length === 0) return `took nothing out of ${address}`
  return { receipt, moved: out }
}

/** From the wallet's own logs: if the block also brought a payment (seed 2620601485), balances hide what left. */
function nativeSentIn({ logs }: ChainReceipt, wallet: Address): bigint {
  const sent = logs.map((log) => readNativeSent(log, { wallet, router: wallet }))
  return sent.reduce((sum, one) => (one && !sameAddress(one.to, wallet) ? sum + one.amount : sum), 0n)
}

/** Wallets of version 1 emit no log: by how much the balance fell in the block. */
async function nativeLost({ blockNumber }: ChainReceipt, wallet: Address, chain: Chain): Promise<bigint> {
  const [before, after] = await Promise.all(
    [blockNumber - 1, blockNumber].map((block) => chain.balance(nativeToken, wallet, { block, quorum: true })),
  )
  return (before ?? 0n) - (after ?? 0n)
}

/** An owner can make its wallet emit many events; only this many of the newest are read. */
const eventsMax = 16

/** The newest final transaction in which the owner took out enough (by default anything), by the wallet's events. */
export async function findTakenOut(
  { plan, progress }: IntentRecord,
  wallet: SideWallet,
  chain: Chain,
  isEnough: (taken: TakenOut) => boolean = () => true,
): Promise<TakenOut | undefined> {
  const toBlock = await chain.finalBlock(plan.valueUsd)
  const fromBlock = progress[wallet.side]?.fromBlock ?? toBlock
  // Most addresses have no wallet yet, and reading the events of many blocks is expensive.
  if (toBlock < fromBlock || !(await hasWallet(chain, wallet.address, toBlock))) return undefined
  const topics = [[executedTopic, refundedTopic]]
  const events = await chain.logs({ address: wallet.address, topics, fromBlock, toBlock })
  const hashes = [...new Set(events.map(({ transactionHash }) => transactionHash))].reverse().slice(0, eventsMax)
  for (const hash of hashes) {
    const evidence = await chain.receipt(hash, { atOrBelow: toBlock })
    // The event exists, so a missing receipt means nodes that lag, not that nothing was taken out.
    if (evidence.is !== 'proven') throw new ServiceError('ChainNodeHealth', `${hash} is not proven by a quorum yet`)
    const found = await readTakenOut(evidence.value, wallet, chain)
    if (typeof found !== 'string' && isEnough(found)) return found
  }
  return undefined
}
