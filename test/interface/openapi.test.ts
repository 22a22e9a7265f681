import { expect, test } from 'vitest'
import { checkRequest, checkResponse } from '../../src/interface/check.ts'
import { errors } from '../../src/interface/errors.ts'
import { exampleOf, exampleRequest } from '../../src/interface/example.ts'
import { inspectObject } from '../../src/interface/inspect.ts'
import { openapiDocument } from '../../src/interface/openapi.ts'
import { commonErrors } from '../../src/interface/operationRow.ts'
import { operationNames, operations } from '../../src/interface/operations.ts'

type Node = { [name: string]: Node }
const document = openapiDocument() as unknown as Node

function eachNode(node: unknown, visit: (node: Node, path: string) => void, path = '#'): void {
  if (typeof node !== 'object' || node === null) return
  visit(node as Node, path)
  for (const [name, member] of Object.entries(node)) eachNode(member, visit, `${path}/${name}`)
}

function referenceOf(node: { $ref?: unknown }): string | undefined {
  return typeof node.$ref === 'string' ? node.$ref : undefined
}

function resolve(reference: string): unknown {
  let at: unknown = document
  for (const step of reference.replace(/^#\//, '').split('/')) at = (at as Record<string, unknown> | undefined)?.[step]
  return at
}

test('the document has the members that OpenAPI 3.1 requires', () => {
  expect(document).toMatchObject({ openapi: '3.1.0', info: { title: expect.any(String), version: '0.0.1' } })
  expect(Object.keys(document)).toEqual(['openapi', 'info', 'servers', 'tags', 'paths', 'components'])
})

test('every reference leads somewhere', () => {
  const broken: string[] = []
  eachNode(document, (node, path) => {
    const reference = referenceOf(node)
    if (reference !== undefined && resolve(reference) === undefined) broken.push(`${path}: ${reference}`)
  })
  expect(broken).toEqual([])
})

test('every component is used, except what travels as JSON text', () => {
  const used = new Set<string>()
  eachNode(document, (node) => {
    const reference = referenceOf(node)
    if (reference !== undefined) used.add(reference)
  })
  const schemas = Object.keys(document.components!.schemas!).filter((name) => !used.has(`#/components/schemas/${name}`))
  expect(schemas).toEqual(['YieldAction', 'YieldBalance', 'YieldMarket', 'YieldNetwork', 'YieldProvider'])
})

test('every schema says what it is', () => {
  const kinds = ['type', '$ref', 'anyOf']
  const vague: string[] = []
  const visit = (schema: Node, path: string) => {
    if (!kinds.some((kind) => kind in schema)) vague.push(path)
    for (const [name, member] of Object.entries(schema.properties ?? {})) visit(member, `${path}/${name}`)
    if (schema.items) visit(schema.items, `${path}/items`)
    const required = (schema.required ?? []) as unknown as string[]
    expect(Object.keys(schema.properties ?? {})).toEqual(expect.arrayContaining(required))
  }
  for (const [name, schema] of Object.entries(document.components!.schemas!)) visit(schema, name)
  expect(vague).toEqual([])
})

test('every operation has its path, its own id, a request, a response and its errors by status', () => {
  expect(Object.keys(document.paths!)).toEqual([
    ...operationNames.map((name) => `/rpc/Svc/${name}`),
    '/intents/{intentId}/events',
  ])
  const ids = new Set<unknown>()
  for (const name of operationNames) {
    const operation = document.paths![`/rpc/Svc/${name}`]!.post!
    ids.add(operation.operationId)
    expect(operation.requestBody!.content!['application/json']!.schema).toBeDefined()
    const { 200: success, ...failures } = operation.responses!
    expect(success!.content!['application/json']!.schema).toBeDefined()
    const listed = Object.entries(failures).flatMap(([status, response]) =>
      Object.keys(response.content!['application/json']!.examples!).map((error) => `${status} ${error}`),
    )
    const expected = [...commonErrors, ...operations[name].errors].map((error) => `${errors[error].status} ${error}`)
    expect(listed.toSorted(), name).toEqual(expected.toSorted())
    expect(Boolean(operation.deprecated)).toBe('deprecated' in operations[name])
  }
  expect(ids.size).toBe(operationNames.length)
})

test('amounts are whole numbers or strings of digits', () => {
  const schemas = document.components!.schemas!
  expect(schemas.QuoteRequest!.properties!.originTokenAmount!.$ref).toBe('#/components/schemas/Uint256')
  expect(schemas.Uint256!.anyOf).toMatchObject([{ type: 'integer', format: 'uint256' }, { type: 'string' }])
})

test.each(operationNames)('the examples of %s are accepted by its own schemas', (name) => {
  expect(() => checkRequest(name, exampleRequest(name))).not.toThrow()
  for (const complete of [true, false]) {
    expect(() => checkResponse(name, exampleOf(inspectObject(operations[name].response), complete))).not.toThrow()
  }
})
