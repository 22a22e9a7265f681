import type pg from 'pg'
import { prefixValuesMax } from '../searchRules.ts'
import { bytes } from './database.ts'

/** The bytes that begin with these hex digits: from the first up to, not including, the second. */
export function prefixRange(digits: string): { from: `0x${string}`; to?: `0x${string}` } {
  const next = BigInt(`0x${digits}`) + 1n
  const to = next.toString(16).padStart(digits.length, '0')
  return { from: whole(digits), to: to.length > digits.length ? undefined : whole(to) }
}

/** Half a byte more makes whole bytes and moves no bound: 0xabc… lies between 0xabc0 and 0xabd0. */
const whole = (digits: string): `0x${string}` => `0x${digits.length % 2 === 0 ? digits : `${digits}0`}`

type Values = (column: string) => string[]

/**
 * The values that a prefix stands for, column by column. The index is asked for the next value after each one found, so a
 * token in half of all rows costs as much as an address in one.
 */
export async function expandPrefix(
  pool: pg.Pool,
  digits: string,
  projectId: number | undefined,
  addressColumns: readonly string[],
): Promise<Values> {
  const { from, to } = prefixRange(digits)
  const project = projectId === undefined ? '' : 'project_id = $3 and'
  const below = (column: string) => (to ? `and ${column} < $2` : 'and $2::bytea is null')
  const inIntents = addressColumns.map((column) => steps('intents', column, project, below(column)))
  const { rows } = await pool.query<{ name: string; value: string }>(
    [
      ...inIntents,
      steps('intents', 'intent_id', '', below('intent_id')),
      steps('transactions', 'txn_hash', '', below('txn_hash')),
    ].join(' union all '),
    [bytes(from), to ? bytes(to) : null, ...(projectId === undefined ? [] : [projectId])],
  )
  return (column) => rows.filter(({ name }) => name === column).map(({ value }) => bytes(value))
}

const steps = (table: string, column: string, project: string, below: string): string => `(
  with recursive v (value) as (
    (select ${column} from ${table} where ${project} ${column} >= $1 ${below} order by ${column} limit 1)
    union all
    select (select ${column} from ${table} where ${project} ${column} > v.value ${below} order by ${column} limit 1)
    from v where v.value is not null
  ) select '${column}' as name, value from v where value is not null limit ${prefixValuesMax})`
