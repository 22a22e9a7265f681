import { expect, test, vi } from 'vitest'
import { brandCodec } from '../../src/interface/brand.ts'
import * as whole from '../../src/interface/check.ts'
import { parseJson } from '../../src/interface/json.ts'
import { type OperationName, operationNames } from '../../src/interface/operations.ts'
import { badInput } from '../wire/badInput.ts'
import { sampleRequests, sampleResponses } from '../wire/samples.ts'

// What the packed client has in the place of zod.
vi.resetModules()
vi.doMock('zod', () => import('../../src/sdk/smallZod.ts'))
const small: typeof whole = await import('../../src/interface/check.ts')
const { brandCodec: smallCodec }: { brandCodec: typeof brandCodec } = await import('../../src/interface/brand.ts')

/** What comes of a check: the value, or the sentence of the refusal. */
function outcome(check: () => unknown): unknown {
  try {
    return check()
  } catch (error) {
    return (error as Error).message
  }
}

test.each(operationNames)('%s: the small half of zod reads requests and replies as the whole one does', (name) => {
  expect(small.checkRequest).not.toBe(whole.checkRequest)
  const request = parseJson(sampleRequests[name])
  const bare = parseJson('{}')
  for (const value of [request, bare]) {
    expect(outcome(() => small.checkRequest(name, value))).toEqual(outcome(() => whole.checkRequest(name, value)))
    expect(outcome(() => small.checkResponse(name, value))).toEqual(outcome(() => whole.checkResponse(name, value)))
  }
  const reply = sampleResponses[name]
  expect(small.checkResponse(name, reply)).toEqual(whole.checkResponse(name, reply))
})

test('every bad request is refused with the same sentence', () => {
  const tried = badInput().flatMap(({ path, body }) => {
    const name = path.split('/').at(-1) as OperationName
    const value = outcome(() => parseJson(body ?? ''))
    return operationNames.includes(name) && typeof value === 'object' ? [{ name, value }] : []
  })
  expect(tried.length).toBeGreaterThan(300)
  for (const { name, value } of tried)
    expect(outcome(() => small.checkRequest(name, value))).toEqual(outcome(() => whole.checkRequest(name, value)))
})

test('fields are renamed for a brand as before', () => {
  const acme = { service: 'Acme', field: 'acme', wallet: 'acmeVault' }
  const { svcContracts } = sampleResponses.GetProtocolContracts as { svcContracts?: object }
  expect(smallCodec(acme).toWire(svcContracts ?? { svcVersion: 1 })).toEqual(
    brandCodec(acme).toWire(svcContracts ?? { svcVersion: 1 }),
  )
})
