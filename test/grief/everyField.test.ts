import { request } from 'node:http'
import { expect, test } from 'vitest'
import { adminOperations } from '../../src/interface/adminOperations.ts'
import { ServiceError } from '../../src/interface/errors.ts'
import { inspectObject, type Shape } from '../../src/interface/inspect.ts'
import { operations } from '../../src/interface/operations.ts'
import { checkOrder, checksWithout } from '../../src/server/http/checks.ts'
import type { Handlers } from '../../src/server/http/handler.ts'
import { operatorSecret, serveWithAdmin } from '../server/adminSetup.ts'
import { serve } from '../server/serve.ts'
import { leastCpuMs } from './cpuTime.ts'

/** Longest that a request may hold the event loop, in processor time of the usual machine. */
const cpuMsMax = 25
const samples = 30

/** Strings that code may scan repeatedly: backtracking patterns, unstorable characters, case changes. */
const units = ['9', 'aB', '0xab', '\\u0000', '😀', '\\\\\\"', 'http://a.']

type Leaf = { path: string[]; kind: string }

/** One field per kind and bound of a request, at any depth. */
function leavesOf(shape: Shape, path: string[] = [], found = new Map<string, Leaf>()): Map<string, Leaf> {
  if (shape.type === 'object') for (const { name, shape: of } of shape.fields) leavesOf(of, [...path, name], found)
  if (shape.type === 'array') {
    if (!found.has('list')) found.set('list', { path, kind: 'list' })
    leavesOf(shape.item, [...path, '[]'], found)
  }
  if (shape.type !== 'value') return found
  const kind = `${shape.kind} up to ${shape.max}`
  if (!found.has(kind)) found.set(kind, { path, kind })
  return found
}

/** The JSON of a request that has one field. */
const at = (path: readonly string[], value: string): string =>
  path.toReversed().reduce((inner, name) => (name === '[]' ? `[${inner}]` : `{"${name}":${inner}}`), value)

const filled = (unit: string, bytes: number) => unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)))

/** Operations with long bodies. Others reject a long body unread. */
const takesLong = new Set<string>(['QuoteIntent', 'CommitIntent', ...Object.keys(adminOperations)])
const sizeOf = (name: string) => (takesLong.has(name) ? (name === 'QuoteIntent' ? 300 : 1_000) : 60) * 1_024

function* bodiesOf(shape: Shape, size: number): Generator<[name: string, body: string]> {
  for (const { path, kind } of leavesOf(shape).values()) {
    const where = path.join('.')
    if (kind === 'list') {
      yield [`${where}: lists in lists`, at(path, `${'['.repeat(60)}${filled('0,', 9_000)}0${']'.repeat(60)}`)]
      yield [`${where}: a thousand texts`, at(path, `[${Array(1_000).fill(`"${filled('9', size / 1_010)}"`)}]`)]
      yield [`${where}: a thousand objects`, at(path, `[${Array(1_000).fill('{"a":1,"a":2,"b":{"a":[]}}')}]`)]
    } else for (const unit of units) yield [`${where}: ${unit}`, at(path, `"${filled(unit, size - 200)}"`)]
  }
  const names = Array.from({ length: 9_000 }, (_, i) => `"${i % 2 ? 'k' : i}":0`)
  yield ['names', `{${names}}`]
  yield ['a name as long as a body', `{"${filled('svcWallet', 60_000)}":1}`]
}

type Call = { path: string; body?: string; headers?: Record<string, string>; method?: string }

/** The calls, to a server in this process, that cost too much. */
async function dearOf(port: number, calls: Iterable<[name: string, call: Call]>): Promise<string[]> {
  const dear: string[] = []
  for (const [name, call] of calls) {
    const cpuMs = await leastCpuMs(() => send(port, call), cpuMsMax, samples)
    if (cpuMs > cpuMsMax) dear.push(`${name}: ${cpuMs} ms`)
  }
  return dear
}

