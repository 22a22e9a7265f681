import type pg from 'pg'
import { prefixValuesMax } from '../searchRules.ts'
import { bytes, bytesOrNull, unprepared } from './database.ts'

/** The bytes that begin with these hex digits: from the first up to, but not including, the second. */
export function prefixRange(digits: string): { from: `0x${string}`; to?: `0x${string}` } {
  const next = BigInt(`0x${digits}`) + 1n
  const to = next.toString(16).padStart(digits.length, '0')
  return { from: whole(digits), to: to.length > digits.length ? undefined : whole(to) }
}

/** Pads half a byte, which moves no bound: 0xabc… lies between 0xabc0 and 0xabd0. */
const whole = (digits: string): `0x${string}` => `0x${digits.length % 2 === 0 ? digits : `${digits}0`}`

type Values = (column: string) => string[]

/**
 * The distinct values that begin with a prefix, by column. Looks up each next greater value in the index, so a token
 * in half of all rows costs as much as an address in one.
 */
export async function expandPrefix(
  pool: pg.Pool,
  digits: string,
  projectId: number | undefined,
  addressColumns: readonly string[],
): Promise<Values> {
  const { from, to } = prefixRange(digits)
  const project = projectId === undefined ? '' : 'project_id = :project_id and'
  const below = (column: string) => (to ? `and ${column} < :to` : '')
  const inIntents = addressColumns.map((column) => steps('intents', column, project, below(column)))
  const text = [
    ...inIntents,
    steps('intents', 'intent_id', '', below('intent_id')),
    steps('transactions', 'txn_hash', '', below('txn_hash')),
  ].join(' union all ')
  const values = { from: bytes(from), to: bytesOrNull(to), project_id: projectId }
  const { rows } = await pool.query<{ name: string; value: string }>(unprepared(text, values))
  return (column) => rows.filter(({ name }) => name === column).map(({ value }) => bytes(value))
}

const steps = (table: string, column: string, project: string, below: string): string => `(
  with recursive v (value) as (
    (select ${column} from ${table} where ${project} ${column} >= :from ${below} order by ${column} limit 1)
    union all
    select (select ${column} from ${table} where ${project} ${column} > v.value ${below} order by ${column} limit 1)
    from v where v.value is not null
  ) select '${column}' as name, value from v where value is not null limit ${prefixValuesMax})`
