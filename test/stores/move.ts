import type { Step } from '../../src/intents/lifecycle.ts'
import type { Hex } from '../../src/interface/fields.ts'
import type { Store } from '../../src/stores/store.ts'

type Change = Parameters<Store['intents']['transition']>[1]

/** Whether an intent was at the step, and is changed. */
export const move = (
  { intents }: Pick<Store, 'intents'>,
  intentId: Hex,
  step: Step,
  change: Change,
): Promise<boolean> => intents.transition({ intentId, step }, change)
