import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { errors } from '../../src/interface/errors.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { operatorSecret, serveWithAdmin } from './adminSetup.ts'
import { type Answer, parseRaw, sendRaw, serve } from './serve.ts'

const head = (line: string, ...fields: string[]) => `${[line, ...fields].join('\r\n')}\r\n\r\n`
const [host, json, close] = ['Host: x', 'Content-Type: application/json', 'Connection: close']
const two = 'Content-Length: 2'
const unsent = 'Content-Length: 200000'

/** One server with both interfaces for all rows. */
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

/** `wrong`: a field and a body that are refused with 401. */
type Side = { what: string; path: string; body: string; answers: RegExp; keyRefused: string; wrong: [string[], string] }
const operation: Side = {
  ...{ what: 'an operation', path: '/rpc/Svc/Ping', body: '{}', answers: /^\{"version":"0.0.1"\}$/, keyRefused: '401' },
  wrong: [['X-Access-Key: wrong'], '{}'],
}
const adminOperation: Side = {
  ...{ what: 'an admin operation', path: '/rpc/SvcAdmin/CreateOperatorToken', answers: /"token":"ey/ },
  ...{ body: JSON.stringify({ secret: operatorSecret }), keyRefused: '403' },
  wrong: [[], JSON.stringify({ secret: 'x'.repeat(operatorSecret.length) })],
}
const sides = [operation, adminOperation]

/** What comes over the wire, and the error it must meet. */
type Row = [name: string, error: keyof typeof errors, bytes: string]

const notHttp: Row[] = [
  ['not HTTP at all', 'WebrpcBadRequest', 'hello\r\n\r\n'],
  ['a TLS greeting', 'WebrpcBadRequest', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['HTTP/3.0', 'WebrpcBadRequest', head('POST /rpc/Svc/Ping HTTP/3.0', host)],
  ['a header without a colon', 'WebrpcBadRequest', head('POST /rpc/Svc/Ping HTTP/1.1', host, 'nonsense')],
  ['a space in a header name', 'WebrpcBadRequest', head('POST /rpc/Svc/Ping HTTP/1.1', host, 'X Y: 1')],
  ['two lengths', 'WebrpcBadRequest', head('POST /rpc/Svc/Ping HTTP/1.1', host, two, 'Content-Length: 3')],
  ['a negative length', 'WebrpcBadRequest', head('POST /rpc/Svc/Ping HTTP/1.1', host, 'Content-Length: -1')],
  [
    'length and chunks together',
    'WebrpcBadRequest',
    head('POST /rpc/Svc/Ping HTTP/1.1', host, two, 'Transfer-Encoding: chunked'),
  ],
  [
    'a bad chunk size',
    'WebrpcBadRequest',
    `${head('POST /rpc/Svc/Ping HTTP/1.1', host, json, 'Transfer-Encoding: chunked', close)}zz\r\n{}\r\n0\r\n\r\n`,
  ],
  [
    'a head that is too large',
    'WebrpcBadRequest',
    head('POST /rpc/Svc/Ping HTTP/1.1', host, `X-Big: ${'a'.repeat(20_000)}`),
  ],
  ['an unknown method on an operation', 'WebrpcBadMethod', head('FROBNICATE /rpc/Svc/Ping HTTP/1.1', host, close)],
  ['an unknown method elsewhere', 'WebrpcBadRoute', head('FROBNICATE /nowhere HTTP/1.1', host, close)],
  ['CONNECT', 'WebrpcBadRoute', head('CONNECT example.org:443 HTTP/1.1', host)],
  ['OPTIONS *', 'WebrpcBadRoute', head('OPTIONS * HTTP/1.1', host, close)],
  ['POST on a page', 'WebrpcBadRoute', head('POST /health HTTP/1.1', host, close)],
]

function malformed({ path, body }: Side): Row[] {
  const nope = path.replace(/\w+$/, 'Nope')
  const post = `POST ${path} HTTP/1.1`
  const length = `Content-Length: ${body.length}`
  const typed = (type: string) => `${head(post, host, `Content-Type: ${type}`, length, close)}${body}`
  return [
    ['GET', 'WebrpcBadMethod', head(`GET ${path} HTTP/1.1`, host, close)],
    ['a rare method', 'WebrpcBadMethod', head(`PROPFIND ${path} HTTP/1.1`, host, close)],
    ['DELETE with a body', 'WebrpcBadMethod', `${head(`DELETE ${path} HTTP/1.1`, host, two, close)}{}`],
    ['PUT of a bad kind of body', 'WebrpcBadMethod', head(`PUT ${path} HTTP/1.1`, host, 'Content-Type: ;;', close)],
    ['an unknown operation before the method', 'WebrpcBadRoute', head(`GET ${nope} HTTP/1.1`, host, close)],
    ['an unknown operation with a body', 'WebrpcBadRoute', `${head(`POST ${nope} HTTP/1.1`, host, json, unsent)}{`],
    ['a trailing slash', 'WebrpcBadRoute', head(`POST ${path}/ HTTP/1.1`, host, close)],
    ['bad percent-encoding', 'WebrpcBadRoute', head(`POST ${path}%zz HTTP/1.1`, host, close)],
    ['half a character in percent-encoding', 'WebrpcBadRoute', head(`POST ${path}%E4%B8 HTTP/1.1`, host, close)],
    ['no Host in HTTP/1.1', 'WebrpcBadRequest', head(post, json, close)],
    ['no Host on an unknown operation', 'WebrpcBadRequest', head(`POST ${nope} HTTP/1.1`, json, close)],
    ['no content type and no body', 'WebrpcBadRequest', head(post, host, close)],
    ['no content type', 'WebrpcBadRequest', `${head(post, host, length, close)}${body}`],
    ['another content type', 'WebrpcBadRequest', typed('text/plain')],
    ['a content type of nonsense', 'WebrpcBadRequest', typed(';;')],
    ['another charset', 'WebrpcBadRequest', typed('application/json; charset=utf-16')],
    [
      'a compressed body',
      'WebrpcBadRequest',
      `${head(post, host, json, 'Content-Encoding: gzip', length, close)}${body}`,
    ],
    ['an empty body', 'WebrpcBadRequest', head(post, host, json, close)],
    ['half an object', 'WebrpcBadRequest', `${head(post, host, json, 'Content-Length: 1', close)}{`],
    ['a declared body over the limit', 'WebrpcBadRequest', `${head(post, host, json, 'Content-Length: 99999999')}{`],
  ]
}

const { path: adminPath } = adminOperation
/** What is refused there alone, and a body within its longer limit. */
const forAdmin: Row[] = [
  ['a body that does not come', 'Timeout', `${head(`POST ${adminPath} HTTP/1.1`, host, json, unsent)}{`],
  ['OPTIONS', 'WebrpcBadMethod', head(`OPTIONS ${adminPath} HTTP/1.1`, host, close)],
  [
    'a page, before its body',
    'InvalidOrigin',
    `${head(`POST ${adminPath} HTTP/1.1`, host, 'Origin: https://x.example', unsent)}{`,
  ],
  [
    'a key, before its body',
    'PermissionDenied',
    `${head(`POST ${adminPath} HTTP/1.1`, host, 'X-Access-Key: k', unsent)}{`,
  ],
]

const answerTo = async (bytes: string): Promise<Answer> => parseRaw(await sendRaw(port, Buffer.from(bytes, 'latin1')))

function expectEnvelope(
  { body, status: got, headers }: Answer,
  error: keyof typeof errors,
  origin: string | undefined,
) {
  const { code, status, msg } = errors[error]
  expect(body).toMatchObject({ error, code, status, msg })
  expect(Object.keys(body).filter((name) => !['error', 'code', 'msg', 'cause', 'status'].includes(name))).toEqual([])
  expect(got).toBe(status)
  expect(headers['content-type']).toBe('application/json')
  expect(headers['x-request-id']).toBeTruthy()
  expect(headers['access-control-allow-origin']).toBe(origin)
}

describe('every malformed request gets the envelope', () => {
  test.each([...notHttp, ...malformed(operation)])('%s: %s', async (_name, error, bytes) => {
    expectEnvelope(await answerTo(bytes), error, '*')
  })
})

describe('a malformed call of an admin operation gets the envelope', () => {
  test.each([...malformed(adminOperation), ...forAdmin])('%s: %s', async (_name, error, bytes) => {
    const answer = await answerTo(bytes)
    expectEnvelope(answer, error, error === 'WebrpcBadRoute' || bytes.includes('Nope') ? '*' : undefined)
    expect(answer.headers).toMatchObject({
      ...{ 'content-length': String(answer.text.length), 'cache-control': 'no-store', 'ratelimit-limit': '1000' },
      connection: 'close',
    })
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{24}$/)
    expect(answer.headers.allow).toBe(error === 'WebrpcBadMethod' ? 'POST' : undefined)
  })
})

describe.each(sides)('to $what', ({ path, body, answers, keyRefused, wrong }) => {
  const post = `POST ${path} HTTP/1.1`
  const length = `Content-Length: ${body.length}`
  const typed = (type: string) => `${head(post, host, `Content-Type: ${type}`, length, close)}${body}`
  const marked = `\xef\xbb\xbf${body}`

  /** What looks odd and is fine. */
  test.each<[name: string, bytes: string]>([
    ['HTTP/1.0 without Host', `${head(`POST ${path} HTTP/1.0`, json, length)}${body}`],
    ['an absolute-form target', `${head(`POST http://x:1${path} HTTP/1.1`, host, json, length, close)}${body}`],
    ['a query string', `${head(`POST ${path}?a=1 HTTP/1.1`, host, json, length, close)}${body}`],
    [
      'an escaped letter',
      `${head(`POST ${path.replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16)}`)} HTTP/1.1`, host, json, length, close)}${body}`,
    ],
    ['an offer to upgrade', `${head(post, host, json, length, 'Upgrade: h2c', 'Connection: Upgrade, close')}${body}`],
    ['a content type in capitals', typed('Application/JSON')],
    ['an empty parameter', typed('application/json;')],
    ['a parameter without a value', typed('application/json; charset')],
    ['a space before the parameter', typed('application/json ; charset="UTF-8"')],
    ['an odd expectation', `${head(post, host, json, length, 'Expect: tea', close)}${body}`],
    [
      'chunks',
      `${head(post, host, json, 'Transfer-Encoding: chunked', close)}1\r\n{\r\n${(body.length - 1).toString(16)}\r\n${body.slice(1)}\r\n0\r\n\r\n`,
    ],
    [
      'a charset and a byte order mark',
      `${head(post, host, `${json};charset="UTF-8"`, `Content-Length: ${marked.length}`, close)}${marked}`,
    ],
  ])('%s is answered', async (_name, bytes) => {
    const { status, text, headers } = await answerTo(bytes)
    expect(text).toMatch(answers)
    expect([status, headers['content-type']]).toEqual([200, 'application/json'])
  })

  test('"Expect: 100-continue" is answered only when the body is wanted', async () => {
    const fields = [host, json, length, 'Expect: 100-continue', close]
    expect(await sendRaw(port, head(post, ...fields), body)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
    const refused = await sendRaw(port, head(post, ...fields, 'X-Access-Key: wrong'), body)
    expect(refused.slice(0, 12)).toBe(`HTTP/1.1 ${keyRefused}`)
  })

  test('a refused caller with a small body keeps its connection', async () => {
    const [fields, wrongBody] = wrong
    const refused = `${head(post, host, json, length, ...fields)}${wrongBody}`
    const text = await sendRaw(port, refused, `${head(post, host, json, length, close)}${body}`)
    expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['401', '200'])
  })

  test('a body over the limit is refused while it is still being sent', async () => {
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const chunked = head(post, host, json, 'Transfer-Encoding: chunked')
    const answer = parseRaw(await sendRaw(port, chunked, ...Array<string>(20).fill(chunk)))
    expect([answer.status, answer.body.error, answer.headers.connection]).toEqual([400, 'WebrpcBadRequest', 'close'])
  })
})

test('HEAD gets the head of the refusal and no body', async () => {
  const text = await sendRaw(port, head('HEAD /rpc/Svc/Ping HTTP/1.1', host, close))
  expect(text).toMatch(/^HTTP\/1\.1 405 /)
  expect(text).toMatch(/\r\nAllow: POST\r\n/)
  expect(text.endsWith('\r\n\r\n')).toBe(true)
})

test('two requests in one packet get two answers in order', async () => {
  const first = `${head('POST /rpc/Svc/Ping HTTP/1.1', host, json, two)}{}`
  const second = `${head('POST /rpc/Svc/Nope HTTP/1.1', host, json, two, close)}{}`
  const text = await sendRaw(port, first + second)
  expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '404'])
})

test('a head that does not end, and a body that does not come, meet Timeout', async () => {
  const { port } = await serve({ http: { headersTimeoutMs: 300, bodyTimeoutMs: 200 } })
  const late = await Promise.all([
    sendRaw(port, 'POST /rpc/Svc/Ping HTTP/1.1\r\nHost: x\r\n'),
    sendRaw(port, head('POST /rpc/Svc/GetTokenList HTTP/1.1', host, json, 'Content-Length: 100000'), '{'),
    sendRaw(port, `${head('POST /rpc/Svc/Ping HTTP/1.1', host, json, 'Transfer-Encoding: chunked')}1\r\n{\r\n`),
  ])
  for (const text of late) expectEnvelope(parseRaw(text), 'Timeout', '*')
})

test('a caller that hangs up in the middle of a body leaves a line and nothing else', async () => {
  const { port, lines } = await serve()
  const socket = connect(port, '127.0.0.1')
  socket.write(head('POST /rpc/Svc/Ping HTTP/1.1', host, json, 'Content-Length: 10'))
  socket.write('{', () => socket.destroy())
  await expect.poll(() => lines.some(({ error }) => error === 'WebrpcClientAborted')).toBe(true)
})
