import type { IntentStatus } from '../interface/enums.ts'

type Row = { status: IntentStatus; next: readonly string[]; about: string }

/**
 * The whole life of an intent. `status` is what callers see; `next` is every step that may follow.
 * A step names what the intent waits for or does next. Steps without `next` are final.
 * Steps continue once a transaction is mined; if a reorganisation removes it, the step before resumes.
 */
export const lifecycle = {
  quoted: { status: 'QUOTED', next: ['committed', 'refund', 'dust'], about: 'a price was given; nothing is reserved' },
  committed: {
    status: 'COMMITTED',
    next: ['awaitDeposit', 'awaitOrigin', 'sendDeposit', 'refund', 'lapsed', 'aborted'],
    about: 'rates are reserved until the intent is executed or its time to be executed is over',
  },
  awaitDeposit: {
    status: 'EXECUTING',
    next: ['sendOrigin', 'sendDeposit', 'awaitOrigin', 'refund', 'lapsed', 'aborted', 'awaitBridge'],
    about: 'the deposit is on its way to the intent address',
  },
  sendDeposit: {
    status: 'EXECUTING',
    next: ['awaitOrigin', 'awaitDeposit', 'lapsed'],
    about: 'the signed deposit and the origin batch are handed to the sender in one transaction',
  },
  sendOrigin: {
    status: 'EXECUTING',
    next: ['awaitOrigin', 'refund', 'aborted'],
    about: 'the origin batch is handed to the sender',
  },
  awaitOrigin: {
    status: 'EXECUTING',
    next: [
      'awaitBridge',
      'succeeded',
      'paidOnDestination',
      'refunded',
      'sendOrigin',
      'sendDeposit',
      'refund',
      'lapsed',
      'aborted',
      'awaitDeposit',
    ],
    about: 'the origin batch is being mined',
  },
  awaitBridge: {
    status: 'EXECUTING',
    next: ['sendDestination', 'awaitDestination', 'bridgeRefunded', 'refund', 'aborted', 'awaitOrigin', 'refunded'],
    about: 'the bridge carries the value to the destination',
  },
  sendDestination: {
    status: 'EXECUTING',
    next: ['awaitDestination', 'refund', 'aborted'],
    about: 'the destination batch is handed to the sender, after the bridge message where there is one',
  },
  awaitDestination: {
    status: 'EXECUTING',
    next: [
      'succeeded',
      'paidOnDestination',
      'sendDestination',
      'refund',
      'aborted',
      'awaitOrigin',
      'awaitBridge',
      'refunded',
    ],
    about: 'the destination batch is being mined',
  },
  refund: {
    status: 'EXECUTING',
    next: ['awaitRefund', 'refunded', 'held', 'dust', 'aborted', 'awaitOrigin', 'awaitDestination', 'awaitBridge'],
    about: 'the balances go back as soon as the contract allows it, unless the batch runs before',
  },
  awaitRefund: { status: 'EXECUTING', next: ['refunded', 'refund', 'aborted'], about: 'the refund is being mined' },
  succeeded: { status: 'SUCCEEDED', next: [], about: 'the recipient has what was promised' },
  refunded: { status: 'FAILED', next: [], about: 'the deposit is back with the owner' },
  bridgeRefunded: {
    status: 'FAILED',
    next: [],
    about: 'the bridge gave the value back to the owner on the origin chain',
  },
  paidOnDestination: {
    status: 'FAILED',
    next: [],
    about: 'the call failed; the owner has the tokens on the destination chain',
  },
  held: { status: 'FAILED', next: [], about: 'the money rests at the intent address; the owner can take it out alone' },
  dust: {
    status: 'FAILED',
    next: [],
    about:
      'what came is worth less than sending it back; it rests at the intent address, where the owner can take it out',
  },
  aborted: { status: 'FAILED', next: [], about: 'the owner took the money out of the intent address alone' },
  lapsed: { status: 'FAILED', next: [], about: 'the time was over and no deposit had come' },
} as const satisfies Record<string, Row>

export type Step = keyof typeof lifecycle

/** Steps at the destination, and steps on the side that has the money. All others are at the origin. */
export const stepsAt = {
  destination: ['awaitBridge', 'sendDestination', 'awaitDestination'],
  either: ['refund', 'awaitRefund'],
} as const satisfies Record<string, readonly Step[]>

/** The steps that may follow `From`; `never` for a final step. */
export type NextStep<From extends Step> = (typeof lifecycle)[From]['next'][number]

export const statusOf = (step: Step): IntentStatus => lifecycle[step].status

export const isFinalStep = (step: Step): boolean => lifecycle[step].next.length === 0

export const mayMove = (from: Step, to: Step): boolean => (lifecycle[from].next as readonly string[]).includes(to)