/** Resolves with the status, even if answered before the whole body was read; zero if it hangs up. */
function send(port: number, { path, body, headers = {}, method = 'POST' }: Call): Promise<number> {
  return new Promise((resolve) => {
    const bytes = body === undefined ? undefined : Buffer.from(body)
    const length = bytes && { 'content-length': bytes.length }
    const all = { 'content-type': 'application/json', ...length, ...headers }
    const call = request({ port, method, path, headers: all, agent: false }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    call.on('error', () => resolve(0))
    call.end(bytes)
  })
}

const brands = [
  { service: 'Svc', field: 'svc', wallet: 'svcWallet' },
  { service: 'Acme', field: 'acme', wallet: 'acmeVault' },
]

const MiB = 1_048_576
const stuffed = (before: string, unit: string, after: string, bytes = MiB) =>
  before + filled(unit, bytes - before.length - after.length) + after
/** As many times as fit into so many bytes. */
const listed = (before: string, item: string, after: string, bytes = MiB) =>
  stuffed(before, `${item},`, item + after, bytes)

/** Each as long as its operation allows, or longer. */
const hostile: [name: string, operation: string, body: string][] = [
  ['exponents', 'CommitIntent', listed('{"intent":[', '1e399', ']}')],
  ['exponents within the digits', 'CommitIntent', listed('{"intent":[', '1e77', ']}')],
  ['exponents, as many as allowed', 'CommitIntent', listed('{"intent":[', '1e77', ']}', 49_000)],
  ['long numbers', 'CommitIntent', listed('{"intent":[', '9'.repeat(390), ']}')],
  ['long numbers, as many as allowed', 'CommitIntent', listed('{"intent":[', '9'.repeat(390), ']}', 130_000)],
  ['a number of a megabyte', 'CommitIntent', stuffed('{"intent":', '9', '}')],
  ['a fraction of a megabyte', 'CommitIntent', stuffed('{"intent":0.', '3', 'e1000000}')],
  ['zeros', 'CommitIntent', listed('{"intent":[', '0', ']}')],
  ['empty arrays', 'CommitIntent', listed('{"intent":[', '[]', ']}')],
  ['empty objects', 'CommitIntent', listed('{"intent":[', '{}', ']}')],
  ['empty strings', 'CommitIntent', listed('{"intent":[', '""', ']}')],
  ['nulls', 'CommitIntent', listed('{"intent":[', 'null', ']}')],
  ['members', 'CommitIntent', listed('{"intent":{', '"a":1', '}}')],
  ['members of one name, as many as allowed', 'CommitIntent', listed('{"intent":{', '"k":1e77', '}}', 79_000)],
  ['calls', 'CommitIntent', listed('{"intent":{"calls":[', '{"chainId":1}', ']}}')],
  ['space', 'CommitIntent', stuffed('{', ' ', '}')],
  ['lines, then a mistake', 'CommitIntent', stuffed('{', '\n', 'x}')],
  ['lines, as many as allowed, then a mistake', 'CommitIntent', stuffed('{', '\n', 'x}', 130_000)],
  ['signs', 'CommitIntent', stuffed('{"intent":', '-', '}')],
  ['escapes', 'QuoteIntent', stuffed('{"ownerAddress":"', '\\u0041', '"}', 320 * 1_024)],
  ['escaped quotes', 'CommitIntent', stuffed('{"intent":"', '\\\\\\"', '"}')],
  ['escaped quotes, as many as allowed', 'CommitIntent', stuffed('{"intent":"', '\\"', '"}', 19_000)],
  ['an amount of a megabyte', 'QuoteIntent', stuffed('{"originTokenAmount":"', '9', '"}', 320 * 1_024)],
  ['call data', 'QuoteIntent', stuffed('{"destinationCallData":"0x', 'ab', '"}', 320 * 1_024)],
  ['what looks like numbers', 'QuoteIntent', stuffed('{"ownerAddress":"', ' 123456789012345.', '"}', 320 * 1_024)],
  ['chains', 'GetTokenList', listed('{"chainIds":[', '1', ']}')],
  ['chains, as many as allowed', 'GetTokenList', listed('{"chainIds":[', '1e15', ']}', 49_000)],
  ['tokens', 'GetTokenPrices', listed('{"tokens":[', '{}', ']}', 29_000)],
  ['states', 'WaitIntentReceipt', listed('{"lastReceiptStates":[', '"PENDING"', ']}', 64 * 1_024)],
  ['a search of words', 'SearchIntents', stuffed('{"byQueryString":"', 'a ', '"}', 64 * 1_024)],
]

test('no body holds the event loop over 25 ms, and none reaches a handler', async () => {
  const reached: string[] = []
  const refuse = (name: string) => () => {
    reached.push(name)
    throw new ServiceError('Unavailable')
  }
  const handlers = Object.fromEntries(hostile.map(([, name]) => [name, refuse(name)])) as Handlers
  const { port } = await serve({}, { handlers })
  const calls = hostile.map(([name, operation, body]): [string, Call] => [
    name,
    { path: `/rpc/Svc/${operation}`, body },
  ])
  for (const [name, call] of calls) expect(await send(port, call), name).toBe(400)
  expect(await dearOf(port, calls)).toEqual([])
  expect(reached).toEqual([])
})

test('no field of any operation, filled with anything, holds the event loop over 25 ms', async () => {
  const refuse = () => {
    throw new ServiceError('Unavailable')
  }
  const handlers = Object.fromEntries(Object.keys(operations).map((name) => [name, refuse])) as Handlers
  const { port } = await serve({ brands }, { handlers })
  function* calls(): Generator<[string, Call]> {
    // With the second brand, because its names are translated first.
    for (const [name, { request: schema }] of Object.entries(operations))
      for (const [what, body] of bodiesOf(inspectObject(schema), sizeOf(name)))
        yield [`${name} ${what}`, { path: `/rpc/Acme/${name.replace('Svc', 'Acme')}`, body }]
  }
  expect(await dearOf(port, calls())).toEqual([])
})

test('nor does a field of an admin operation, with the token that it takes', async () => {
  const { port, url } = await serveWithAdmin()
  const asked = { secret: operatorSecret, operator: 'ada' }
  const reply = await fetch(`${url}/rpc/SvcAdmin/CreateOperatorToken`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asked),
  })
  const { token } = (await reply.json()) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  function* calls(): Generator<[string, Call]> {
    for (const [name, { request: schema }] of Object.entries(adminOperations))
      for (const [what, body] of bodiesOf(inspectObject(schema), sizeOf(name)))
        yield [`${name} ${what}`, { path: `/rpc/SvcAdmin/${name}`, body, headers }]
  }
  expect(await dearOf(port, calls())).toEqual([])
})

