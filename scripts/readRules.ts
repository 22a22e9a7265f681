import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

const rule = z.strictObject({
  alert: z.string(),
  expr: z.string(),
  for: z
    .string()
    .regex(/^\d+[smh]$/)
    .optional(),
  labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
  annotations: z.strictObject({ summary: z.string().min(10), action: z.string().min(10), runbook_url: z.string() }),
})
const rulesFile = z.strictObject({
  groups: z.tuple([z.strictObject({ name: z.literal('causeway'), rules: z.array(rule) })]),
})

export type Rule = z.output<typeof rule>

/** The alert rules, as Prometheus loads them. */
export function readRules(): Rule[] {
  const file = join(import.meta.dirname, '../docs/monitoring/alerts.yml')
  return rulesFile.parse(parse(readFileSync(file, 'utf8'))).groups[0].rules
}
