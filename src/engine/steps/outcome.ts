import type { IntentRecord, Progress } from '../../intents/intentRecord.ts'
import type { LedgerEntry } from '../../intents/ledger.ts'
import type { Step } from '../../intents/lifecycle.ts'
import type { Change } from '../../stores/store.ts'
import type { World } from '../world.ts'

/**
 * What a step wants to happen: a move, or another look after `waitMs`. Nothing has happened yet when it is returned;
 * the worker writes all of it in one transaction, or none.
 */
export type Outcome = {
  move?: Step
  /** How long until this intent is looked at again; `never` ends the scheduling. */
  waitMs?: number | 'never'
  /** Looked at as soon as this chain has a new block, if that comes first. */
  headOf?: number
  progress?: Progress
  legs?: Change['legs']
  ledger?: LedgerEntry[]
  outbox?: Change['outbox']
}

export type StepFunction = (record: IntentRecord, world: World) => Promise<Outcome>
