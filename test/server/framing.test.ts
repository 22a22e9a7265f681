import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { errors } from '../../src/interface/errors.ts'
import { type Answer, parseRaw, type Served, sendRaw, serve } from './serve.ts'

const head = (line: string, ...fields: string[]) => `${[line, ...fields].join('\r\n')}\r\n\r\n`
const json = 'Content-Type: application/json'
const close = 'Connection: close'
const host = 'Host: x'

/** One server for a group of tests. */
function sharedServer(): () => Served {
  let served: Served
  beforeAll(async () => {
    let stop = async () => {}
    served = await serve({}, { onEnd: (end) => (stop = end) })
    return () => stop()
  })
  return () => served
}

function expectEnvelope(answer: Answer, error: keyof typeof errors) {
  const { code, status, msg } = errors[error]
  expect(answer.body).toMatchObject({ error, code, status, msg })
  expect(
    Object.keys(answer.body).filter((name) => !['error', 'code', 'msg', 'cause', 'status'].includes(name)),
  ).toEqual([])
  expect(answer.status).toBe(status)
  expect(answer.headers['content-type']).toBe('application/json')
  expect(answer.headers['x-request-id']).toBeTruthy()
  expect(answer.headers['access-control-allow-origin']).toBe('*')
}

const bodyless = head('POST /rpc/Svc/Ping HTTP/1.1', host, json, 'Content-Length: 2', close)

