import type { Chain, ChainLog, ChainReceipt } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import { type IntentRecord, withProgress } from '../../intents/intentRecord.ts'
import { balanceOf, type LedgerEntry } from '../../intents/ledger.ts'
import { reason } from '../../intents/reasons.ts'
import { type Batch, encodeDeployAndRefund, encodeRefundUnused, isUnused } from '../../intents/wallet.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import { awaitedToken, isBridgeToken } from '../books/batchEntries.ts'
import { batchIsSpent, findBatchRun, refundedAmount, refundedTopic, refundsIn } from '../books/batchReceipt.ts'
import { minedOf } from '../books/depositPayments.ts'
import { hasWallet } from '../books/hasWallet.ts'
import { destinationWallet, originWallet, type SideWallet } from '../books/sideWallet.ts'
import type { TakenOut } from '../books/takenOut.ts'
import { chainOf } from '../chainOf.ts'
import type { World } from '../world.ts'
import { ifBridgedTakenOut, ifTakenOut } from './aborted.ts'
import { batchSearchOf } from './batchSearchOf.ts'
import { type Balance, isDust } from './dust.ts'
import { type Effects, type Move, moveTo, type Outcome, type Wait, wait, waitMs } from './outcome.ts'
import { allAttemptsFailed, isOver, markPending, nextBlock, pollAgainMs } from './pollSchedule.ts'
import { simulateAsRelayer } from './strictFailure.ts'

const refundGasLimit = 600_000n

/** The wallet that a refund empties. */
export const walletOf = (record: IntentRecord): SideWallet =>
  (record.progress.refund?.side === 'destination' && destinationWallet(record)) || originWallet(record)

/** After so many failed tries the money is recorded as held: the owner can take it out. */
const triesMax = 5

/** Failed simulations delay a refund this often, twice as long each time. Then it is sent: the chain decides. */
const foreseenMax = 4

/**
 * Sends the balances of an intent address back as soon as the contract lets anyone do it. Tokens that the batch does
 * not name go back earlier: the contract lets our relayers do that at any time.
 */
export async function refund(record: IntentRecord, world: World): Promise<Outcome<'refund'>> {
  const { progress } = record
  const { chainId, config } = walletOf(record)
  const chain = chainOf(world, chainId)
  const refundAtS = Number(config.refundAt)
  const leg = { leg: 'refund' as const, chainId: chain.id, ...refundLegOf(record), ...markPending(record, 'refund') }
  const { timestampS, number } = await chain.head()
  // Anyone may run the batch until the time of refunds, so search for a run before reading the balances.
  const side = progress.refund?.side ?? 'origin'
  const { where, attempts } = await batchSearchOf(record, side, world)
  const run = await findBatchRun(where, attempts)
  if (run.is === 'proven') return moveTo(side === 'origin' ? 'awaitOrigin' : 'awaitDestination')
  const ledger = await world.store.intents.ledger(record.intentId)
  const due = dueTokens(record, ledger)
  const untilRefund = waitMs(untilRefundMs(refundAtS - timestampS, chain), { legs: [leg] })
  const isEarly = timestampS < refundAtS
  if (isEarly && (progress.refund?.tries || !isAllUnused(record, due)))
    return (await ifDueTakenOut(record, world, chain, due)) ?? untilRefund
  const isRunning = run.is !== 'provenNot' && (await batchIsSpent(chain, where.wallet, number))
  if (run.is === 'unknown' || isRunning) return wait(nextBlock(chain))
  const held = await balancesHeld(record, world, chain)
  const tokens = held.map(({ token }) => token)
  if (isEarly && !isAllUnused(record, tokens)) return untilRefund
  // If none of the owed token is left, another account moved it. Later deposits do not count.
  if (!tokens.some((token) => due.length === 0 || isAmong(due, token)))
    return findRefundOfOthers(record, world, chain, due)
  if (isShort(record, held) && (await isDust(chain, held, record, world))) return endDust(record, chain.id)
  const { tries = 0, foreseen = 0 } = progress.refund ?? {}
  if (tries >= triesMax || (tries > 0 && foreseen >= foreseenMax)) return endHeld(record, chain.id)
  const item = refundItem(record, tokens, isEarly)
  if (isEarly && (await refundFailure(chain, item)) !== undefined) return untilRefund
  if (foreseen < foreseenMax && (await refundFailure(chain, item)) !== undefined)
    return waitMs(waitMsMax * 2 ** foreseen, {
      progress: withProgress(progress, 'refund', { foreseen: foreseen + 1 }),
      legs: [leg],
    })
  const sent: Effects = {
    progress: withProgress(progress, 'refund', { tries: tries + 1 }),
    legs: [{ ...leg, tokenAddress: tokens[0] }],
    outbox: [item],
  }
  return moveTo('awaitRefund', sent, nextBlock(chain))
}

