import { readdirSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { brandCodec, defaultBrand } from '../../src/interface/brand.ts'
import { type ErrorName, errors, ServiceError } from '../../src/interface/errors.ts'
import { inspectObject, type Shape } from '../../src/interface/inspect.ts'
import { printJson } from '../../src/interface/json.ts'
import { type OperationName, operationNames, operations } from '../../src/interface/operations.ts'
import { printerOf } from '../../src/interface/printer.ts'
import type { Handlers } from '../../src/server/http/handler.ts'
import { serve } from '../server/serve.ts'
import { sampleIntent, sampleRequests, sampleResponses } from './samples.ts'

// The bytes of the interface. A change here is a change for every caller: accept it with `vitest run test/wire -u`,
// and only if it adds.
const golden = (name: string) => new URL(`golden/${name}`, import.meta.url).pathname

const acme = { service: 'Acme', field: 'acme', wallet: 'acmeVault' }

/** A real server whose handlers answer with the samples and keep what reached them. */
async function served(answer: (name: OperationName) => object = (name) => sampleResponses[name]) {
  const seen: { [name: string]: unknown } = {}
  const handlers = Object.fromEntries(
    operationNames.map((name) => [
      name,
      (request: unknown) => {
        seen[name] = request
        return answer(name)
      },
    ]),
  ) as unknown as Handlers
  const brands = [{ service: 'Svc', field: 'svc', wallet: 'svcWallet' }, acme]
  const server = await serve({ brands }, { handlers, onEnd: onTestFinished })
  const post = async (path: string, body: string, headers: Record<string, string> = {}) => {
    const reply = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    })
    return { status: reply.status, text: await reply.text() }
  }
  return { seen, post }
}

test.each(operationNames)('%s: the bytes in and the bytes out', async (name) => {
  const { seen, post } = await served()
  const path = `/rpc/Svc/${name}`
  const request = sampleRequests[name]
  const reply = await post(path, request)
  expect(reply.status).toBe(200)
  const parsed = printJson(seen[name])
  const webrpc = await post(path, request, { Webrpc: 'webrpc@v0.25.0;gen-typescript@v0.16.0;app@1.2.3' })
  const accept = await post(path, request, { Accept: 'application/json;bigint=string' })
  expect(accept.text).toBe(webrpc.text)
  // what a caller sends, what the handler gets, what the caller reads, and what it reads when it asked for strings
  const lines = [request, parsed, reply.text, webrpc.text]
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(golden(`${name}.jsonl`))
})

/** Values that stand at the edge of some kind of field, or belong to none. */
const odd = [
  -1n,
  2n ** 256n - 1n,
  2n ** 256n,
  '12',
  'x\0',
  '0xAB',
  `0x${'aB'.repeat(32)}`,
  `0x${'eE'.repeat(20)}`,
  -0,
  1.5,
  1e21,
  Number.NaN,
  null,
  undefined,
  true,
  [],
  {},
]

test.each(operationNames)('%s: the printer takes what the schema takes, and prints the same', (name) => {
  const { response } = operations[name]
  const places = placesOf(sampleResponses[name])
  const most = 12
  for (const place of places.filter((_, at) => at % Math.ceil(places.length / most) === 0)) {
    for (const put of odd) {
      const value = putAt(sampleResponses[name], place, put)
      const parsed = response.safeParse(value)
      const text = parsed.success ? printJson(parsed.data, { bigAsString: true }) : undefined
      expect(printerOf(response, brandCodec(defaultBrand))(value, '"'), place.join('.')).toBe(text)
    }
  }
})

const placesOf = (value: unknown): string[][] =>
  typeof value !== 'object' || value === null
    ? [[]]
    : Object.entries(value).flatMap(([name, member]) => placesOf(member).map((place) => [name, ...place]))

function putAt(value: unknown, [name, ...rest]: readonly string[], put: unknown): unknown {
  if (name === undefined) return put
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) }
  Reflect.set(copy, name, putAt(Reflect.get(copy, name), rest, put))
  return copy
}

