import { exampleOf } from '../../src/interface/example.ts'
import { inspectObject, type ObjectShape, type Shape } from '../../src/interface/inspect.ts'
import { type OperationName, operationNames, operations } from '../../src/interface/operations.ts'
import { type BadValue, badValues } from './badValues.ts'
import { handWritten } from './handWrittenBadInput.ts'

/** One request that must be refused (or survived), and how. */
export type BadInput = {
  name: string
  method: string
  path: string
  /** Beside `Content-Type: application/json`; an empty value sends no such header. */
  headers?: Record<string, string>
  body?: string
  /** A body too large to keep: `unit` written `times` times between `before` and `after`. */
  bodyRepeat?: Repeat
  /** A body that is no text. */
  bodyHex?: string
  expect: { status: number; error?: string; causeIncludes?: string }
}

export type Repeat = { before: string; unit: string; times: number; after: string }

/** Every field of every request with every value it must refuse, then rows written by hand. */
export const badInput = (): readonly BadInput[] => [...operationNames.flatMap(attackOperation), ...handWritten]

type Step = string | number
/** A place in a request: the steps to it and the shape of what stands there. */
type Place = { steps: Step[]; shape: Shape; required: boolean }

// A commit has some 230 fields; the first few wrong values of each kind find a missing check as well as all of them.
const commitValuesMax = 4

function attackOperation(operation: OperationName): BadInput[] {
  const root = inspectObject(operations[operation].request)
  const valuesMax = operation === 'CommitIntent' ? commitValuesMax : Number.POSITIVE_INFINITY
  const rows = placesIn(root, []).flatMap((place) => attackPlace(operation, root, place, valuesMax))
  const objects = [...strictObjects(root, [])].map((steps) =>
    refusal(operation, steps, 'unknown field', { body: bodyWith(root, steps, '{"unknownField":1}') }, 'unknown field'),
  )
  return [...rows, ...objects]
}

function attackPlace(operation: OperationName, root: ObjectShape, place: Place, valuesMax: number): BadInput[] {
  const { steps, shape, required } = place
  const path = printSteps(steps)
  const wrong = badValues(shape)
    .slice(0, valuesMax)
    .map(({ label, json }) => refusal(operation, steps, label, bodyOf(root, steps, json), `${path}: `))
  const isNull = (why: string) => refusal(operation, steps, 'null', bodyOf(root, steps, 'null'), `${path}: ${why}`)
  if (typeof steps.at(-1) === 'number') return [...wrong, isNull('must be')]
  if (!required) return wrong
  const missing = refusal(operation, steps, 'missing', bodyOf(root, steps, undefined), `${path}: is required`)
  return [...wrong, missing, isNull('is required')]
}

function refusal(
  operation: OperationName,
  steps: readonly Step[],
  label: string,
  body: Pick<BadInput, 'body' | 'bodyRepeat'>,
  causeIncludes: string,
): BadInput {
  return {
    name: `${operation} ${printSteps(steps)}: ${label}`,
    method: 'POST',
    path: `/rpc/Svc/${operation}`,
    ...body,
    expect: { status: 400, error: 'InvalidArgument', causeIncludes },
  }
}

/** Every field at any depth, and the first element of every list. */
function placesIn(object: ObjectShape, steps: Step[]): Place[] {
  return object.fields.flatMap((field) => {
    const here = [...steps, field.name]
    return [{ steps: here, shape: field.shape, required: !field.optional }, ...placesBelow(field.shape, here)]
  })
}

function placesBelow(shape: Shape, steps: Step[]): Place[] {
  if (shape.type === 'object') return placesIn(shape, steps)
  if (shape.type === 'value') return []
  const first = [...steps, 0]
  return [{ steps: first, shape: shape.item, required: false }, ...placesBelow(shape.item, first)]
}

/** Where an unknown field is a modification. */
function* strictObjects(shape: Shape, steps: Step[]): Generator<Step[]> {
  if (shape.type === 'array') yield* strictObjects(shape.item, [...steps, 0])
  if (shape.type !== 'object') return
  if (shape.strict) yield steps
  for (const field of shape.fields) yield* strictObjects(field.shape, [...steps, field.name])
}

const hole = '@@hole@@'

function bodyOf(
  root: ObjectShape,
  steps: Step[],
  json: BadValue['json'] | undefined,
): Pick<BadInput, 'body' | 'bodyRepeat'> {
  if (json === undefined || typeof json === 'string') return { body: bodyWith(root, steps, json) }
  const [before = '', after = ''] = bodyWith(root, steps, hole).split(hole)
  return { bodyRepeat: { ...json, before: before + json.before, after: json.after + after } }
}

/** The smallest request that has a value at the place, as JSON text with `json` there; without it, nothing is there. */
function bodyWith(root: ObjectShape, steps: readonly Step[], json: string | undefined): string {
  const value = plant(root, steps, json === undefined ? undefined : hole)
  return JSON.stringify(value).replace(`"${hole}"`, () => json ?? '')
}

function plant(shape: Shape, steps: readonly Step[], value: string | undefined): unknown {
  const [step, ...rest] = steps
  if (step === undefined) return value
  if (shape.type === 'array') return [plant(shape.item, rest, value)]
  if (shape.type !== 'object') throw new Error('a value has no fields')
  const field = shape.fields.find(({ name }) => name === step)
  if (!field) throw new Error(`no field ${step}`)
  return { ...exampleOf(shape, false), [field.name]: plant(field.shape, rest, value) }
}

function printSteps(steps: readonly Step[]): string {
  return steps.map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index ? '.' : ''}${step}`)).join('')
}