/** What comes over the wire, and the error it must meet. */
const malformed: [name: string, error: keyof typeof errors, bytes: string][] = [
  ['not HTTP at all', 'WebrpcBadRequest', 'hello\r\n\r\n'],
  ['a TLS greeting', 'WebrpcBadRequest', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['HTTP/3.0', 'WebrpcBadRequest', head('POST /rpc/Svc/Ping HTTP/3.0', host)],
  ['a header without a colon', 'WebrpcBadRequest', head('POST /rpc/Svc/Ping HTTP/1.1', host, 'nonsense')],
  ['a space in a header name', 'WebrpcBadRequest', head('POST /rpc/Svc/Ping HTTP/1.1', host, 'X Y: 1')],
  [
    'two lengths',
    'WebrpcBadRequest',
    head('POST /rpc/Svc/Ping HTTP/1.1', host, 'Content-Length: 2', 'Content-Length: 3'),
  ],
  ['a negative length', 'WebrpcBadRequest', head('POST /rpc/Svc/Ping HTTP/1.1', host, 'Content-Length: -1')],
  [
    'length and chunks together',
    'WebrpcBadRequest',
    head('POST /rpc/Svc/Ping HTTP/1.1', host, 'Content-Length: 2', 'Transfer-Encoding: chunked'),
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
  ['no Host in HTTP/1.1', 'WebrpcBadRequest', head('POST /rpc/Svc/Ping HTTP/1.1', json, close)],
  ['an unknown method on an operation', 'WebrpcBadMethod', head('FROBNICATE /rpc/Svc/Ping HTTP/1.1', host, close)],
  ['an unknown method elsewhere', 'WebrpcBadRoute', head('FROBNICATE /nowhere HTTP/1.1', host, close)],
  ['a rare method on an operation', 'WebrpcBadMethod', head('PROPFIND /rpc/Svc/Ping HTTP/1.1', host, close)],
  ['TRACE', 'WebrpcBadMethod', head('TRACE /rpc/Svc/Ping HTTP/1.1', host, close)],
  [
    'DELETE with a body',
    'WebrpcBadMethod',
    `${head('DELETE /rpc/Svc/Ping HTTP/1.1', host, 'Content-Length: 2', close)}{}`,
  ],
  ['CONNECT', 'WebrpcBadRoute', head('CONNECT example.org:443 HTTP/1.1', host)],
  ['OPTIONS *', 'WebrpcBadRoute', head('OPTIONS * HTTP/1.1', host, close)],
  ['percent-encoding that means nothing', 'WebrpcBadRoute', head('POST /rpc/Svc/%zz HTTP/1.1', host, close)],
  ['half a character in percent-encoding', 'WebrpcBadRoute', head('POST /rpc/Svc/%E4%B8 HTTP/1.1', host, close)],
  ['a very long path', 'WebrpcBadRoute', head(`POST /rpc/Svc/${'a'.repeat(3_000)} HTTP/1.1`, host, close)],
  ['a path that climbs', 'WebrpcBadRoute', head('POST /rpc/Svc/../Svc/Ping HTTP/1.1', host, close)],
  ['a trailing slash', 'WebrpcBadRoute', head('POST /rpc/Svc/Ping/ HTTP/1.1', host, close)],
  ['another case', 'WebrpcBadRoute', head('POST /rpc/svc/ping HTTP/1.1', host, close)],
  ['__proto__ as an operation', 'WebrpcBadRoute', head('POST /rpc/Svc/__proto__ HTTP/1.1', host, close)],
  ['POST on a page', 'WebrpcBadRoute', head('POST /health HTTP/1.1', host, close)],
  [
    'a bad content type with a body',
    'WebrpcBadRequest',
    `${head('POST /rpc/Svc/Ping HTTP/1.1', host, 'Content-Type: ;;', 'Content-Length: 2', close)}{}`,
  ],
  ['no content type', 'WebrpcBadRequest', `${head('POST /rpc/Svc/Ping HTTP/1.1', host, 'Content-Length: 2', close)}{}`],
  [
    'another charset',
    'WebrpcBadRequest',
    `${head('POST /rpc/Svc/Ping HTTP/1.1', host, `${json}; charset=utf-16`, 'Content-Length: 2', close)}{}`,
  ],
  [
    'a compressed body',
    'WebrpcBadRequest',
    `${head('POST /rpc/Svc/Ping HTTP/1.1', host, json, 'Content-Encoding: gzip', 'Content-Length: 2', close)}{}`,
  ],
  ['an empty body', 'WebrpcBadRequest', head('POST /rpc/Svc/Ping HTTP/1.1', host, json, close)],
  ['an array', 'WebrpcBadRequest', `${bodyless}[]`],
  ['half an object', 'WebrpcBadRequest', `${bodyless}{"`],
  ['an unknown operation before the method', 'WebrpcBadRoute', head('GET /rpc/Svc/Nope HTTP/1.1', host, close)],
]

describe('every malformed request gets the envelope', () => {
  const shared = sharedServer()
  test.each(malformed)('%s: %s', async (_name, error, bytes) => {
    const { port } = shared()
    expectEnvelope(parseRaw(await sendRaw(port, Buffer.from(bytes, 'latin1'))), error)
  })
})

/** What looks odd and is fine. */
const unusual: [name: string, bytes: string][] = [
  ['HTTP/1.0 without Host', `${head('POST /rpc/Svc/Ping HTTP/1.0', json, 'Content-Length: 2')}{}`],
  [
    'an absolute-form target',
    `${head('POST http://x:1/rpc/Svc/Ping HTTP/1.1', host, json, 'Content-Length: 2', close)}{}`,
  ],
  ['a query string', `${head('POST /rpc/Svc/Ping?a=1 HTTP/1.1', host, json, 'Content-Length: 2', close)}{}`],
  ['an escaped letter', `${head('POST /rpc/Svc/P%69ng HTTP/1.1', host, json, 'Content-Length: 2', close)}{}`],
  [
    'an offer to upgrade',
    `${head('POST /rpc/Svc/Ping HTTP/1.1', host, json, 'Content-Length: 2', 'Upgrade: h2c', 'Connection: Upgrade, close')}{}`,
  ],
  [
    'an odd expectation',
    `${head('POST /rpc/Svc/Ping HTTP/1.1', host, json, 'Content-Length: 2', 'Expect: tea', close)}{}`,
  ],
  [
    'chunks',
    `${head('POST /rpc/Svc/Ping HTTP/1.1', host, json, 'Transfer-Encoding: chunked', close)}1\r\n{\r\n1\r\n}\r\n0\r\n\r\n`,
  ],
  [
    'a charset and a byte order mark',
    `${head('POST /rpc/Svc/Ping HTTP/1.1', host, `${json};charset="UTF-8"`, 'Content-Length: 5', close)}\xef\xbb\xbf{}`,
  ],
]

describe('what is unusual but right is answered', () => {
  const shared = sharedServer()
  test.each(unusual)('%s', async (_name, bytes) => {
    const { port } = shared()
    const answer = parseRaw(await sendRaw(port, Buffer.from(bytes, 'latin1')))
    expect(answer.text).toBe('{"version":"0.0.1"}')
    expect(answer.status).toBe(200)
  })
})

test('HEAD gets the head of the refusal and no body', async () => {
  const { port } = await serve()
  const text = await sendRaw(port, head('HEAD /rpc/Svc/Ping HTTP/1.1', host, close))
  expect(text).toMatch(/^HTTP\/1\.1 405 /)
  expect(text).toMatch(/\r\nAllow: POST\r\n/)
  expect(text.endsWith('\r\n\r\n')).toBe(true)
})

test('"Expect: 100-continue" is answered only when the body is wanted', async () => {
  const { port } = await serve()
  const fields = [host, json, 'Content-Length: 2', 'Expect: 100-continue', close]
  const wanted = await sendRaw(port, head('POST /rpc/Svc/Ping HTTP/1.1', ...fields), '{}')
  expect(wanted).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
  const refused = await sendRaw(port, head('POST /rpc/Svc/Ping HTTP/1.1', ...fields, 'X-Access-Key: wrong'), '{}')
  expect(refused).toMatch(/^HTTP\/1\.1 401 /)
})

test('two requests in one packet get two answers in order', async () => {
  const { port } = await serve()
  const first = `${head('POST /rpc/Svc/Ping HTTP/1.1', host, json, 'Content-Length: 2')}{}`
  const second = `${head('POST /rpc/Svc/Nope HTTP/1.1', host, json, 'Content-Length: 2', close)}{}`
  const text = await sendRaw(port, first + second)
  expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '404'])
})

