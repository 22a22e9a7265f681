import type { z } from 'zod'
import { type ErrorName, ServiceError } from './errors.ts'
import { limits } from './limits.ts'
import { type OperationName, operations, type Request, type Response } from './operations.ts'

const issuesShownMax = 3
const causeCharsMax = 512

/** The request as parsed by its schema; throws an error for the caller that names each wrong field. */
export function checkRequest<N extends OperationName>(name: N, value: unknown): Request<N> {
  return checkBody(operations[name].request, value) as Request<N>
}

/** Like `checkRequest`, for a request of any table. */
export function checkBody(schema: z.ZodType, value: unknown): unknown {
  requireShortArrays(value, [])
  return check('InvalidArgument', schema, value)
}

/** The result as the schema encodes it: known fields only, in its order. A mismatch is a defect of the service. */
export function checkResponse<N extends OperationName>(name: N, value: unknown): Response<N> {
  return checkResult(operations[name].response, value) as Response<N>
}

/** Like `checkResponse`, for a result of any table. */
export function checkResult(schema: z.ZodType, value: unknown): unknown {
  return check('WebrpcBadResponse', schema, value)
}

/** A printable result, and the changes that made it so. */
export type FittedResult = { result: unknown; changes: string[] }

/**
 * Like `checkResult`, for stored results: cuts texts that are too long, and leaves out list rows that still do not fit,
 * so that one row never fails the whole list. Never cuts call data: an owner may sign it.
 */
export function fitResult(schema: z.ZodType, value: unknown): FittedResult {
  const first = schema.safeParse(value)
  if (first.success) return { result: first.data, changes: [] }
  const cut = first.error.issues.reduce(cutText, value)
  const second = schema.safeParse(cut)
  const left = second.success ? cut : leaveOut(cut, second.error.issues)
  const changes = first.error.issues.slice(0, issuesShownMax).map((issue) => explainOne(issue, value))
  return { result: check('WebrpcBadResponse', schema, left), changes }
}

/** Cuts the text at an issue's path; texts of hex digits stay whole. */
function cutText(value: unknown, issue: z.core.$ZodIssue): unknown {
  const at = valueAt(value, issue.path)
  if (issue.code !== 'too_big' || typeof at !== 'string' || at.startsWith('0x')) return value
  return withValue(value, issue.path, `${at.slice(0, Number(issue.maximum) - 1)}…`)
}

function withValue(value: unknown, [step, ...rest]: readonly PropertyKey[], put: unknown): unknown {
  if (step === undefined) return put
  const changed = Array.isArray(value) ? [...value] : { ...(value as object) }
  Reflect.set(changed, step, withValue(Reflect.get(changed, step), rest, put))
  return changed
}

/** Leaves out rows at the issues' paths. */
function leaveOut(value: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  const isBad = (name: string, at: number) => issues.some(({ path }) => path[0] === name && path[1] === at)
  return Object.fromEntries(
    Object.entries(value as object).map(([name, member]) => [
      name,
      Array.isArray(member) ? member.filter((_, at) => !isBad(name, at)) : member,
    ]),
  )
}

/** Runs before the schema, because zod parses every element of an array before it checks the length. */
function requireShortArrays(value: unknown, path: PropertyKey[]): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value) && value.length > limits.arrayElementsMax) {
    const where = path.length === 0 ? '' : `${printPath(path)}: `
    throw new ServiceError('InvalidArgument', `${where}must have at most ${limits.arrayElementsMax} elements`)
  }
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === 'object') requireShortArrays(member, [...path, Array.isArray(value) ? Number(name) : name])
  }
}

function check(error: ErrorName, schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new ServiceError(error, explain(result.error.issues, value))
}

function explain(issues: readonly z.core.$ZodIssue[], value: unknown): string {
  const shown = issues.slice(0, issuesShownMax).map((issue) => explainOne(issue, value))
  const more = issues.length - shown.length
  const text = shown.join('; ')
  const cut = text.length > causeCharsMax ? `${text.slice(0, causeCharsMax)}…` : text
  return more > 0 ? `${cut}; and ${more} more` : cut
}

function explainOne(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.path.length === 0) return issue.code === 'invalid_type' ? 'must be an object' : issue.message
  return `${printPath(issue.path)}: ${valueAt(value, issue.path) === undefined ? 'is required' : issue.message}`
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value
  for (const step of path) at = (at as Record<PropertyKey, unknown>)[step]
  return at
}

/** `tokens[0].chainId` */
export function printPath(path: readonly PropertyKey[]): string {
  let out = ''
  for (const step of path) out += typeof step === 'number' ? `[${step}]` : `${out === '' ? '' : '.'}${String(step)}`
  return out
}
