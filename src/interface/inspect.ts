import * as z from 'zod'
import { type FieldKind, fieldKinds, listBounds } from './fields.ts'

/** A schema as plain data, from which documents, brand renaming and malformed test requests are generated. */
export type Shape =
  | { type: 'object'; id: string | undefined; about: string; strict: boolean; fields: Field[] }
  | { type: 'array'; item: Shape; min: number; max: number | undefined }
  | { type: 'value'; kind: FieldKind; min: number | undefined; max: number | undefined; values: readonly string[] }

export type ObjectShape = Extract<Shape, { type: 'object' }>
export type Field = { name: string; optional: boolean; about: string; shape: Shape }

export function inspect(schema: z.ZodType): Shape {
  if (schema instanceof z.ZodOptional) return inspect(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodObject) return inspectObject(schema)
  if (schema instanceof z.ZodArray) {
    const { min, max } = listBounds.get(schema) ?? { min: 0, max: undefined }
    return { type: 'array', item: inspect(schema.element as z.ZodType), min, max }
  }
  const field = fieldKinds.get(schema)
  if (!field) throw new Error('a field that is not made by fields.ts cannot be documented')
  const values = schema instanceof z.ZodEnum ? (schema.options as string[]) : []
  return { type: 'value', kind: field.kind, min: field.min, max: field.max, values }
}

// Cached: schemas never change, and documents, brands and examples inspect the same ones repeatedly.
const known = new WeakMap<z.ZodObject, ObjectShape>()

/** Like `inspect`, for a schema whose type says that it is an object, such as an operation's request. */
export function inspectObject(schema: z.ZodObject): ObjectShape {
  const before = known.get(schema)
  if (before) return before
  const shape = readObject(schema)
  known.set(schema, shape)
  return shape
}

function readObject(schema: z.ZodObject): ObjectShape {
  const fields = Object.entries(schema.shape).map(([name, member]) => {
    const field = member as z.ZodType
    return { name, optional: field instanceof z.ZodOptional, about: field.description ?? '', shape: inspect(field) }
  })
  const meta = resourceMeta(schema)
  const strict = schema._zod.def.catchall instanceof z.ZodNever
  return { type: 'object', id: meta?.id, about: meta?.description ?? '', strict, fields }
}

/** The metadata of a named resource. zod's `describe` returns a copy without the id, so search the copy's parents. */
function resourceMeta(schema: z.ZodType): { id: string; description?: string } | undefined {
  for (let one: z.core.$ZodType | undefined = schema; one; one = one._zod.parent) {
    const meta = z.globalRegistry.get(one)
    if (meta?.id !== undefined) return { id: meta.id, description: meta.description }
  }
  return undefined
}

/** Visits every object below a shape, the shape itself included, depth first in field order. */
export function eachObject(shape: Shape, visit: (object: ObjectShape) => void): void {
  if (shape.type === 'array') eachObject(shape.item, visit)
  if (shape.type !== 'object') return
  visit(shape)
  for (const field of shape.fields) eachObject(field.shape, visit)
}
