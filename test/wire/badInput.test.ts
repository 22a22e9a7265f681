import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BadInput } from '../../scripts/generateBadInput.ts'
import { errors } from '../../src/interface/errors.ts'
import { exampleOf } from '../../src/interface/example.ts'
import { inspectObject } from '../../src/interface/inspect.ts'
import { type OperationName, operationNames, operations } from '../../src/interface/operations.ts'
import type { Handlers } from '../../src/server/call.ts'
import { type Served, serve } from '../server/serve.ts'

const rows: BadInput[] = readFileSync(new URL('badInput.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

let server: Served
let stop: () => Promise<void>
const reached: OperationName[] = []
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

test.each(rows)('$name', async (row) => {
  reached.length = 0
  const reply = await send(row)
  expect(reply.type).toBe('application/json')
  expect(reply.status).toBe(row.expect.status)
  if (row.expect.error === undefined) return expect(reached).toHaveLength(1)
  expect(reached).toEqual([])
  if (row.method === 'HEAD') return expect(reply.text).toBe('')
  const { error, code, msg, cause, status, ...rest } = JSON.parse(reply.text)
  expect(rest).toEqual({})
  expect(error).toBe(row.expect.error)
  expect({ code, msg, status }).toEqual({
    code: errors[error as keyof typeof errors].code,
    msg: errors[error as keyof typeof errors].msg,
    status: reply.status,
  })
  expect(cause).toContain(row.expect.causeIncludes ?? '')
  expect(cause.length).toBeLessThan(600)
  expect(cause).not.toMatch(/node_modules|\bat .+:\d+:\d+|\.ts\b/)
})

test('after all of it the server still works, and nothing leaked into the prototype', async () => {
  const reply = await send({ name: '', method: 'POST', path: '/rpc/Svc/Ping', body: '{}', expect: { status: 200 } })
  expect(reply.status).toBe(200)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  expect(server.lines.filter((line) => line.event === 'panic')).toEqual([])
})
