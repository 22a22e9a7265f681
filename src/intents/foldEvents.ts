import type { IntentStatus, TransactionStatus } from '../interface/enums.ts'
import type { EventKind, IntentEvent } from '../interface/eventShapes.ts'
import type { Hex } from '../interface/fields.ts'
import { type IntentRecord, type Leg, legs as legOrder } from './intentRecord.ts'
import { isForestalled, isoTime } from './receipt.ts'

/** The fields of a leg that one transition wrote; an absent field was not changed. */
export type LegChange = { leg: Leg; chainId?: number; status?: TransactionStatus; txnHash?: Hex; statusReason?: string }

type LegState = { status: TransactionStatus; txnHash?: Hex; statusReason?: string }

/** One row of the event log, written in the same database transaction as the change that it describes. */
export type LogEvent = {
  id: number
  /** A reader of a project's events resumes after this cursor; see `EventStore`. */
  position: string
  projectId: number
  intentId: Hex
  /** Status of the intent after the change; absent when only legs changed. */
  status?: IntentStatus
  legs: LegChange[]
  /** True: the payment to the recipient is in a block; false: no longer. Absent when unchanged. */
  arrived?: boolean
  atMs: number
}

/** Call with each row of an intent's log in order. Returns the public event, or undefined if nothing public changed. */
export type EventFold = (row: LogEvent) => IntentEvent | undefined

const kindOf = {
  QUOTED: 'intent.updated',
  COMMITTED: 'intent.committed',
  EXECUTING: 'intent.executing',
  SUCCEEDED: 'intent.succeeded',
  FAILED: 'intent.failed',
} as const satisfies Record<IntentStatus, EventKind>

/** A row holds only changes and an event the whole state, so the state accumulates from the quote onwards. */
export function foldEvents(record: Pick<IntentRecord, 'projectId' | 'intentId' | 'legs' | 'createdAtMs'>): EventFold {
  const chainOf = new Map(record.legs.map(({ leg, chainId }) => [leg, chainId]))
  const states = new Map<Leg, LegState>()
  for (const { leg, createdAtMs } of record.legs) {
    if (leg !== 'refund' && createdAtMs <= record.createdAtMs) states.set(leg, { status: 'UNKNOWN' })
  }
  let status: IntentStatus = 'QUOTED'
  let arrived = false

  const applyChange = (change: LegChange): boolean => {
    const before = states.get(change.leg)
    const after: LegState = { ...(before ?? { status: 'UNKNOWN' }) }
    if (change.chainId !== undefined) chainOf.set(change.leg, change.chainId)
    if (change.status !== undefined) after.status = change.status
    if (change.txnHash !== undefined) after.txnHash = change.txnHash
    if (change.statusReason !== undefined) after.statusReason = change.statusReason
    states.set(change.leg, after)
    return (
      before?.status !== after.status ||
      before?.txnHash !== after.txnHash ||
      before?.statusReason !== after.statusReason
    )
  }

  return ({ id, status: now = status, legs, arrived: isThere, atMs }) => {
    const changed = legs.filter(applyChange).map(({ leg }) => leg)
    const moved = now !== status
    status = now
    const isTurned = isThere !== undefined && isThere !== arrived
    arrived = isThere ?? arrived
    if (!moved && !isTurned && changed.length === 0) return undefined
    const turned = arrived ? 'intent.arrived' : 'intent.reorged'
    return {
      id,
      kind: moved ? kindOf[status] : isTurned ? turned : 'intent.updated',
      intentId: record.intentId,
      projectId: record.projectId,
      status,
      receiptStates: legOrder.flatMap((leg) => {
        const state = states.get(leg)?.status
        return state && !(leg === 'refund' && isForestalled(state, status)) ? [state] : []
      }),
      transactions: [...new Set(changed)].map((leg) => ({
        type: typeOf[leg],
        chainId: chainOf.get(leg)!,
        ...shown(states.get(leg)!),
      })),
      createdAt: isoTime(atMs),
    }
  }
}

/** As in receipts: the hash of a transaction in no block yet is pending. */
const shown = ({ txnHash, ...state }: LegState) =>
  isInBlock(state.status) ? { ...state, txnHash } : { ...state, pendingTxnHash: txnHash }

const isInBlock = (status: TransactionStatus): boolean =>
  status === 'MINING' || status === 'SUCCEEDED' || status === 'FAILED'

const typeOf = {
  deposit: 'DEPOSIT',
  origin: 'ORIGIN',
  destination: 'DESTINATION',
  refund: 'REFUND',
} as const satisfies Record<Leg, string>
