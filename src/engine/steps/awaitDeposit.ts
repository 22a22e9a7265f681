import type { Chain, Head } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import { formatShare } from '../../intents/formatTokenAmount.ts'
import { type IntentRecord, withProgress } from '../../intents/intentRecord.ts'
import { lapsedReason, reason } from '../../intents/reasons.ts'
import { nativeToken } from '../../interface/limits.ts'
import { bookIntent } from '../book/bookIntent.ts'
import { batchIsSpent } from '../books/batchReceipt.ts'
import { concernsIntent, findPayment, type Proof, paymentsIn, proofOf } from '../books/depositPayments.ts'
import { hasWallet } from '../books/hasWallet.ts'
import { paidReservationsOf } from '../books/reservations.ts'
import { chainOf } from '../chainOf.ts'
import type { World } from '../world.ts'
import { ifTakenOut } from './aborted.ts'
import { continueAfterReorg } from './continueAfterReorg.ts'
import { actsOnMined } from './mined.ts'
import { type Effects, type Move, moveTo, type Outcome, type Wait, wait } from './outcome.ts'
import { isOver, mergeWithNextStep, nextBlock } from './pollSchedule.ts'
import { sendOrigin } from './sendOrigin.ts'
import { refundSentBack, sentBack, tooLittle } from './sentBack.ts'
import { isPaidOtherwise, wrongToken, wrongTokenLeg, wrongTokenReason } from './wrongToken.ts'

/** Waits for the deposit. Lapses if nothing came in time; refunds a wrong payment. */
export async function awaitDeposit(record: IntentRecord, world: World): Promise<Outcome<'awaitDeposit'>> {
  const found = await lookForDeposit(record, world)
  if (found.kind === 'wait' || found.to === 'awaitOrigin') return found
  return (await continueAfterReorg(record, world, found)) ?? found
}

/** Decides by what the address holds of the deposit. */
export async function lookForDeposit(
  record: IntentRecord,
  world: World,
): Promise<Move<'awaitOrigin' | 'refund' | 'lapsed' | 'aborted'> | Wait> {
  const { intent, plan, executeByMs = 0 } = record
  const chain = chainOf(world, intent.originChainId)
  const { tokenAddress, amount } = intent.depositTransaction
  const wallet = intent.originIntentAddress
  const [before, finalBlock] = await Promise.all([chain.head(), chain.finalBlock(plan.valueUsd)])
  // In parallel, because a node call takes a third of a block on a fast chain. The newest block only speeds up
  // progress, and the leg shows how much has come so far: after a failed read, the next poll reads them.
  const ahead = goAhead(record, world, chain, finalBlock).catch(() => undefined)
  const unfinished = unfinishedLeg(record, world, chain).catch((): Unfinished => ({}))
  // Warms the fees for the sender, which handles their error.
  if (record.progress.deposit?.hash) chain.fees().catch(() => undefined)
  const [balance, isSpent] = await Promise.all([
    chain.balance(tokenAddress, wallet, { block: finalBlock, quorum: true }),
    batchIsSpent(chain, wallet, finalBlock),
  ])
  if (balance >= amount) {
    const leg = { leg: 'deposit', chainId: chain.id, status: 'SUCCEEDED', tokenAmount: balance } as const
    return handOver(record, { legs: [leg], books: {}, reserve: await reservesOf(record, world) }, world)
  }
  // Anyone may have run the batch already; then its events show where it sent the money.
  if (isSpent) return moveTo('awaitOrigin')
  const early = await ahead
  if (early) return early
  const left =
    balance === 0n ? await ifPaidAndTakenOut(record, world, chain, finalBlock).catch(() => undefined) : undefined
  if (left) return left
  const isWrong = balance === 0n && (await isPaidOtherwise(record, world, chain, finalBlock))
  const untilMs = isWrong ? executeByMs : waitUntilMs(record)
  if (world.clock.nowMs() <= untilMs) {
    const { newest, legs } = await unfinished
    const booked = newest === undefined ? {} : await bookShort(record, world, { final: balance, newest })
    return wait(nextBlock(chain), { ...booked, legs })
  }
  // Money that is mined but not final came in time, so the deposit is not proven absent.
  const { number: block } = await chain.head()
  const atHead = await chain.balance(tokenAddress, wallet, { block, quorum: true })
  if (atHead > balance || !(await hasSeen(chain, untilMs))) return wait(nextBlock(chain))
  // Our head may lag behind the nodes': one node that already shows the money is enough to go on waiting.
  if ((await chain.balance(tokenAddress, wallet)) > balance) return wait(nextBlock(chain))
  if (await mayHaveLeft(record, chain, { finalBlock, block, untilMs })) return wait(nextBlock(chain))
  if (await mayStillRun(record, world, chain, finalBlock)) return wait(nextBlock(chain))
  if (await hasMovedOn(chain, before)) return wait(nextBlock(chain))
  return endWithoutDeposit(record, world, chain, finalBlock, balance)
}

