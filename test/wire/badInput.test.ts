import { Agent, request } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ErrorName, errors } from '../../src/interface/errors.ts'
import { exampleOf } from '../../src/interface/example.ts'
import { inspectObject } from '../../src/interface/inspect.ts'
import { type OperationName, operationNames, operations } from '../../src/interface/operations.ts'
import type { Handlers } from '../../src/server/http/handler.ts'
import { type Served, serve } from '../server/serve.ts'
import { type BadInput, badInput } from './badInput.ts'

const rows = badInput()

let server: Served
let stop: () => Promise<void>
const reached: OperationName[] = []
const causeCharsMax = 600
const agent = new Agent({ keepAlive: true, maxSockets: 4 })

beforeAll(async () => {
  const handlers = Object.fromEntries(
    operationNames.map((name) => [
      name,
      () => {
        reached.push(name)
        return exampleOf(inspectObject(operations[name].response))
      },
    ]),
  ) as unknown as Handlers
  server = await serve({}, { handlers, onEnd: (end) => (stop = end) })
})

afterAll(async () => {
  agent.destroy()
  await stop()
})

type Reply = { status: number; text: string; type: string | undefined }

function send({ method, path, headers = {}, ...row }: BadInput): Promise<Reply> {
  const body = bodyOf(row)
  const given = { 'Content-Type': 'application/json', 'Content-Length': String(body.length), ...headers }
  const sent = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port: server.port, method, path, headers: sent, agent }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, type: answer.headers['content-type'] }))
      answer.on('error', reject)
    })
    call.on('error', reject)
    call.end(body)
  })
}

function bodyOf({ body, bodyHex, bodyRepeat }: Partial<BadInput>): Buffer {
  if (bodyHex !== undefined) return Buffer.from(bodyHex, 'hex')
  if (bodyRepeat === undefined) return Buffer.from(body ?? '')
  return Buffer.from(bodyRepeat.before + bodyRepeat.unit.repeat(bodyRepeat.times) + bodyRepeat.after)
}

test('there are enough of them, and no two share a name', () => {
  expect(rows.length).toBeGreaterThan(2_000)
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
})

const groups = [...new Set(rows.map(groupOf))]

function groupOf({ name, path }: BadInput): string {
  const operation = path.slice('/rpc/Svc/'.length) as OperationName
  return name.startsWith(`${operation} `) ? operation : 'by hand'
}

test.each(groups)('%s', async (group) => {
  const wrong: string[] = []
  for (const row of rows.filter((one) => groupOf(one) === group)) {
    reached.length = 0
    const problem = judge(row, await send(row))
    if (problem) wrong.push(`${row.name}: ${problem}`)
  }
  expect(wrong).toEqual([])
})

/** What is wrong with the reply to a row, or nothing. */
function judge({ method, expect: wanted }: BadInput, { status, text, type }: Reply): string | undefined {
  if (type !== 'application/json') return `content type ${type}`
  if (status !== wanted.status) return `status ${status}, ${text}`
  if (wanted.error === undefined) return reached.length === 1 ? undefined : 'no handler was reached'
  if (reached.length > 0) return 'a handler was reached'
  if (method === 'HEAD') return text === '' ? undefined : `a body: ${text}`
  const { cause, ...envelope } = JSON.parse(text)
  const { code, msg } = errors[wanted.error as ErrorName]
  if (!isDeepStrictEqual(envelope, { error: wanted.error, code, msg, status })) return text
  if (typeof cause !== 'string' || !cause.includes(wanted.causeIncludes ?? '')) return `cause ${cause}`
  if (cause.length > causeCharsMax) return `a cause of ${cause.length} characters`
  return /node_modules|\bat .+:\d+:\d+|\.ts\b/.test(cause) ? `a cause about our insides: ${cause}` : undefined
}

test('after all of it the server still works, and nothing leaked into the prototype', async () => {
  const reply = await send({ name: '', method: 'POST', path: '/rpc/Svc/Ping', body: '{}', expect: { status: 200 } })
  expect(reply.status).toBe(200)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  expect(server.lines.filter((line) => line.event === 'panic')).toEqual([])
})