test('nor do headers and paths', async () => {
  const { port } = await serve({ brands, callers: { trustedProxies: ['127.0.0.1', '10.0.0.0/8'] } })
  const long = 15 * 1_024
  const names = ['x-access-key', 'authorization', 'origin', 'accept', 'webrpc', 'x-client-version', 'idempotency-key']
  const more = ['x-forwarded-for', 'forwarded', 'cookie', 'accept-encoding', 'content-type', 'range', 'if-none-match']
  const texts = [
    '9',
    'a.',
    '10.0.0.1, ',
    '::1,',
    'Bearer ',
    'a;',
    '@1.',
    '*.',
    'application/json;',
    '"',
    '=',
    'e\u0301',
  ]
  function* calls(): Generator<[string, Call]> {
    for (const name of [...names, ...more])
      for (const text of texts) {
        const value = Buffer.from(filled(text, long)).toString('latin1')
        yield [`${name} ${text}`, { path: '/rpc/Svc/Ping', body: '{}', headers: { [name]: value } }]
      }
    const many = Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`x-${i}`, '1']))
    yield ['many headers', { path: '/rpc/Svc/Ping', body: '{}', headers: many }]
    for (const text of ['a', '/', '../', '%2e', '%', '?a=', '&', '%E0%A4%A'])
      for (const path of ['/', '/rpc/', '/rpc/Svc/', '/rpc/Acme/', '/intents/', '/openapi/', '/console/'])
        for (const method of ['GET', 'POST', 'OPTIONS'])
          yield [`${method} ${path}${text}`, { path: path + filled(text, long), method }]
  }
  expect(await dearOf(port, calls())).toEqual([])
})

test('of long bodies that come in one turn of the event loop few are read in it', async () => {
  const [readOne] = checksWithout(...checkOrder.filter((name) => name !== 'body')).slice(-1)
  const bytes = Buffer.from(stuffed('{"intent":"', 'a', '"}', 900_000))
  const exchanges = Array.from({ length: 60 }, () => ({ bytes, body: undefined as unknown }))
  const context = { replyCache: { find: () => undefined } }
  const reading = exchanges.map((one) => readOne!(one as never, context as never))
  const read = () => exchanges.filter(({ body }) => body !== undefined).length
  expect(read()).toBeLessThan(30)
  await Promise.all(reading)
  expect(read()).toBe(60)
})
