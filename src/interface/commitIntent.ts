import * as z from 'zod'
import { bigAsSent, fieldKinds, list, listBounds } from './fields.ts'
import { inspectObject } from './inspect.ts'
import { type Intent, intent } from './intentShapes.ts'
import { limits } from './limits.ts'

/**
 * The intent as it comes back in `CommitIntent`: every known field optional, every unknown one refused, at any depth.
 * Comparison with the stored quote decides what must be present and equal. A big number sent as a string stays one and
 * is compared exactly: it lost no digit, while a JSON number may have been a double in between.
 */
export const commitIntentShape = strictPartial(intent, ['intentId']) as unknown as z.ZodType<CommitIntent, unknown>

export type CommitIntent = DeepPartial<Intent> & { intentId: Intent['intentId'] }
type DeepPartial<T> = T extends bigint
  ? bigint | string
  : T extends readonly (infer E)[]
    ? DeepPartial<E>[]
    : T extends object
      ? { [K in keyof T]?: DeepPartial<T[K]> }
      : T

function strictPartial(schema: z.ZodObject, required: readonly string[] = []): z.ZodObject {
  const fields: Record<string, z.ZodType> = {}
  for (const [name, field] of Object.entries(schema.shape)) {
    const loose = loosen(field as z.ZodType)
    const about = (field as z.ZodType).description ?? ''
    fields[name] = (required.includes(name) ? loose : loose.optional()).describe(about)
  }
  const { id, about } = inspectObject(schema)
  return z.strictObject(fields, { error: describeStrict }).meta({ id: `Commit${id}`, description: about })
}

function loosen(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodOptional) return loosen(field.unwrap() as z.ZodType)
  if (field instanceof z.ZodObject) return strictPartial(field)
  if (field instanceof z.ZodArray && field.element instanceof z.ZodObject) {
    return list(strictPartial(field.element), listBounds.get(field)?.max ?? limits.arrayElementsMax)
  }
  return fieldKinds.get(field)?.kind === 'big' ? bigAsSent() : field
}

function describeStrict(issue: { code?: string; keys?: readonly string[] }): string {
  return issue.code === 'unrecognized_keys'
    ? `unknown field ${issue.keys?.join(', ')}: not part of the quoted intent`
    : 'must be an object'
}
