import type { Step } from '../intents/lifecycle.ts'
import type { Hex } from '../interface/fields.ts'

/** What the engine tells about itself. */
export type EngineEvents = {
  stepTaken(event: { intentId: Hex; from: Step; to: Step; tookMs: number }): void
  /** Another worker moved the intent first; nothing was written. */
  stepLost(event: { intentId: Hex; step: Step }): void
  /** A step threw; it will be tried again. */
  stepFailed(event: { intentId: Hex | undefined; step: Step | 'lease'; error: unknown }): void
}

export const silentEngineEvents: EngineEvents = { stepTaken: () => {}, stepLost: () => {}, stepFailed: () => {} }
