import type { IntentRecord } from '../../intents/intentRecord.ts'
import { isFinalStep, statusOf } from '../../intents/lifecycle.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Hex } from '../../interface/fields.ts'
import { formatMs } from '../../interface/formatMs.ts'
import { printJson } from '../../interface/json.ts'
import type { Request, Response } from '../../interface/operations.ts'
import type { Transition } from '../../stores/store.ts'
import { concernsIntent } from '../books/concernsIntent.ts'
import { chainOf } from '../chainOf.ts'
import { findOwn, type ProjectCaller } from '../read/findOwn.ts'
import { awaitDeposit } from '../steps/awaitDeposit.ts'
import { committed } from '../steps/committed.ts'
import { proveOutcome } from '../steps/proveOutcome.ts'
import { searchFromBlocks } from '../steps/searchFromBlocks.ts'
import { transitionOf } from '../steps/transitionOf.ts'
import type { World } from '../world.ts'
import { describeHeld } from './describeHeld.ts'
import { executeSigned } from './executeSigned.ts'
import { replaceDeposit } from './replaceDeposit.ts'
import { saidOfDeposit } from './saidOfDeposit.ts'

type ExecuteRequest = Request<'ExecuteIntent'>

/** Starts a committed intent. The same arguments again get the same answer; others, once it runs, are a conflict. */
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
  if (nowMs > (record.executeByMs ?? 0)) return executeLate(record, executedWith, caller, world)
  const progress = {
    ...record.progress,
    executedWith,
    deposit: { hash: request.depositTransactionHash, signature: request.depositSignature },
    ...(await searchFromBlocks(record, world)),
  }
  const status = request.depositTransactionHash || request.depositSignature ? ('PENDING' as const) : undefined
  const legs = [{ ...saidOfDeposit(record, request), ...(status && { status }) }]
  const started = { nowMs, startedAtMs: nowMs, progress, legs }
  const fence = { intentId: record.intentId, step: 'committed' as const }
  const executed = { ...record, progress }
  const moved = request.depositSignature
    ? await executeSigned(executed, request.depositSignature, { fence, started }, world)
    : await world.store.intents.transition(fence, await withDeposit(executed, started, world))
  if (!moved) return repeated(await findOwn(request.intentId, caller, world), executedWith, world)
  return { intentId: record.intentId, intentStatus: 'EXECUTING' }
}

/** Whether this call differs from the one that started the wait for the deposit. */
const isConflict = ({ step, progress }: IntentRecord, executedWith: string): boolean =>
  step === 'awaitDeposit' && progress.executedWith !== undefined && progress.executedWith !== executedWith

/** A deposit that is already in a block needs no worker to wait for it: the intent starts with its next step, in the same write. */
async function withDeposit(record: IntentRecord, started: Omit<Transition, 'step'>, world: World): Promise<Transition> {
  const { nowMs } = started
  const waiting: Transition = { ...started, step: 'awaitDeposit', dueAtMs: nowMs }
  if (!record.progress.deposit?.hash) return waiting
  const { hash } = record.progress.deposit
  const looked = new AbortController()
  const late = world.clock.sleep(lookMsMax, looked.signal).then(() => undefined)
  const look = awaitDeposit(record, world).then((outcome) => proveOutcome(record, outcome, world))
  const chain = chainOf(world, record.intent.originChainId)
  // If this read fails or is late, the worker repeats it: the intent is due at once.
  const [found, isShown] = await Promise.all([
    Promise.race([look.catch(() => undefined), late]),
    Promise.race([concernsIntent(record, hash, chain).catch(() => false), late]),
  ])
  looked.abort('over')
  // So is a balance that no event explains yet: the worker waits for the proof.
  if (!found?.isWhole || found.outcome.kind !== 'move' || isFinalStep(found.outcome.to))
    return isShown ? { ...waiting, legs: joinLegs(started.legs, [shownHash(record, hash)]) } : waiting
  const { outcome } = found
  return {
    ...transitionOf(record, outcome, nowMs),
    startedAtMs: started.startedAtMs,
    progress: outcome.progress ?? started.progress,
    legs: joinLegs(started.legs, outcome.legs),
  }
}

const shownHash = ({ intent }: IntentRecord, txnHash: Hex) => ({
  leg: 'deposit' as const,
  chainId: intent.originChainId,
  txnHash,
})

/** Each leg once; facts of the chain replace claims of the caller. */
function joinLegs(said: Transition['legs'] = [], found: Transition['legs'] = []): Transition['legs'] {
  const others = found.filter(({ leg }) => !said.some((one) => one.leg === leg))
  return [...said.map((one) => ({ ...one, ...found.find(({ leg }) => leg === one.leg) })), ...others]
}

/** Longer than a healthy node takes; a caller should not wait for one that is not. */
const lookMsMax = 1_000

async function repeated(record: IntentRecord, executedWith: string, world: World): Promise<Response<'ExecuteIntent'>> {
  const status = statusOf(record.step)
  const began = record.progress.executedWith
  if (status === 'QUOTED') throw new ServiceError('IntentStatus', `status=${status}: commit the intent first`)
  if (record.committedAtMs === undefined) {
    const over = `the quote expired at ${record.intent.expiresAt} without a commit; ask for a new one`
    throw new ServiceError('QuoteExpired', over + (await describeHeld(record, world)))
  }
  if (record.step === 'lapsed' && began === undefined) throw await executedTooLate(record, world)
  // Without arguments of a call, the payment alone started it: this call wants what has begun.
  if (began === undefined || began === executedWith) return { intentId: record.intentId, intentStatus: status }
  if (status === 'EXECUTING')
    throw new ServiceError(
      'RequestConflict',
      'the intent is already executing with other arguments; a deposit that is mined is carried out whatever hash was said',
    )
  throw new ServiceError('IntentStatus', `status=${status}: the intent is over`)
}

/** The time to execute is over. What has been paid goes on by itself, as it would without this call; what has not lapses. */
async function executeLate(
  record: IntentRecord,
  executedWith: string,
  caller: ProjectCaller,
  world: World,
): Promise<Response<'ExecuteIntent'>> {
  const outcome = await committed(record, world)
  await world.store.intents.transition(
    { intentId: record.intentId, step: 'committed' },
    transitionOf(record, outcome, world.clock.nowMs()),
  )
  return repeated(await findOwn(record.intentId, caller, world), executedWith, world)
}

async function executedTooLate(record: IntentRecord, world: World): Promise<ServiceError> {
  const { committedAtMs = 0, executeByMs = 0 } = record
  const over = `the ${formatMs(executeByMs - committedAtMs)} after the commit are over; quote and commit again`
  return new ServiceError('QuoteExpired', over + (await describeHeld(record, world)))
}