/** Ends the intent if the announced payment is final, but its owner took it out before a poll saw it. */
async function ifPaidAndTakenOut(
  record: IntentRecord,
  world: World,
  chain: Chain,
  atOrBelow: number,
): Promise<Move<'aborted'> | undefined> {
  const { hash } = record.progress.deposit ?? {}
  const evidence = hash ? await chain.receipt(hash, { atOrBelow }) : undefined
  if (evidence?.is !== 'proven' || paymentsIn(evidence.value, record, 0n).length === 0) return undefined
  const { tokenAddress } = record.intent.depositTransaction
  return ifTakenOut(record, world, undefined, ({ moved }) =>
    moved.some(({ token }) => sameAddress(token, tokenAddress)),
  )
}

/** A deployed wallet may have received and sent money since the final block; its events show it once they are final. */
async function mayHaveLeft(
  record: IntentRecord,
  chain: Chain,
  { finalBlock, block, untilMs }: { finalBlock: number; block: number; untilMs: number },
): Promise<boolean> {
  if (!(await hasWallet(chain, record.intent.originIntentAddress, block))) return false
  return (await chain.block(finalBlock)).timestampS * 1_000 < untilMs
}

/** Whether a batch is still in flight whose deposit a reorganisation removed: if the deposit returns, it runs. */
async function mayStillRun(record: IntentRecord, world: World, chain: Chain, finalBlock: number): Promise<boolean> {
  if (!record.progress.origin?.handedOver || (await isOver(chain, record.plan.origin, finalBlock))) return false
  return world.store.attempts.isInFlight(record.intentId, 'origin')
}

/** After a reorganisation the batch may be sent already, or have failed: the step that watches it resends if needed. */
const handOver = (record: IntentRecord, paid: Effects, world: World): Promise<Move<'awaitOrigin' | 'refund'>> =>
  record.progress.origin?.handedOver
    ? Promise.resolve(moveTo('awaitOrigin', paid))
    : mergeWithNextStep(sendOrigin, record, paid, world)

/**
 * Sends the batch once the deposit is mined; the deposit is booked when it is final. At most once for an intent: a
 * deposit that a reorganisation takes back costs us the gas of one batch.
 */
async function goAhead(
  record: IntentRecord,
  world: World,
  chain: Chain,
  finalBlock: number,
): Promise<Move<'awaitOrigin'> | undefined> {
  const { intent, progress } = record
  const { tokenAddress, amount } = intent.depositTransaction
  const wallet = intent.originIntentAddress
  const { number: block } = await chain.head()
  if (block <= finalBlock || !actsOnMined(record, world)) return undefined
  const [isSpent, balance] = await Promise.all([
    batchIsSpent(chain, wallet, block),
    chain.balance(tokenAddress, wallet, { block, quorum: true }),
  ])
  if (isSpent) return moveTo('awaitOrigin', {}, nextBlock(chain))
  if (balance < amount || progress.deposit?.reorged) return undefined
  const [shown, reserve] = await Promise.all([minedProof(record, chain, balance, block), reservesOf(record, world)])
  const mined: Effects = {
    legs: [{ leg: 'deposit', chainId: chain.id, status: 'MINING', tokenAmount: balance, ...shown }],
    reserve,
  }
  const move = await handOver(record, mined, world)
  // Too late to send: a refund needs a deposit that is final.
  return move.to === 'awaitOrigin' ? { ...move, to: move.to, look: nextBlock(chain) } : undefined
}

/** If a node does not answer, the reservation of the commit stays: the money must not wait. */
const reservesOf = (record: IntentRecord, world: World): Promise<Effects['reserve']> =>
  paidReservationsOf(record, world).catch(() => undefined)

/** The paying transaction, without its block number until it is final. Unannounced native payments: only once final. */
async function minedProof(record: IntentRecord, chain: Chain, balance: bigint, block: number): Promise<Proof> {
  const isAnnounced = record.progress.deposit?.hash !== undefined
  if (!isAnnounced && sameAddress(record.intent.depositTransaction.tokenAddress, nativeToken)) return {}
  const { blockNumber: _, ...shown } = await findPayment(record, chain, { balance, block })
  return shown
}

/**
 * Whether our head is past a moment. A process that stalled, or whose nodes did, has the current time and an old chain:
 * payments in between are unseen, not absent. On chains whose blocks may pause, block times prove nothing.
 */
const hasSeen = async (chain: Chain, ms: number): Promise<boolean> =>
  chain.definition.staleAfterMs === undefined || (await chain.head()).timestampS * 1_000 >= ms

/** Whether the chain moved far since the poll began, as after a stall: payments that came and left since are unseen. */
async function hasMovedOn(chain: Chain, then: Head): Promise<boolean> {
  const now = await chain.head()
  return now.number > then.number + 1 && now.timestampS > then.timestampS + movedOnS
}

const movedOnS = 5

/** Waits longer for a deposit whose hash we know: it was sent in time and may only be slow. */
function waitUntilMs({ progress, executeByMs = 0, plan }: IntentRecord): number {
  const lastMs = plan.refundAtS * 1_000
  return progress.deposit?.hash ? Math.max(executeByMs, lastMs) : executeByMs
}