/** Before the time of refunds only the owner can take out what the batch uses. */
async function ifDueTakenOut(
  record: IntentRecord,
  world: World,
  chain: Chain,
  due: readonly Address[],
): Promise<Move<'aborted'> | undefined> {
  const wallet = walletOf(record)
  const held = await Promise.all(due.map((token) => chain.balance(token, wallet.address)))
  if (held.length === 0 || held.some((amount) => amount > 0n)) return undefined
  return ifTakenOut(record, world, wallet, movesOneOf(due))
}

const endHeld = (record: IntentRecord, chainId: number): Move<'held'> =>
  moveTo('held', { legs: legsAtRest(record, chainId, reason('HELD')) })

const endDust = (record: IntentRecord, chainId: number): Move<'dust'> =>
  moveTo('dust', { legs: legsAtRest(record, chainId, reason('DUST')) })

/** The money stays where it is, and the refund says why. */
const legsAtRest = (record: IntentRecord, chainId: number, statusReason: string): NonNullable<Effects['legs']> => [
  ...failedLegOf(record),
  { leg: 'refund', chainId, ...refundLegOf(record), status: 'FAILED', statusReason },
]

/** Whether the origin holds less than the deposit. A full deposit is refunded at any cost. */
const isShort = ({ intent, progress }: IntentRecord, held: readonly Balance[]): boolean =>
  progress.refund?.side !== 'destination' &&
  !held.some(({ token, amount }) => isDeposit(intent, token) && amount >= intent.depositTransaction.amount)

const isDeposit = ({ depositTransaction }: IntentRecord['intent'], token: Address): boolean =>
  sameAddress(token, depositTransaction.tokenAddress)

/** Nothing is left: the wallet's events show whether another account sent it back or the owner took it out. */
async function findRefundOfOthers(
  record: IntentRecord,
  world: World,
  chain: Chain,
  due: readonly Address[],
): Promise<Outcome<'refund'>> {
  const { address } = walletOf(record)
  const { plan, progress } = record
  const toBlock = await chain.finalBlock(plan.valueUsd)
  // Anyone may refund any token in any amount: show the largest refund of what was due.
  const events = await refundsOf(record, chain, toBlock)
  const event = events.find(({ topics }) => due.length === 0 || isAmong(due, refundedToken(topics)))
  const evidence = event && (await chain.receipt(event.transactionHash, { atOrBelow: toBlock }))
  if (evidence?.is === 'proven') return bookRefund(record, world, chain, evidence.value, toBlock)
  const watched = due.length > 0 ? due : [awaitedToken(record, progress.refund?.side ?? 'origin')]
  // Only what was owed counts: the owner may have taken out dust.
  const aborted = (await hasArrived(record, world))
    ? await ifTakenOut(record, world, walletOf(record), movesOneOf(watched))
    : await ifBridgedTakenOut(record, world)
  if (aborted) return aborted
  // What the final block still holds left in a later block; its events are read once that block is final.
  const atFinal = await Promise.all(
    watched.map((token) => chain.balance(token, address, { block: toBlock, quorum: true })),
  )
  if (atFinal.some((balance) => balance > 0n)) return wait(nextBlock(chain))
  const looked = (progress.refund?.tries ?? 0) + 1
  if (looked > triesMax) return (await hasArrived(record, world)) ? endHeld(record, chain.id) : awaitBridgeAgain(record)
  return waitMs(waitMsMax, { progress: withProgress(progress, 'refund', { tries: looked }) })
}

/** Refund events of a wallet up to a block, largest first. By default the wallet that the intent's refund empties. */
export async function refundsOf(
  record: IntentRecord,
  chain: Chain,
  toBlock: number,
  { address, side } = walletOf(record),
): Promise<ChainLog[]> {
  const fromBlock = record.progress[side]?.fromBlock ?? toBlock
  if (toBlock < fromBlock) return []
  const events = await chain.logs({ address, topics: [refundedTopic], fromBlock, toBlock })
  return events.toSorted((a, b) => (refundedAmount(a) < refundedAmount(b) ? 1 : -1))
}

/** Whether anything came to the wallet, by the books. At the origin, a refund starts only once money is there. */
async function hasArrived(record: IntentRecord, { store }: World): Promise<boolean> {
  if (record.progress.refund?.side !== 'destination') return true
  return (await store.intents.ledger(record.intentId)).some(({ to }) => to === 'destinationIntent')
}

/** A reorganisation took the bridge's money back and nothing is held: awaits the fill or the bridge's refund again. */
function awaitBridgeAgain({ progress }: IntentRecord): Move<'awaitBridge'> {
  const { refund: _, arrived: __, ...rest } = progress
  return moveTo('awaitBridge', { progress: withProgress(rest, 'bridge', { reorged: true }) })
}

