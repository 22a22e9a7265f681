import type { Hex } from '../interface/fields.ts'

/** Where an intent was when something went wrong on the way. */
export type Stage = 'commit' | 'deposit' | 'execute' | 'wait'

/** Something failed after the intent had got an id that matters: `resumeIntent` goes on from `intentId`. */
export class IntentInterrupted extends Error {
  override readonly name = 'IntentInterrupted'
  readonly stage: Stage
  readonly intentId: Hex
  /** The deposit that was sent, if one was. */
  readonly depositTransactionHash: Hex | undefined

  constructor(stage: Stage, intentId: Hex, cause: unknown, depositTransactionHash?: Hex) {
    const why = cause instanceof Error ? cause.message : String(cause)
    super(`intent ${intentId} stopped at ${stage}: ${why}`, { cause })
    this.stage = stage
    this.intentId = intentId
    this.depositTransactionHash = depositTransactionHash
  }
}
