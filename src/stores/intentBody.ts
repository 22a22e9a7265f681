import { z } from 'zod'
import { fieldKinds } from '../interface/fields.ts'
import { type Intent, intent } from '../interface/intentShapes.ts'
import { type JsonValue, parseJson, printJson } from '../interface/json.ts'

/** The intent as it goes over the wire to who wants amounts as strings: so it can be read with `JSON.parse`, in half the time. */
export const printIntent = (value: Intent): string => printJson(value, { bigAsString: true })

/** The text cannot tell an amount from an ordinary number or string; the schema can. */
export function parseIntent(text: string): Intent {
  const plain = JSON.parse(text)
  // Older rows have amounts as numbers, and `JSON.parse` has rounded them.
  return reviveIntent(typeof plain.salt === 'string' ? plain : parseJson(text)) as unknown as Intent
}

type Revive = (value: JsonValue) => JsonValue

const reviveIntent = reviverOf(intent) ?? ((value: JsonValue) => value)

/** Turns what stands in `big` fields into bigint, in place. Undefined where a schema has no such field. */
function reviverOf(schema: z.ZodType): Revive | undefined {
  if (fieldKinds.get(schema)?.kind === 'big') return (value) => BigInt(value as string | number | bigint)
  if (schema instanceof z.ZodOptional) return reviverOf(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodArray) return inArray(reviverOf(schema.element as z.ZodType))
  return schema instanceof z.ZodObject ? inObject(schema) : undefined
}

function inArray(revive: Revive | undefined): Revive | undefined {
  return revive && ((value) => (value as JsonValue[]).map(revive))
}

function inObject(schema: z.ZodObject): Revive | undefined {
  const members = Object.entries(schema.shape).flatMap(([name, member]) => {
    const revive = reviverOf(member as z.ZodType)
    return revive ? [{ name, revive }] : []
  })
  if (members.length === 0) return undefined
  return (value) => {
    const object = value as { [name: string]: JsonValue }
    for (const { name, revive } of members) {
      const member = object[name]
      if (member !== undefined) object[name] = revive(member)
    }
    return object
  }
}
