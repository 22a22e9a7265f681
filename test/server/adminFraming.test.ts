import { beforeAll, describe, expect, test } from 'vitest'
import { errors } from '../../src/interface/errors.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { operatorSecret, serveWithAdmin } from './adminSetup.ts'
import { parseRaw, sendRaw } from './serve.ts'

const head = (line: string, ...fields: string[]) => `${[line, ...fields].join('\r\n')}\r\n\r\n`
const path = '/rpc/SvcAdmin/CreateOperatorToken'
const post = `POST ${path} HTTP/1.1`
const [host, json, close] = ['Host: x', 'Content-Type: application/json', 'Connection: close']
const body = JSON.stringify({ secret: operatorSecret })
const length = `Content-Length: ${body.length}`
const unsent = 'Content-Length: 200000'

let port = 0
beforeAll(async () => {
  const ends: (() => Promise<void>)[] = []
  const config = { http: { bodyTimeoutMs: 2_000 }, limits: { publicPerMinute: 1_000 } }
  const { url: databaseUrl } = await freshDatabase() // gone with its cluster when the file ends
  const served = await serveWithAdmin({ config, databaseUrl, onEnd: (stop) => ends.unshift(stop) })
  port = served.port
  return async () => {
    for (const end of ends) await end()
  }
})

type Row = [name: string, error: keyof typeof errors, bytes: string]

/** What comes over the wire to an admin operation, and the error it must meet. */
const refused: Row[] = [
  ['GET', 'WebrpcBadMethod', head(`GET ${path} HTTP/1.1`, host, close)],
  ['OPTIONS, which only pages in browsers send', 'WebrpcBadMethod', head(`OPTIONS ${path} HTTP/1.1`, host, close)],
  ['a rare method', 'WebrpcBadMethod', head(`PROPFIND ${path} HTTP/1.1`, host, close)],
  ['DELETE with a body', 'WebrpcBadMethod', `${head(`DELETE ${path} HTTP/1.1`, host, 'Content-Length: 2', close)}{}`],
  ['PUT of a bad kind of body', 'WebrpcBadMethod', head(`PUT ${path} HTTP/1.1`, host, 'Content-Type: ;;', close)],
  ['an unknown operation', 'WebrpcBadRoute', head('GET /rpc/SvcAdmin/Nope HTTP/1.1', host, close)],
  [
    'an unknown operation with a body',
    'WebrpcBadRoute',
    `${head('POST /rpc/SvcAdmin/Nope HTTP/1.1', host, json, unsent)}{`,
  ],
  ['a trailing slash', 'WebrpcBadRoute', head(`POST ${path}/ HTTP/1.1`, host, close)],
  ['bad percent-encoding', 'WebrpcBadRoute', head('POST /rpc/SvcAdmin/%zz HTTP/1.1', host, close)],
  ['no Host in HTTP/1.1', 'WebrpcBadRequest', head(post, json, close)],
  ['no Host on an unknown operation', 'WebrpcBadRequest', head('POST /rpc/SvcAdmin/Nope HTTP/1.1', json, close)],
  ['no content type and no body', 'WebrpcBadRequest', head(post, host, close)],
  ['no content type', 'WebrpcBadRequest', `${head(post, host, length, close)}${body}`],
  ['another content type', 'WebrpcBadRequest', `${head(post, host, 'Content-Type: text/plain', length, close)}${body}`],
  ['a content type of nonsense', 'WebrpcBadRequest', `${head(post, host, 'Content-Type: ;;', length, close)}${body}`],
  ['another charset', 'WebrpcBadRequest', `${head(post, host, `${json}; charset=utf-16`, length, close)}${body}`],
  [
    'a compressed body',
    'WebrpcBadRequest',
    `${head(post, host, json, 'Content-Encoding: gzip', length, close)}${body}`,
  ],
  ['an empty body', 'WebrpcBadRequest', head(post, host, json, close)],
  ['half an object', 'WebrpcBadRequest', `${head(post, host, json, 'Content-Length: 1', close)}{`],
  ['a declared body over the limit', 'WebrpcBadRequest', `${head(post, host, json, 'Content-Length: 99999999')}{`],
  ['a body that does not come', 'Timeout', `${head(post, host, json, unsent)}{`],
  ['a page, before its body', 'InvalidOrigin', `${head(post, host, 'Origin: https://x.example', unsent)}{`],
  ['a key, before its body', 'PermissionDenied', `${head(post, host, 'X-Access-Key: k', unsent)}{`],
]

