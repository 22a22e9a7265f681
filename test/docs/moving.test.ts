import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { settings } from '../../src/config/settings.ts'
import { intentStatuses } from '../../src/interface/enums.ts'
import { errors } from '../../src/interface/errors.ts'
import { operations } from '../../src/interface/operations.ts'

const guide = readFileSync(join(import.meta.dirname, '..', '..', 'docs/guides/move-from-another-service.md'), 'utf8')
const [, fromLifi = ''] = guide.split('## From LI.FI')
const rows = fromLifi
  .split('## From Trails')[0]!
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (LI\.FI|---) /.test(line))
  .map((line) => line.split(/(?<!\\) \| /))

/** What a row calls by its name here: in backticks, in the columns that are ours. */
const named = rows.flatMap(([, here = '', note = '']) =>
  [...`${here} ${note}`.matchAll(/`([\w.]+)`/g)].map(([, one]) => one!),
)

/** Names of a request or an answer, each with those of the objects inside it: `options.preference`. */
function namesOf(schema: z.ZodType, before = '', depth = 0): string[] {
  const inner = 'unwrap' in schema ? (schema as z.ZodOptional<z.ZodType>).unwrap() : schema
  if (!('shape' in inner) || depth > 3) return []
  const fields = Object.entries(inner.shape as Record<string, z.ZodType>)
  return fields.flatMap(([name, field]) => [before + name, ...namesOf(field, `${before}${name}.`, depth + 1)])
}

const known = new Set<string>([
  ...Object.values(operations).flatMap(({ request, response }) => [...namesOf(request), ...namesOf(response)]),
  ...namesOf(operations.GetIntentReceipt.response.shape.intentReceipt),
  ...namesOf(operations.GetIntentReceipt.response.shape.intentReceipt.shape.depositTransaction),
  ...namesOf(operations.QuoteIntent.response.shape.intent.shape.quote),
  ...Object.keys(operations),
  ...intentStatuses,
  ...Object.keys(errors),
  ...settings.map(({ path }) => path.join('.')),
  'TRUSTLESS',
  'RECOMMENDED',
])

describe('moving from LI.FI', () => {
  test('every name that it gives exists here', () => {
    expect(rows.length).toBeGreaterThan(30)
    expect(named.filter((name) => !known.has(name))).toEqual([])
    // Were names not read from the schemas, everything would be unknown; were all known, nothing.
    expect([known.has('options.preference'), known.has('options.fromChain')]).toEqual([true, false])
  })
})
