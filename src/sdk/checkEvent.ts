import { type IntentStatus, isFinal } from '../interface/enums.ts'
import type { EventKind, IntentEvent } from '../interface/eventShapes.ts'
import { sameHex } from './untrustedQuote.ts'

/** A stream sent an impossible event: for another intent, out of order, or contradicting itself. */
export class UntrustedEvent extends Error {
  override readonly name = 'UntrustedEvent'
  readonly field: string
  readonly event: IntentEvent

  constructor(field: string, message: string, event: IntentEvent) {
    super(`event: ${field}: ${message}`)
    this.field = field
    this.event = event
  }
}

const statusOfKind: Partial<Record<EventKind, IntentStatus>> = {
  'intent.committed': 'COMMITTED',
  'intent.executing': 'EXECUTING',
  'intent.succeeded': 'SUCCEEDED',
  'intent.failed': 'FAILED',
}

const statusRank: Record<IntentStatus, number> = { QUOTED: 0, COMMITTED: 1, EXECUTING: 2, SUCCEEDED: 3, FAILED: 3 }

export type SeenEvents = { intentId: string; lastId: number; status?: IntentStatus }

/** Returns the event with printable text or throws `UntrustedEvent`. `proveReceipt` checks its end on chain. */
export function checkEvent(event: IntentEvent, streamId: string | undefined, seen: SeenEvents): IntentEvent {
  const demand = (isTrue: boolean, field: string, message: string): void => {
    if (!isTrue) throw new UntrustedEvent(field, message, event)
  }
  demand(sameHex(event.intentId, seen.intentId), 'intentId', `is ${event.intentId}, another intent`)
  demand(streamId === undefined || Number(streamId) === event.id, 'id', `is ${event.id}, the stream says ${streamId}`)
  demand(event.id > seen.lastId, 'id', `is ${event.id}, not after ${seen.lastId}`)
  const { status, kind, receiptStates } = event
  const expected = statusOfKind[kind]
  demand(expected === undefined || expected === status, 'status', `is ${status} in an event ${kind}`)
  const before = seen.status
  demand(before === undefined || statusRank[status] >= statusRank[before], 'status', `was ${before} and is ${status}`)
  // A reorganisation may remove the origin run after a filler paid, so the leg that pays the recipient decides.
  const [deposit, origin, pays = origin] = receiptStates
  const areOver = [deposit, origin].every((state) => state === 'SUCCEEDED' || state === 'FAILED')
  demand(
    status !== 'SUCCEEDED' || (areOver && pays === 'SUCCEEDED'),
    'receiptStates',
    `are ${receiptStates.join(', ')} of an intent that succeeded`,
  )
  return { ...event, transactions: event.transactions.map(printable) }
}

// Line breaks and escapes would let a reason control the terminal that prints it.
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu

const printable = <T extends { statusReason?: string | undefined }>(transaction: T): T =>
  transaction.statusReason === undefined
    ? transaction
    : { ...transaction, statusReason: transaction.statusReason.replace(unprintable, ' ') }

export const endsStream = ({ status }: IntentEvent): boolean => isFinal(status)
