import { request } from 'node:http'
import { expect, test } from 'vitest'
import { ServiceError } from '../../src/interface/errors.ts'
import type { OperationName } from '../../src/interface/operations.ts'
import { checkOrder, checksWithout } from '../../src/server/http/checks.ts'
import type { Handlers } from '../../src/server/http/handler.ts'
import { serve } from '../server/serve.ts'
import { leastCpuMs } from './cpuTime.ts'

const MiB = 1_048_576
/** No request may hold the event loop longer, by the processor time of the usual machine. */
const cpuMsMax = 25
const samples = 30

/** As many times as fit into so many bytes. */
const fill = (before: string, item: string, after: string, bytes = MiB) => {
  const times = Math.floor((bytes - before.length - after.length) / (item.length + 1))
  return before + Array<string>(times).fill(item).join(',') + after
}
const pad = (before: string, unit: string, after: string, bytes = MiB) =>
  before + unit.repeat(Math.floor((bytes - before.length - after.length) / unit.length)) + after

/** Each as long as its operation allows, or longer. */
const hostile: [name: string, operation: OperationName, body: string][] = [
  ['exponents', 'CommitIntent', fill('{"intent":[', '1e399', ']}')],
  ['exponents within the digits', 'CommitIntent', fill('{"intent":[', '1e77', ']}')],
  ['exponents, as many as allowed', 'CommitIntent', fill('{"intent":[', '1e77', ']}', 49_000)],
  ['long numbers', 'CommitIntent', fill('{"intent":[', '9'.repeat(390), ']}')],
  ['long numbers, as many as allowed', 'CommitIntent', fill('{"intent":[', '9'.repeat(390), ']}', 130_000)],
  ['a number of a megabyte', 'CommitIntent', pad('{"intent":', '9', '}')],
  ['a fraction of a megabyte', 'CommitIntent', pad('{"intent":0.', '3', 'e1000000}')],
  ['zeros', 'CommitIntent', fill('{"intent":[', '0', ']}')],
  ['empty arrays', 'CommitIntent', fill('{"intent":[', '[]', ']}')],
  ['empty objects', 'CommitIntent', fill('{"intent":[', '{}', ']}')],
  ['empty strings', 'CommitIntent', fill('{"intent":[', '""', ']}')],
  ['nulls', 'CommitIntent', fill('{"intent":[', 'null', ']}')],
  ['members', 'CommitIntent', fill('{"intent":{', '"a":1', '}}')],
  ['members of one name, as many as allowed', 'CommitIntent', fill('{"intent":{', '"k":1e77', '}}', 79_000)],
  ['calls', 'CommitIntent', fill('{"intent":{"calls":[', '{"chainId":1}', ']}}')],
  ['space', 'CommitIntent', pad('{', ' ', '}')],
  ['lines, then a mistake', 'CommitIntent', pad('{', '\n', 'x}')],
  ['lines, as many as allowed, then a mistake', 'CommitIntent', pad('{', '\n', 'x}', 130_000)],
  ['signs', 'CommitIntent', pad('{"intent":', '-', '}')],
  ['escapes', 'QuoteIntent', pad('{"ownerAddress":"', '\\u0041', '"}', 320 * 1_024)],
  ['escaped quotes', 'CommitIntent', pad('{"intent":"', '\\\\\\"', '"}')],
  ['escaped quotes, as many as allowed', 'CommitIntent', pad('{"intent":"', '\\"', '"}', 19_000)],
  ['an amount of a megabyte', 'QuoteIntent', pad('{"originTokenAmount":"', '9', '"}', 320 * 1_024)],
  ['call data', 'QuoteIntent', pad('{"destinationCallData":"0x', 'ab', '"}', 320 * 1_024)],
  ['what looks like numbers', 'QuoteIntent', pad('{"ownerAddress":"', ' 123456789012345.', '"}', 320 * 1_024)],
  ['chains', 'GetTokenList', fill('{"chainIds":[', '1', ']}')],
  ['chains, as many as allowed', 'GetTokenList', fill('{"chainIds":[', '1e15', ']}', 49_000)],
  ['tokens', 'GetTokenPrices', fill('{"tokens":[', '{}', ']}', 29_000)],
  ['states', 'WaitIntentReceipt', fill('{"lastReceiptStates":[', '"PENDING"', ']}', 64 * 1_024)],
  ['a search of words', 'SearchIntents', pad('{"byQueryString":"', 'a ', '"}', 64 * 1_024)],
]

test('no body holds the event loop over 25 ms, and none reaches a handler', async () => {
  const reached: string[] = []
  const offered = new Set(hostile.map(([, operation]) => operation))
  const handlers = Object.fromEntries(
    [...offered].map((name) => [
      name,
      () => {
        reached.push(name)
        throw new ServiceError('Unavailable')
      },
    ]),
  ) as Handlers
  const { port } = await serve({}, { handlers })
  const costly: string[] = []
  for (const [name, operation, body] of hostile) {
    const bytes = Buffer.from(body)
    const call = async () => expect(await send(port, operation, bytes), name).toBe(400)
    const cpuMs = await leastCpuMs(call, cpuMsMax, samples)
    if (cpuMs > cpuMsMax) costly.push(`${name}: ${cpuMs} ms`)
  }
  expect(costly).toEqual([])
  expect(reached).toEqual([])
})

/** Resolves with the status, also when the server answers before it has read the whole body. */
function send(port: number, operation: string, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const call = request({ port, method: 'POST', path: `/rpc/Svc/${operation}`, headers, agent: false }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    call.on('error', reject)
    call.end(body)
  })
}

test('of long bodies that come in one turn of the event loop few are read in it', async () => {
  const [readOne] = checksWithout(...checkOrder.filter((name) => name !== 'body')).slice(-1)
  const bytes = Buffer.from(pad('{"intent":"', 'a', '"}', 900_000))
  const exchanges = Array.from({ length: 60 }, () => ({ bytes, body: undefined as unknown }))
  const context = { replyCache: { find: () => undefined } }
  const reading = exchanges.map((one) => readOne!(one as never, context as never))
  const read = () => exchanges.filter(({ body }) => body !== undefined).length
  expect(read()).toBeLessThan(30)
  await Promise.all(reading)
  expect(read()).toBe(60)
})
