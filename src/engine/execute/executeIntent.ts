import type { IntentRecord } from '../../intents/intentRecord.ts'
import { statusOf } from '../../intents/lifecycle.ts'
import { ServiceError } from '../../interface/errors.ts'
import { formatMs } from '../../interface/formatMs.ts'
import { printJson } from '../../interface/json.ts'
import type { Request, Response } from '../../interface/operations.ts'
import { findOwn, type ProjectCaller } from '../read/findOwn.ts'
import { endUnexecuted } from '../steps/committed.ts'
import { searchFromBlocks } from '../steps/searchFromBlocks.ts'
import type { World } from '../world.ts'
import { describeHeld } from './describeHeld.ts'
import { executeSigned } from './executeSigned.ts'
import { replaceDeposit, replaceDepositHash } from './replaceDeposit.ts'

type ExecuteRequest = Request<'ExecuteIntent'>

/**
 * Starts a committed intent: stores the caller's arguments and wakes a worker to look for the deposit. The same
 * arguments again get the same answer; different ones, once it runs, are a conflict.
 */
export async function executeIntent(
  request: ExecuteRequest,
  caller: ProjectCaller,
  world: World,
): Promise<Response<'ExecuteIntent'>> {
  if (request.depositTransactionHash && request.depositSignature) {
    throw new ServiceError(
      'InvalidArgument',
      'depositSignature: give either depositTransactionHash or depositSignature, not both',
    )
  }
  const record = await findOwn(request.intentId, caller, world)
  const executedWith = printJson({ hash: request.depositTransactionHash, signature: request.depositSignature })
  if (isConflict(record, executedWith) && (await replaceDeposit(record, request, executedWith, world)))
    return { intentId: record.intentId, intentStatus: 'EXECUTING' }
  if (record.step !== 'committed') return repeated(record, executedWith, world)
  const nowMs = world.clock.nowMs()
  const isLate = nowMs > (record.executeByMs ?? 0)
  if (isLate) await requirePaid(record, world)
  const deposit = { hash: request.depositTransactionHash, signature: request.depositSignature }
  const progress = {
    ...record.progress,
    ...(!isLate && { executedWith, deposit }),
    ...(await searchFromBlocks(record, world)),
  }
  const started = { nowMs, startedAtMs: nowMs, progress }
  const fence = { intentId: record.intentId, step: 'committed' as const }
  const executed = { ...record, progress }
  const moved = progress.deposit?.signature
    ? await executeSigned(executed, progress.deposit.signature, { fence, started }, world)
    : await world.store.intents.transition(fence, { ...started, ...saidOf(record, request), dueAtMs: nowMs })
  if (!moved) return repeated(await findOwn(request.intentId, caller, world), executedWith, world)
  return { intentId: record.intentId, intentStatus: 'EXECUTING' }
}

/** A hash is shown once it is known to concern the intent. */
const saidOf = ({ intent }: IntentRecord, { depositTransactionHash: hash }: ExecuteRequest) => ({
  step: 'awaitDeposit' as const,
  legs: hash ? [{ leg: 'deposit' as const, chainId: intent.originChainId, status: 'PENDING' as const }] : [],
})

/** Whether this call differs from the one that started the wait for the deposit. */
const isConflict = ({ step, progress }: IntentRecord, executedWith: string): boolean =>
  step === 'awaitDeposit' && progress.executedWith !== undefined && progress.executedWith !== executedWith

async function repeated(record: IntentRecord, executedWith: string, world: World): Promise<Response<'ExecuteIntent'>> {
  const status = statusOf(record.step)
  const began = record.progress.executedWith
  if (status === 'QUOTED') throw new ServiceError('IntentStatus', `status=${status}: commit the intent first`)
  if (record.committedAtMs === undefined) {
    const over = `the quote expired at ${record.intent.expiresAt} without a commit; ask for a new one`
    throw new ServiceError('QuoteExpired', over + (await describeHeld(record, world)))
  }
  if (record.step === 'lapsed' && began === undefined) throw await executedTooLate(record, world)
  // Without stored arguments, the payment alone started the intent, and any call is a repeat.
  if (began === undefined || began === executedWith) return { intentId: record.intentId, intentStatus: status }
  if (status === 'EXECUTING')
    throw new ServiceError(
      'RequestConflict',
      'the intent is already executing with other arguments; a deposit that is mined is carried out whatever hash was said',
    )
  throw new ServiceError('IntentStatus', `status=${status}: the intent is over`)
}

/** The time to execute is over: a paid intent continues, as it would without this call; an unpaid one lapses. */
async function requirePaid(record: IntentRecord, world: World): Promise<void> {
  const { to } = await endUnexecuted(record, world)
  if (to !== 'lapsed') return
  await world.store.intents.wake([record.intentId], world.clock.nowMs())
  throw await executedTooLate(record, world)
}

async function executedTooLate(record: IntentRecord, world: World): Promise<ServiceError> {
  const { committedAtMs = 0, executeByMs = 0 } = record
  const over = `the ${formatMs(executeByMs - committedAtMs)} after the commit are over; quote and commit again`
  return new ServiceError('QuoteExpired', over + (await describeHeld(record, world)))
}

/**
 * Takes another deposit hash: before execution it executes; while the deposit is awaited, a hash that pays replaces one
 * that does not. Always polls the intent at once. A hash moves nothing: every step trusts the chain alone.
 */
export async function retryIntent(
  request: Request<'RetryIntent'>,
  caller: ProjectCaller,
  world: World,
): Promise<Response<'RetryIntent'>> {
  const { intentId, depositTransactionHash: hash } = request
  const record = await findOwn(intentId, caller, world)
  const status = statusOf(record.step)
  if (status === 'QUOTED') throw new ServiceError('IntentStatus', `status=${status}: commit the intent first`)
  if (record.step === 'committed') return executeIntent(request, caller, world)
  if (record.step === 'awaitDeposit' && record.progress.deposit?.hash !== hash)
    await replaceDepositHash(record, hash, undefined, world)
  else await world.store.intents.wake([intentId], world.clock.nowMs())
  return { intentId, intentStatus: statusOf((await findOwn(intentId, caller, world)).step) }
}
