// Replaces `zod` in the packed client: zod/mini plus the methods that src/interface and src/sdk use. 6 kB, not 26.
import * as mini from 'zod/mini'

export {
  globalRegistry,
  NEVER,
  registry,
  ZodMiniArray as ZodArray,
  ZodMiniEnum as ZodEnum,
  ZodMiniNever as ZodNever,
  ZodMiniObject as ZodObject,
  ZodMiniOptional as ZodOptional,
} from 'zod/mini'

type Told = string | { error?: string; abort?: boolean }
type Maker = (...args: never[]) => Schema
type Schema = mini.ZodMiniType

/** A schema with full zod's methods. Drops descriptions: only documents need them. */
const chained = (schema: Schema): Schema =>
  Object.assign(schema, methods, schema instanceof mini.ZodMiniArray && { element: schema.def.element })
const make =
  <M extends Maker>(maker: M) =>
  (...args: Parameters<M>): Schema =>
    chained(maker(...args))

const isNumber = (schema: mini.ZodMiniType) => schema instanceof mini.ZodMiniNumber

const methods = {
  describe(this: Schema) {
    return this
  },
  meta(this: Schema) {
    return this
  },
  unwrap(this: mini.ZodMiniOptional) {
    return this.def.innerType
  },
  optional(this: Schema): Schema {
    return chained(mini.optional(this))
  },
  default(this: Schema, value: unknown): Schema {
    return chained(mini._default(this, value as never))
  },
  min(this: Schema, least: number, told?: Told): Schema {
    const check = isNumber(this) ? mini.gte(least, told) : mini.minLength(least, told)
    return chained(this.check(check as never))
  },
  max(this: Schema, most: number, told?: Told): Schema {
    const check = isNumber(this) ? mini.lte(most, told) : mini.maxLength(most, told)
    return chained(this.check(check as never))
  },
  positive(this: Schema): Schema {
    return chained(this.check(mini.positive() as never))
  },
  regex(this: Schema, form: RegExp, told?: Told): Schema {
    return chained(this.check(mini.regex(form, told) as never))
  },
  refine(this: Schema, holds: (value: never) => unknown, told?: Told): Schema {
    return chained(this.check(mini.refine(holds as () => unknown, told) as never))
  },
  transform(this: Schema, change: (value: never, context: object) => unknown): Schema {
    return chained(mini.pipe(this, transform(change) as never))
  },
}

const transform = (change: (value: never, context: object) => unknown) =>
  mini.transform((value, payload) => {
    const addIssue = (issue: object) => payload.issues.push({ input: value, ...issue } as never)
    return change(value as never, { ...payload, addIssue })
  })

export const preprocess = (change: (value: unknown) => unknown, out: mini.ZodMiniType): Schema =>
  chained(mini.pipe(mini.transform(change), out as never))

export const array = make(mini.array)
export const boolean = make(mini.boolean)
const choice = make(mini.enum)

export { choice as enum }
export const discriminatedUnion = make(mini.discriminatedUnion)
export const int = make(mini.int)
export const literal = make(mini.literal)
export const number = make(mini.number)
export const object = make(mini.object)
export const record = make(mini.record)
export const strictObject = make(mini.strictObject)
export const string = make(mini.string)
export const union = make(mini.union)
export const unknown = make(mini.unknown)
export const url = make(mini.url)
