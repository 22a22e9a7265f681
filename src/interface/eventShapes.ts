import type { z } from 'zod'
import { intentStatuses, transactionStatuses, transactionTypes } from './enums.ts'
import { chainId, choice, hash, integer, list, shape, text, time } from './fields.ts'
import { limits } from './limits.ts'

/** Kinds of events and what each says. A project's endpoint may select some of them. */
export const eventKinds = {
  'intent.committed': 'The intent was committed: rates are reserved until it is executed or lapses',
  'intent.executing': 'The intent was executed: its deposit is awaited or its legs are running',
  'intent.updated': 'A transaction of the intent moved on; the status of the intent is as before',
  'intent.arrived':
    'The payment to the recipient is in a block; a reorganisation may take it back until the intent has succeeded',
  'intent.reorged': 'A reorganisation took that block back; the payment is waited for again',
  'intent.succeeded': 'Final: the recipient has what was promised',
  'intent.failed': 'Final: never deposited, refunded, or held with a reason',
} as const

export type EventKind = keyof typeof eventKinds

/** An endpoint that selected `intent.updated` also gets the newer kinds that it once covered. */
export const widerKindOf = (kind: EventKind): EventKind =>
  kind === 'intent.arrived' || kind === 'intent.reorged' ? 'intent.updated' : kind

export const eventKindNames = Object.keys(eventKinds) as [EventKind, ...EventKind[]]

/** The kind of a project's test message to its endpoint; not an event of an intent. */
export const testKind = 'webhook.test'

export const eventTransaction = shape('EventTransaction', 'A transaction of an intent, as it is after an event.', {
  type: choice(transactionTypes).describe('Which leg'),
  chainId: chainId().describe('Chain of the transaction'),
  status: choice(transactionStatuses).describe('Status after the event'),
  txnHash: hash().optional().describe('Transaction hash, once it is in a block'),
  pendingTxnHash: hash().optional().describe('Hash of a transaction that is in no block yet'),
  statusReason: text(1_024).optional().describe('Reason for failure: a stable code, a colon, a sentence'),
})

export const intentEvent = shape('IntentEvent', 'One change in the life of an intent.', {
  id: integer().describe('Place in the log: events of one intent have growing numbers. What Last-Event-ID takes'),
  kind: choice(eventKindNames).describe('What happened'),
  intentId: hash().describe('Intent identifier'),
  projectId: integer().describe('Owning project'),
  status: choice(intentStatuses).describe('Status of the intent after the event'),
  receiptStates: list(choice(transactionStatuses), limits.receiptStatesMax).describe(
    'Receipt states after the event, as in WaitIntentReceipt',
  ),
  transactions: list(eventTransaction, limits.receiptStatesMax).describe('The transactions that changed'),
  createdAt: time().describe('When it happened'),
})

export type IntentEvent = z.output<typeof intentEvent>