/**
 * The bridge's money that another account refunded at the destination, as anyone may after `refundAt`. No poll sees
 * money refunded in the block of its arrival. The largest refund counts for one bridge, the sum for two.
 */
export async function bridgedSentBack(record: IntentRecord, chain: Chain, finalBlock: number): Promise<bigint> {
  const wallet = destinationWallet(record)
  const { bridge } = record.plan
  if (!wallet || !bridge || !(await isOver(chain, wallet.config, finalBlock))) return 0n
  if (!(await hasWallet(chain, wallet.address, finalBlock))) return 0n
  const events = await refundsOf(record, chain, finalBlock, wallet)
  const amounts = events.filter(({ topics }) => isBridgeToken(record, refundedToken(topics))).map(refundedAmount)
  return bridge.parts ? amounts.reduce((sum, amount) => sum + amount, 0n) : (amounts[0] ?? 0n)
}

/** The tokens to refund, by the books: a stranger's token is not among them. Empty if nothing was booked. */
export function dueTokens(record: IntentRecord, entries: readonly LedgerEntry[]): Address[] {
  const { place, chainId } = walletOf(record)
  const came = entries.filter((entry) => entry.to === place && entry.chainId === chainId).map(({ token }) => token)
  return [...new Set(came)].filter((token) => balanceOf(entries, place, chainId, token) > 0n)
}

const movesOneOf =
  (tokens: readonly Address[]) =>
  ({ moved }: TakenOut): boolean =>
    moved.some(({ token }) => isAmong(tokens, token))

const isAmong = (tokens: readonly Address[], token: Address): boolean => tokens.some((one) => sameAddress(one, token))
export const refundedToken = (topics: readonly Hex[]): Address => `0x${topics[1]?.slice(26)}`

async function bookRefund(
  record: IntentRecord,
  world: World,
  chain: Chain,
  receipt: ChainReceipt,
  finalBlock: number,
): Promise<Move<'refunded' | 'aborted'> | Wait> {
  const { address, side } = walletOf(record)
  const chainId = chain.id
  const booked = await world.store.intents.ledger(record.intentId)
  const due = dueTokens(record, booked)
  const receipts = await withRefundsOfOthers(record, chain, receipt, booked, finalBlock)
  if (!receipts) return wait(nextBlock(chain))
  const refunds = receipts.flatMap((one) => refundsIn(one, address).map((refunded) => ({ ...refunded, receipt: one })))
  // Show the largest refund of what was due.
  const [told = refunds[0]] = refunds
    .filter(({ token }) => isAmong(due, token))
    .toSorted((a, b) => (a.amount < b.amount ? 1 : -1))
  // If these refunds do not cover what is due, the owner may have taken it out before a later deposit was refunded.
  const isLeft = (token: Address): boolean => isMissing(token, booked, walletOf(record), refunds)
  const aborted = due.some(isLeft) ? await ifTakenOut(record, world, walletOf(record), movesOneOf(due)) : undefined
  if (aborted) return aborted
  return moveTo('refunded', {
    legs: [
      ...failedLegOf(record),
      {
        leg: 'refund',
        chainId,
        ...refundLegOf(record),
        status: 'SUCCEEDED',
        tokenAddress: told?.token,
        tokenAmount: told?.amount,
        ...minedOf(told?.receipt ?? receipt),
      },
    ],
    books: { side, tokens: refunds.map(({ token }) => token) },
  })
}

/** Whether more of a token is booked at an address than these refunds moved. */
const isMissing = (
  token: Address,
  booked: readonly LedgerEntry[],
  { place, chainId }: SideWallet,
  refunds: readonly Balance[],
): boolean =>
  refunds
    .filter((one) => sameAddress(one.token, token))
    .reduce((left, { amount }) => left - amount, balanceOf(booked, place, chainId, token)) > 0n

/**
 * A refund, and other accounts' refunds of what it did not move, largest first: if a stranger refunded the deposit,
 * ours moved only what came in its place. Undefined while nodes do not agree on one of them.
 */
async function withRefundsOfOthers(
  record: IntentRecord,
  chain: Chain,
  receipt: ChainReceipt,
  booked: readonly LedgerEntry[],
  finalBlock: number,
): Promise<ChainReceipt[] | undefined> {
  const found = [receipt]
  const refunds = () => found.flatMap((one) => refundsIn(one, walletOf(record).address))
  const isLeft = (token: Address): boolean => isMissing(token, booked, walletOf(record), refunds())
  if (!dueTokens(record, booked).some(isLeft)) return found
  const known = new Set(booked.filter(({ why }) => why === 'refund').map(({ txnHash }) => txnHash))
  for (const { topics, transactionHash } of await refundsOf(record, chain, finalBlock)) {
    const isFound = known.has(transactionHash) || found.some(({ hash }) => hash === transactionHash)
    if (isFound || !isLeft(refundedToken(topics))) continue
    const evidence = await chain.receipt(transactionHash, { atOrBelow: finalBlock })
    if (evidence.is !== 'proven') return undefined
    found.push(evidence.value)
  }
  return found
}

