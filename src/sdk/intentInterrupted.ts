import type { Hex } from '../interface/fields.ts'

/** The stage at which an intent failed. */
export type Stage = 'commit' | 'deposit' | 'execute' | 'wait'

/** A failure from the commit on. `resumeIntent` continues from `intentId`. */
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