describe('a malformed call of an admin operation gets the envelope', () => {
  test.each(refused)('%s: %s', async (_name, error, bytes) => {
    const answer = parseRaw(await sendRaw(port, Buffer.from(bytes, 'latin1')))
    const { code, status, msg } = errors[error]
    expect(answer.body).toMatchObject({ error, code, status, msg })
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(answer.text.length),
      'cache-control': 'no-store',
      'ratelimit-limit': '1000',
      connection: 'close',
    })
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{24}$/)
    expect(answer.headers.allow).toBe(error === 'WebrpcBadMethod' ? 'POST' : undefined)
    const isUnknown = error === 'WebrpcBadRoute' || bytes.includes('Nope')
    expect(answer.headers['access-control-allow-origin']).toBe(isUnknown ? '*' : undefined)
  })
})

const answered: [name: string, bytes: string][] = [
  ['HTTP/1.0 without Host', `${head(`POST ${path} HTTP/1.0`, json, length)}${body}`],
  ['an absolute-form target', `${head(`POST http://x:1${path} HTTP/1.1`, host, json, length, close)}${body}`],
  ['a query string', `${head(`POST ${path}?a=1 HTTP/1.1`, host, json, length, close)}${body}`],
  [
    'an escaped letter',
    `${head('POST /rpc/SvcAdmin/%43reateOperatorToken HTTP/1.1', host, json, length, close)}${body}`,
  ],
  ['a content type in capitals', `${head(post, host, 'Content-Type: Application/JSON', length, close)}${body}`],
  ['an empty parameter', `${head(post, host, `${json};`, length, close)}${body}`],
  ['a parameter without a value', `${head(post, host, `${json}; charset`, length, close)}${body}`],
  ['a space before the parameter', `${head(post, host, `${json} ; charset="UTF-8"`, length, close)}${body}`],
  ['an odd expectation', `${head(post, host, json, length, 'Expect: tea', close)}${body}`],
  [
    'chunks',
    `${head(post, host, json, 'Transfer-Encoding: chunked', close)}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  ],
]

describe('an unusual call of an admin operation is answered', () => {
  test.each(answered)('%s', async (_name, bytes) => {
    const answer = parseRaw(await sendRaw(port, Buffer.from(bytes, 'latin1')))
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.token).toMatch(/^ey/)
    expect(answer.headers['content-type']).toBe('application/json')
  })
})

test('a refused caller with a small body keeps its connection', async () => {
  const wrong = JSON.stringify({ secret: 'x'.repeat(operatorSecret.length) })
  const text = await sendRaw(
    port,
    `${head(post, host, json, length)}${wrong}`,
    `${head(post, host, json, length, close)}${body}`,
  )
  expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['401', '200'])
})

test('"Expect: 100-continue" is answered only when the body is wanted', async () => {
  const fields = [host, json, length, 'Expect: 100-continue', close]
  expect(await sendRaw(port, head(post, ...fields), body)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
  expect(await sendRaw(port, head(post, ...fields, 'X-Access-Key: k'), body)).toMatch(/^HTTP\/1\.1 403 /)
})

test('a body over the limit is refused while it is still being sent', async () => {
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  const chunked = head(post, host, json, 'Transfer-Encoding: chunked')
  const answer = parseRaw(await sendRaw(port, chunked, ...Array<string>(20).fill(chunk)))
  expect([answer.status, answer.body.error, answer.headers.connection]).toEqual([400, 'WebrpcBadRequest', 'close'])
})
