import { z } from 'zod'
import { checkResult } from '../interface/check.ts'
import { fieldKinds } from '../interface/fields.ts'
import { type Intent, intent } from '../interface/intentShapes.ts'
import { type JsonValue, printJson } from '../interface/json.ts'
import { asSpecified, printerOf, printTwice } from '../interface/printer.ts'

// A quote is printed for its row, then for the answer.
printTwice(intent)
const names = { toWire: asSpecified }

/**
 * Throws for an intent that breaks the schema, because no answer could show it. Amounts are written as strings, so
 * that `JSON.parse` can read the text: it takes half the time of our own parser.
 */
export const printIntent = (value: Intent): string =>
  printerOf(intent, names)(value, '"') ?? printJson(checkResult(intent, value), { bigAsString: true })

/** The text does not tell an amount from an ordinary string; the schema does. */
export function parseIntent(text: string): Intent {
  return reviveIntent(JSON.parse(text)) as unknown as Intent
}

type Revive = (value: JsonValue) => JsonValue

const reviveIntent = reviverOf(intent) ?? ((value: JsonValue) => value)

/** Turns the values of `big` fields into bigint, in place. Undefined if the schema has no such field. */
function reviverOf(schema: z.ZodType): Revive | undefined {
  if (fieldKinds.get(schema)?.kind === 'big') return (value) => BigInt(value as string)
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
