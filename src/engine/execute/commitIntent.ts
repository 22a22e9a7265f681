import { formatTokenAmount } from '../../intents/formatTokenAmount.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import { requireUnmodified } from '../../intents/requireUnmodified.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Request, Response } from '../../interface/operations.ts'
import type { Reservation } from '../../stores/store.ts'
import { StoreError, type StoreErrorKind } from '../../stores/storeError.ts'
import { backingFor, boundedReservationsOf, overShareText } from '../books/reservations.ts'
import { findOwn, type ProjectCaller } from '../read/findOwn.ts'
import type { World } from '../world.ts'
import { describeHeld } from './describeHeld.ts'

/** Commits an unmodified, unexpired quote of the caller's own project. Idempotent. */
export async function commitIntent(
  { intent }: Request<'CommitIntent'>,
  caller: ProjectCaller,
  world: World,
): Promise<Response<'CommitIntent'>> {
  const record = await findOwn(intent.intentId, caller, world)
  requireUnmodified(intent, record.intent)
  // A repeated commit gets the same answer, whatever has become of the intent since.
  if (record.committedAtMs !== undefined) return { intentId: record.intentId }
  const nowMs = world.clock.nowMs()
  if (nowMs > record.expiresAtMs || record.step !== 'quoted')
    throw new ServiceError(
      'QuoteExpired',
      `the quote expired at ${record.intent.expiresAt}; ask for a new one${await describeHeld(record, world)}`,
    )
  const executeByMs = nowMs + world.settings.executeWithinMs
  const reserve = await reservationsFor(record, executeByMs, world)
  const commit = (reserve: Reservation[]) =>
    world.store.intents.transition(
      { intentId: record.intentId, step: 'quoted' },
      {
        nowMs,
        step: 'committed',
        committedAtMs: nowMs,
        executeByMs,
        // Payment of a DIRECT_TRANSFER starts the intent, so its address is watched from now on.
        dueAtMs: record.intent.quoteRequest.fundMethod === 'DIRECT_TRANSFER' ? nowMs : executeByMs,
        reserve,
      },
    )
  const moved = await commit(reserve).catch(async (error: unknown) => {
    // The owner's other commits count on the same balance: this one reserves nothing until it is paid.
    if (error instanceof StoreError && error.kind === 'unbacked') return commit([])
    throw await asUnavailable(error, reserve, world)
  })
  if (!moved) await findOwn(record.intentId, caller, world)
  return { intentId: record.intentId }
}

/** Reserves nothing for an owner that cannot pay: unfunded commits must not block inventory and gas. */
async function reservationsFor(record: IntentRecord, untilMs: number, world: World): Promise<Reservation[]> {
  const backing = await backingFor(record, untilMs, world)
  return backing ? [backing, ...(await boundedReservationsOf(record, untilMs, world))] : []
}

const unavailable: Partial<Record<StoreErrorKind, (settings: World['settings']) => string>> = {
  reserved: () =>
    'what the bridge has on the destination is reserved for other intents; try again shortly, or ask for a smaller quote',
  outOfGas: () =>
    'what our signers have for gas is reserved for other intents; try again shortly, or tell the operator to fund them',
  overShare: ({ reservedShareMax }) =>
    `${overShareText(reservedShareMax)}; execute them, or try again when they have ended`,
}

/** Names a chain whose signers cannot pay for this intent alone: the operator must fund them; waiting does not help. */
async function emptySigners(
  reserve: readonly Reservation[],
  { chains, signerGasBalance }: World,
): Promise<string | undefined> {
  for (const { kind, chainId, amount } of reserve) {
    const left = kind === 'gas' ? await signerGasBalance(chainId) : undefined
    const chain = chains.get(chainId)?.definition
    if (left !== undefined && chain && left < amount)
      return `the signers on ${chain.name} are out of gas (${formatTokenAmount(left, chain.nativeCurrency)} left, ${formatTokenAmount(amount, chain.nativeCurrency)} needed); the operator has to fund them`
  }
  return undefined
}

async function asUnavailable(error: unknown, reserve: readonly Reservation[], world: World): Promise<unknown> {
  const empty =
    error instanceof StoreError && error.kind === 'outOfGas' ? await emptySigners(reserve, world) : undefined
  const cause = empty ?? (error instanceof StoreError ? unavailable[error.kind]?.(world.settings) : undefined)
  return cause === undefined ? error : new ServiceError('Unavailable', cause)
}