/** Books the final part of a short deposit, shows the mined part. Reads the chain only if a balance changed. */
export async function bookShort(
  record: IntentRecord,
  world: World,
  { final, newest }: { final: bigint; newest: bigint },
): Promise<Effects> {
  const { short } = record.progress
  if (final === (short?.final ?? 0n) && newest === (short?.newest ?? 0n)) return {}
  const found = newest > 0n ? await bookIntent(record, world, { atHead: true }).catch(() => undefined) : undefined
  if (newest > 0n && !found?.isTold) return {}
  const progress = { ...record.progress, short: { final, newest, unfinal: found?.entries ?? [] } }
  return { progress, ...(final > 0n && { books: {} }) }
}

/** What the newest block shows; empty after a failed read. */
type Unfinished = { newest?: bigint; legs?: Effects['legs'] }

/** Describes a deposit that is not final: announced, mined, or short. */
async function unfinishedLeg(record: IntentRecord, world: World, chain: Chain): Promise<Unfinished> {
  const { progress, legs, intent } = record
  const { tokenAddress } = intent.depositTransaction
  const deposit = legs.find(({ leg }) => leg === 'deposit')
  const txnHash = progress.deposit?.hash
  // In parallel, so that the reads share a multicall.
  const [evidence, newest, wrong] = await Promise.all([
    txnHash && deposit?.status !== 'MINING' ? chain.receipt(txnHash) : undefined,
    chain.balance(tokenAddress, intent.originIntentAddress),
    wrongToken(record, world, chain),
  ])
  const said = shortLeg(record, newest) ?? (newest === 0n ? wrongTokenLeg(record, wrong) : undefined)
  // Without the block number, which a leg shows only once final: this block may still be reorganised away.
  if (evidence?.is === 'proven' && paymentsIn(evidence.value, record, 0n).length > 0) {
    const { minedAtMs } = evidence.value
    return { newest, legs: [{ leg: 'deposit', chainId: chain.id, ...said?.[0], status: 'MINING', txnHash, minedAtMs }] }
  }
  if (said || !txnHash) return { newest, legs: said }
  const status = deposit?.status === 'UNKNOWN' ? ('PENDING' as const) : undefined
  const isUnseen = deposit?.txnHash !== txnHash && deposit?.status !== 'MINING'
  const isShown = isUnseen && (await concernsIntent(record, txnHash, chain))
  if (!status && !isShown) return { newest }
  return {
    newest,
    legs: [{ leg: 'deposit', chainId: chain.id, ...(status && { status }), ...(isShown && { txnHash }) }],
  }
}

/** Says how much of a short deposit is missing; undefined if the leg already says so. */
export function shortLeg({ intent, legs, plan }: IntentRecord, balance: bigint): Effects['legs'] {
  const { amount, chainId } = intent.depositTransaction
  if (balance === 0n || balance >= amount) return undefined
  const missing = amount - balance
  const people = formatShare(missing, amount, plan.originToken)
  const statusReason = reason('UNDERPAID', `${missing} of ${amount} base units have not arrived${people}`)
  const said = legs.find(({ leg }) => leg === 'deposit')?.statusReason
  return said === statusReason ? undefined : [{ leg: 'deposit', chainId, statusReason }]
}

async function endWithoutDeposit(
  record: IntentRecord,
  world: World,
  chain: Chain,
  finalBlock: number,
  balance: bigint,
): Promise<Move<'refund' | 'lapsed' | 'aborted'>> {
  if (balance > 0n) {
    const why = tooLittle(record, balance)
    const deposit = { leg: 'deposit' as const, chainId: chain.id, tokenAmount: balance }
    return moveTo('refund', {
      progress: withProgress(record.progress, 'refund', { reason: why, failedLeg: 'deposit' }),
      legs: [{ ...deposit, status: 'MINING', statusReason: why }],
      books: {},
    })
  }
  const wrong = await wrongToken(record, world, chain, { block: finalBlock, quorum: true })
  if (wrong) {
    const why = wrongTokenReason(wrong)
    return moveTo('refund', {
      progress: withProgress(record.progress, 'refund', { reason: why, failedLeg: 'deposit' }),
      legs: [{ leg: 'deposit', chainId: chain.id, statusReason: why }],
      books: { tokens: [wrong.token.address] },
    })
  }
  const aborted = await ifTakenOut(record, world)
  if (aborted) return aborted
  const back = await sentBack(record, chain, finalBlock)
  if (back) return refundSentBack(record, chain, back)
  const hash = record.progress.deposit?.hash
  const sent = hash && (await chain.receipt(hash, { atOrBelow: finalBlock }))
  const reverted = sent && sent.is === 'proven' && !sent.value.success ? sent.value : undefined
  const why = reverted ? reason('DEPOSIT_REVERTED') : lapsedReason(record)
  const proof = reverted ? proofOf(reverted, reverted.from) : {}
  return moveTo('lapsed', {
    legs: [{ leg: 'deposit', chainId: chain.id, status: 'FAILED', statusReason: why, ...proof }],
  })
}
