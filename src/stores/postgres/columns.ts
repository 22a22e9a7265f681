import {
  type ExecutionPlan,
  type IntentProgress,
  type IntentRecord,
  type LegRecord,
  legs,
} from '../../intents/intentRecord.ts'
import type { Step } from '../../intents/lifecycle.ts'
import type { Hex } from '../../interface/fields.ts'
import type { Intent } from '../../interface/intentShapes.ts'
import { parseIntent, printIntent } from '../intentBody.ts'
import type { ListedIntent } from '../store.ts'
import { parseTagged, printTagged } from '../taggedJson.ts'
import { packQuote, unpackQuote } from './packQuote.ts'
import { unpackText } from './unpackText.ts'

// The legs of an intent as one JSON text: no second query, one parse, and amounts keep all digits.
const legsText = `(select '[' || string_agg(
    '{"id":' || t.id || ',"leg":"' || t.leg || '","status":"' || t.status || '","chainId":' || t.chain_id
    || coalesce(',"txnHash":"0x' || encode(t.txn_hash, 'hex') || '"', '')
    || coalesce(',"calldata":"' || t.calldata || '"', '')
    || ',"createdAtMs":' || t.created_at_ms || ',"updatedAtMs":' || t.updated_at_ms
    || ',"rest":' || t.rest || '}', ',') || ']'
  from transactions t where t.intent = i.id)`

/** All of an intent except its quoted body, from `intents i` and `runs r`. */
export const stateColumns = `i.id, i.project_id, i.intent_id, i.created_at_ms, i.expires_at_ms,
  r.step, r.progress, r.updated_at_ms, r.committed_at_ms, r.execute_by_ms, r.started_at_ms, r.arrived_at_ms,
  r.finished_at_ms, r.due_at_ms,
  ${legsText} as legs`

/** All of an `IntentRecord`. */
export const recordColumns = `${stateColumns}, i.packed, i.body, i.plan`

/** All of a `ListedIntent`. */
export const listedColumns = 'i.id, i.packed, i.body, r.step, r.updated_at_ms'
export type ListedRow = Pick<RecordRow, 'id' | 'packed' | 'body' | 'step' | 'updated_at_ms'>
/** `chars`: length of the text it was read from. */
export const toListed = (row: ListedRow): { listed: ListedIntent; chars: number } => {
  const { body } = textsOf({ ...row, plan: null })
  return {
    listed: { intent: parseIntent(body), step: row.step, updatedAtMs: row.updated_at_ms },
    chars: body.length,
  }
}

export type StateRow = {
  id: number
  project_id: number
  intent_id: Hex
  created_at_ms: number
  expires_at_ms: number
  step: Step
  progress: string
  updated_at_ms: number
  committed_at_ms: number | null
  execute_by_ms: number | null
  started_at_ms: number | null
  arrived_at_ms: number | null
  finished_at_ms: number | null
  due_at_ms: number | null
  legs: string | null
}

export type RecordRow = StateRow & QuotedBodyRow
/** Rows from before migration 9 have `body` and `plan` instead of `packed`. */
export type QuotedBodyRow = { packed: Hex | null; body: string | null; plan: string | null }

/** The part of an intent that is written once, at the quote, with its legs as of then. */
export type QuotedBody = Pick<IntentRecord, 'intent' | 'plan'> & { firstLegs: LegRecord[] }

/** `chars`: length of the texts it was read from. */
export function toQuotedBody(row: QuotedBodyRow): QuotedBody & { chars: number } {
  const { body, plan, firstLegs } = textsOf(row)
  const intent = parseIntent(body)
  return {
    chars: body.length + plan.length + (firstLegs?.length ?? 0),
    intent,
    plan: parseTagged(plan) as ExecutionPlan,
    firstLegs: firstLegs === undefined ? [] : toLegs(firstLegs, intent),
  }
}