test.each(operationNames)('%s: the sample has every field of the response', (name) => {
  expect(missingFields(inspectObject(operations[name].response), [sampleResponses[name]], '')).toEqual([])
})

/** Fields that none of the values has. */
function missingFields(shape: Shape, values: unknown[], path: string): string[] {
  if (shape.type === 'value') return []
  if (shape.type === 'array') return missingFields(shape.item, values.flat(), `${path}[]`)
  return shape.fields.flatMap((field) => {
    const here = `${path}.${field.name}`
    const present = values
      .map((value) => (value as Record<string, unknown>)[field.name])
      .filter((value) => value !== undefined)
    // A receipt has four transactions of one shape; together they have every field.
    if (shape.id === 'IntentReceipt' && field.name.endsWith('Transaction')) return present.length > 0 ? [] : [here]
    return present.length === 0 ? [here] : missingFields(field.shape, present, here)
  })
}

test('every error: the bytes of the envelope', async () => {
  const lines: string[] = []
  let next = new ServiceError('NotFound')
  const { post } = await served(() => {
    throw next
  })
  for (const name of Object.keys(errors) as ErrorName[]) {
    for (const cause of [undefined, 'originTokenAmount: must be "whole"\u2028']) {
      next = new ServiceError(name, cause)
      const reply = await post('/rpc/Svc/GetIntent', sampleRequests.GetIntent)
      expect(reply.status).toBe(errors[name].status)
      lines.push(reply.text)
    }
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(golden('errors.jsonl'))
})

test('under another brand the same bytes but for the names', async () => {
  const { seen, post } = await served()
  const request = sampleRequests.QuoteIntent.replaceAll('svcWallet', 'acmeVault').replaceAll(
    'svcAddress',
    'acmeAddress',
  )
  const reply = await post('/rpc/Acme/QuoteIntent', request)
  await expect(`${reply.text}\n`).toMatchFileSnapshot(golden('acme.jsonl'))
  const plain = await post('/rpc/Svc/QuoteIntent', sampleRequests.QuoteIntent)
  const renamed = plain.text
    .replaceAll('"svcWallet', '"acmeVault')
    .replaceAll('"svc', '"acme')
    .replaceAll('WithSvcFee', 'WithAcmeFee')
  expect(reply.text).toBe(renamed)
  expect(seen.QuoteIntent).toHaveProperty('options.svcAddressOverrides.svcWalletFactoryAddress')
})

test('an intent that went through the doubles of a JavaScript caller can be committed', async () => {
  const { seen, post } = await served()
  const quoted = await post('/rpc/Svc/QuoteIntent', sampleRequests.QuoteIntent)
  const { intent } = JSON.parse(quoted.text)
  const reply = await post('/rpc/Svc/CommitIntent', JSON.stringify({ intent }))
  expect(reply.status).toBe(200)
  const committed = (seen.CommitIntent as { intent: typeof sampleIntent }).intent
  expect(Number(committed.quote.fromAmount)).toBe(Number(sampleIntent.quote.fromAmount))
  expect(committed.quote.toAmount).toBe(sampleIntent.quote.toAmount)

  const asStrings = await post('/rpc/Svc/QuoteIntent', sampleRequests.QuoteIntent, { Webrpc: 'x' })
  await post('/rpc/Svc/CommitIntent', JSON.stringify({ intent: JSON.parse(asStrings.text).intent }))
  // Strings arrive as strings, to the last digit: they are compared exactly.
  const exact = { bigAsString: true }
  expect(printJson((seen.CommitIntent as { intent: unknown }).intent, exact)).toBe(printJson(sampleIntent, exact))
})

test('there is a file for each operation and none for an operation that is gone', () => {
  const expected = [...operationNames, 'acme', 'errors'].map((name) => `${name}.jsonl`)
  expect(readdirSync(golden('')).toSorted()).toEqual(expected.toSorted())
})
