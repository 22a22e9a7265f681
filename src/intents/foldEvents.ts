import type { IntentStatus, TransactionStatus } from '../interface/enums.ts'
import type { EventKind, IntentEvent } from '../interface/eventShapes.ts'
import type { Hex } from '../interface/fields.ts'
import { type IntentRecord, type Leg, legs as legOrder } from './intentRecord.ts'
import { isoTime } from './receipt.ts'

/** What one change said about a leg; what it left out stayed as it was. */
export type LegNews = { leg: Leg; chainId?: number; status?: TransactionStatus; txnHash?: Hex; statusReason?: string }

type LegState = { status: TransactionStatus; txnHash?: Hex; statusReason?: string }

/** One row of the log: what was written together with a change of an intent. */
export type LogEvent = {
  id: number
  /** Where a reader of a project's events goes on; see `EventStore`. */
  position: string
  projectId: number
  intentId: Hex
  /** Status of the intent after it; absent where the change was one of a transaction alone. */
  status?: IntentStatus
  legs: LegNews[]
  atMs: number
}

/** Turns the log of one intent, row by row from its beginning, into what callers see. Rows that show nothing new are nothing. */
export type EventFold = (row: LogEvent) => IntentEvent | undefined

const kindOf = {
  QUOTED: 'intent.updated',
  COMMITTED: 'intent.committed',
  EXECUTING: 'intent.executing',
  SUCCEEDED: 'intent.succeeded',
  FAILED: 'intent.failed',
} as const satisfies Record<IntentStatus, EventKind>

/** The log holds changes only, so what an event shows is counted up from the quote. */
export function foldEvents(record: Pick<IntentRecord, 'projectId' | 'intentId' | 'legs' | 'createdAtMs'>): EventFold {
  const chainOf = new Map(record.legs.map(({ leg, chainId }) => [leg, chainId]))
  const states = new Map<Leg, LegState>()
  for (const { leg, createdAtMs } of record.legs) {
    if (leg !== 'refund' && createdAtMs <= record.createdAtMs) states.set(leg, { status: 'UNKNOWN' })
  }
  let status: IntentStatus = 'QUOTED'

  const take = (news: LegNews): boolean => {
    const before = states.get(news.leg)
    const after: LegState = { ...(before ?? { status: 'UNKNOWN' }) }
    if (news.chainId !== undefined) chainOf.set(news.leg, news.chainId)
    if (news.status !== undefined) after.status = news.status
    if (news.txnHash !== undefined) after.txnHash = news.txnHash
    if (news.statusReason !== undefined) after.statusReason = news.statusReason
    states.set(news.leg, after)
    return (
      before?.status !== after.status ||
      before?.txnHash !== after.txnHash ||
      before?.statusReason !== after.statusReason
    )
  }

  return ({ id, status: now = status, legs, atMs }) => {
    const changed = legs.filter(take).map(({ leg }) => leg)
    const moved = now !== status
    status = now
    if (!moved && changed.length === 0) return undefined
    return {
      id,
      kind: moved ? kindOf[status] : 'intent.updated',
      intentId: record.intentId,
      projectId: record.projectId,
      status,
      receiptStates: legOrder.flatMap((leg) => states.get(leg)?.status ?? []),
      transactions: [...new Set(changed)].map((leg) => ({
        type: typeOf[leg],
        chainId: chainOf.get(leg)!,
        ...states.get(leg)!,
      })),
      createdAt: isoTime(atMs),
    }
  }
}

const typeOf = {
  deposit: 'DEPOSIT',
  origin: 'ORIGIN',
  destination: 'DESTINATION',
  refund: 'REFUND',
} as const satisfies Record<Leg, string>