/** The parts of a quote as one column value. Call data of a leg is stored as a reference into the intent. */
export function packQuotedBody({ intent, plan, firstLegs }: QuotedBody): Promise<Buffer> {
  const legs = firstLegs.map((leg) => ({ ...leg, calldata: calldataColumn(leg.calldata, intent), rest: {} }))
  return packQuote([printIntent(intent), printTagged(plan), printTagged(legs)])
}

function textsOf({ packed, body, plan }: QuotedBodyRow): { body: string; plan: string; firstLegs?: string } {
  if (packed !== null) {
    const [packedBody = '', packedPlan = '', firstLegs] = unpackQuote(Buffer.from(packed.slice(2), 'hex'))
    return { body: packedBody, plan: packedPlan, firstLegs }
  }
  const text = unpackText(body ?? '')
  const end = text === body ? -1 : text.indexOf('\n')
  return end < 0 ? { body: text, plan: plan ?? '' } : { body: text.slice(0, end), plan: text.slice(end + 1) }
}

/** Stored instead of call data that equals the input of one of the intent's transactions. */
const sameAs = { originMetaTxn: '@origin', destinationMetaTxn: '@destination' } as const

export function calldataColumn(calldata: Hex | undefined, intent: Intent): string | undefined {
  if (calldata === undefined) return undefined
  if (calldata === intent.originMetaTxn.input) return sameAs.originMetaTxn
  return calldata === intent.destinationMetaTxn?.input ? sameAs.destinationMetaTxn : calldata
}

function readCalldata(column: string, intent: Intent): Hex | undefined {
  if (column === sameAs.originMetaTxn) return intent.originMetaTxn.input
  return column === sameAs.destinationMetaTxn ? intent.destinationMetaTxn?.input : (column as Hex)
}

export const toRecord = (row: RecordRow): IntentRecord => withQuotedBody(row, toQuotedBody(row))

export const withQuotedBody = (row: StateRow, { intent, plan, firstLegs }: QuotedBody): IntentRecord => ({
  id: row.id,
  projectId: row.project_id,
  intentId: row.intent_id,
  step: row.step,
  intent,
  plan,
  progress: parseTagged(row.progress) as IntentProgress,
  legs: row.legs === null ? firstLegs.map((leg) => ({ ...leg })) : toLegs(row.legs, intent),
  createdAtMs: row.created_at_ms,
  updatedAtMs: row.updated_at_ms,
  expiresAtMs: row.expires_at_ms,
  ...omitNulls({
    committedAtMs: row.committed_at_ms,
    executeByMs: row.execute_by_ms,
    startedAtMs: row.started_at_ms,
    arrivedAtMs: row.arrived_at_ms,
    finishedAtMs: row.finished_at_ms,
    dueAtMs: row.due_at_ms,
  }),
})

function toLegs(text: string, intent: Intent): LegRecord[] {
  const found = parseTagged(text) as (LegRecord & { rest: object })[]
  return found
    .map(({ rest, calldata, ...leg }) => {
      const called = calldata === undefined ? {} : { calldata: readCalldata(calldata, intent) }
      return { ...leg, ...called, ...rest } as LegRecord
    })
    .sort((a, b) => legs.indexOf(a.leg) - legs.indexOf(b.leg))
}

/** Skips unreadable rows, so that a damaged one does not hide the others; `IntentStore.lease` marks them. */
export const readable = <Row, T>(rows: readonly Row[], read: (row: Row) => T): T[] =>
  rows.flatMap((row) => {
    try {
      return [read(row)]
    } catch {
      return []
    }
  })

/** The fields of a leg without their own column. Undefined ones are not written. */
export function restOf(leg: Partial<LegRecord>): string {
  const { id, leg: name, status, chainId, txnHash, calldata, createdAtMs, updatedAtMs, ...rest } = leg
  return printTagged(rest)
}

/** A column that is null becomes a field that is left out. */
export function omitNulls<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const out: Partial<T> = {}
  for (const name in fields) {
    const value = fields[name]
    if (value !== null && value !== undefined) out[name] = value
  }
  return out as { [K in keyof T]?: NonNullable<T[K]> }
}
