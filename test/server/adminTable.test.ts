import { expect, test } from 'vitest'
import { adminErrors, adminOperationNames, adminOperations } from '../../src/interface/adminOperations.ts'
import { checkBody, checkResult } from '../../src/interface/check.ts'
import { errors, type ServiceError } from '../../src/interface/errors.ts'
import { adminNames, exampleOf } from '../../src/interface/example.ts'
import { inspectObject } from '../../src/interface/inspect.ts'
import { adminOpenapiDocument } from '../../src/interface/openapi.ts'
import { operationNames } from '../../src/interface/operations.ts'
import { badValues } from '../wire/badValues.ts'

type Node = { [name: string]: Node }
const document = adminOpenapiDocument() as unknown as Node

test('no admin operation has the name of an operation', () => {
  expect(adminOperationNames.filter((name) => (operationNames as string[]).includes(name))).toEqual([])
})

test.each(adminOperationNames)('the examples of %s are accepted by its own schemas', (name) => {
  const { request, response } = adminOperations[name]
  for (const complete of [true, false]) {
    expect(() => checkBody(request, exampleOf(inspectObject(request), complete, adminNames))).not.toThrow()
    expect(() => checkResult(response, exampleOf(inspectObject(response), complete, adminNames))).not.toThrow()
  }
})

test.each(adminOperationNames)('%s refuses what is wrong with any field, by its name', (name) => {
  const { request } = adminOperations[name]
  const shape = inspectObject(request)
  const right = exampleOf(shape, true, adminNames)
  for (const { name: field, shape: inner } of shape.fields) {
    for (const { label, json } of badValues(inner)) {
      const wrong = typeof json === 'string' ? json : json.before + json.unit.repeat(json.times) + json.after
      try {
        checkBody(request, { ...right, [field]: JSON.parse(wrong) as unknown })
        expect.unreachable(`${field}: ${label} was accepted`)
      } catch (error) {
        expect((error as ServiceError).error, `${field}: ${label}`).toBe('InvalidArgument')
        expect((error as ServiceError).detail).toMatch(new RegExp(`^${field}\\b`))
      }
    }
  }
})

test('the document has a path for each, and every reference leads somewhere', () => {
  expect(Object.keys(document.paths!)).toEqual(adminOperationNames.map((name) => `/rpc/SvcAdmin/${name}`))
  for (const [reference] of JSON.stringify(document).matchAll(/(?<=\$ref":")#\/[^"]+/g)) {
    let at: unknown = document
    for (const step of reference.slice(2).split('/')) at = (at as Record<string, unknown>)?.[step]
    expect(at, reference).toBeDefined()
  }
})

test('every operation lists its errors by status', () => {
  for (const name of adminOperationNames) {
    const { 200: _, ...failures } = document.paths![`/rpc/SvcAdmin/${name}`]!.post!.responses!
    const listed = Object.entries(failures).flatMap(([status, response]) =>
      Object.keys(response.content!['application/json']!.examples!).map((error) => `${status} ${error}`),
    )
    const expected = [...adminErrors, ...adminOperations[name].errors].map((one) => `${errors[one].status} ${one}`)
    expect(listed.toSorted(), name).toEqual(expected.toSorted())
  }
})