test('a body over the limit is refused at once, also while it is still being sent', async () => {
  const { port } = await serve()
  const declared = head('POST /rpc/Svc/Ping HTTP/1.1', host, json, 'Content-Length: 99999999')
  expectEnvelope(parseRaw(await sendRaw(port, declared, 'x'.repeat(100_000))), 'WebrpcBadRequest')
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  const chunked = head('POST /rpc/Svc/Ping HTTP/1.1', host, json, 'Transfer-Encoding: chunked')
  const answer = parseRaw(await sendRaw(port, chunked, ...Array<string>(20).fill(chunk)))
  expectEnvelope(answer, 'WebrpcBadRequest')
  expect(answer.headers.connection).toBe('close')
})

test('a refused caller with a small body keeps its connection', async () => {
  const { port } = await serve()
  const refused = `${head('POST /rpc/Svc/Ping HTTP/1.1', host, json, 'Content-Length: 2', 'X-Access-Key: wrong')}{}`
  const fine = `${head('POST /rpc/Svc/Ping HTTP/1.1', host, json, 'Content-Length: 2', close)}{}`
  const text = await sendRaw(port, refused, fine)
  expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['401', '200'])
})

test('a head that does not end, and a body that does not come, meet Timeout', async () => {
  const { port } = await serve({ http: { headersTimeoutMs: 300, bodyTimeoutMs: 200 } })
  const [slowHead, slowBody, drip] = await Promise.all([
    sendRaw(port, 'POST /rpc/Svc/Ping HTTP/1.1\r\nHost: x\r\n'),
    sendRaw(port, head('POST /rpc/Svc/GetTokenList HTTP/1.1', host, json, 'Content-Length: 100000'), '{'),
    sendRaw(port, `${head('POST /rpc/Svc/Ping HTTP/1.1', host, json, 'Transfer-Encoding: chunked')}1\r\n{\r\n`),
  ])
  for (const text of [slowHead, slowBody, drip]) expectEnvelope(parseRaw(text), 'Timeout')
})

test('a caller that hangs up in the middle of a body leaves a line and nothing else', async () => {
  const { port, lines } = await serve()
  const socket = connect(port, '127.0.0.1')
  socket.write(head('POST /rpc/Svc/Ping HTTP/1.1', host, json, 'Content-Length: 10'))
  socket.write('{', () => socket.destroy())
  await expect.poll(() => lines.some(({ error }) => error === 'WebrpcClientAborted')).toBe(true)
})