export function refundItem(record: IntentRecord, tokens: Address[], isEarly = false) {
  const { chainId, config } = walletOf(record)
  const data = isEarly ? encodeRefundUnused(config, batchOf(record), tokens) : encodeDeployAndRefund(config, tokens)
  const gasLimit = refundGasLimit + (isEarly ? gasPerByte * BigInt(data.length / 2) : 0n)
  return { chainId, leg: 'refund' as const, to: config.executor, data, value: 0n, gasLimit }
}

/** Most gas that the wallet uses per batch byte to search the batch for a token. */
const gasPerByte = 100n

const batchOf = (record: IntentRecord): Batch =>
  walletOf(record).side === 'origin' ? record.intent.originCalls : record.intent.destinationCalls!

const isAllUnused = (record: IntentRecord, tokens: readonly Address[]): boolean =>
  tokens.length > 0 && tokens.every((token) => isUnused(batchOf(record), token))

/** Why a refund would move nothing now. Undefined if it would move something. */
export const refundFailure = (chain: Chain, { to, data, gasLimit }: ReturnType<typeof refundItem>) =>
  simulateAsRelayer(chain, to, data, gasLimit)

const waitMsMax = 10_000
const untilRefundMs = (seconds: number, chain: Chain): number =>
  Math.max(pollAgainMs(chain), Math.min(waitMsMax, seconds * 1_000))

const refundLegOf = (record: IntentRecord) => ({
  type: 'REFUND' as const,
  context: 'NONE' as const,
  fromAddress: walletOf(record).address,
  toAddress: walletOf(record).config.refundReceiver,
  statusReason: record.progress.refund?.reason,
})

/** The leg whose failure made the money go back; it fails only now that the batch can never run. */
function failedLegOf({ intent, progress }: IntentRecord): NonNullable<Effects['legs']> {
  const { failedLeg: leg, reason: statusReason } = progress.refund ?? {}
  if (!leg) return []
  const chainId = leg === 'deposit' ? intent.originChainId : intent.destinationChainId
  return [{ leg, chainId, status: 'FAILED', statusReason }]
}

/** All tokens that the address holds: the expected one first, then listed ones. */
export async function balancesHeld(record: IntentRecord, world: World, chain: Chain): Promise<Balance[]> {
  const { address: wallet, side } = walletOf(record)
  const quoted = awaitedToken(record, side)
  const listed = world.tokens.listed(chain.id).map(({ address }) => address)
  const tokens = [quoted, ...listed.filter((token) => token.toLowerCase() !== quoted.toLowerCase())]
  const balances = await Promise.allSettled(tokens.map((token) => chain.balance(token, wallet, { quorum: true })))
  // A listed token that does not answer must not delay the others; the expected one must answer.
  if (balances[0]?.status === 'rejected') throw balances[0].reason
  return tokens.flatMap((token, at) => {
    const read = balances[at]
    return read?.status === 'fulfilled' && read.value > 0n ? [{ token, amount: read.value }] : []
  })
}

/** Waits until the refund is final. If it moved none of the owed money, another is sent. */
export async function awaitRefund(record: IntentRecord, world: World): Promise<Outcome<'awaitRefund'>> {
  const { chainId, address, side } = walletOf(record)
  const chain = chainOf(world, chainId)
  const finalBlock = await chain.finalBlock(record.plan.valueUsd)
  const expected = awaitedToken(record, side)
  const attempts = await world.store.attempts.ofLeg(record.intentId, 'refund')
  const due = dueTokens(record, await world.store.intents.ledger(record.intentId))
  for (const { hash } of attempts) {
    const evidence = await chain.receipt(hash, { atOrBelow: finalBlock })
    const refunds = evidence.is === 'proven' ? refundsIn(evidence.value, address) : []
    if (evidence.is !== 'proven' || refunds.length === 0) continue
    // Later deposits do not count: dust must not undo what is proven.
    const moved = refunds.some(({ token }) => isAmong(due.length > 0 ? due : [expected], token))
    if (moved || (due.length === 0 && (await chain.balance(expected, address, { quorum: true })) === 0n))
      return bookRefund(record, world, chain, evidence.value, finalBlock)
    return moveTo('refund', {}, { afterMs: waitMsMax })
  }
  const reverted =
    attempts[0]?.state === 'reverted' && !(await world.store.attempts.isInFlight(record.intentId, 'refund'))
  if (reverted || (await allAttemptsFailed(record, 'refund', attempts, world)))
    return moveTo('refund', {}, { afterMs: waitMsMax })
  return wait(nextBlock(chain))
}
