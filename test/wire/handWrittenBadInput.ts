import type { BadInput } from './badInput.ts'

const ping = '/rpc/Svc/Ping'
const getIntent = '/rpc/Svc/GetIntent'
const commit = '/rpc/Svc/CommitIntent'
const intentId = `0x${'ab'.repeat(32)}`

type Expect = BadInput['expect']
const badRequest = (causeIncludes?: string): Expect => ({ status: 400, error: 'WebrpcBadRequest', causeIncludes })
const badRoute: Expect = { status: 404, error: 'WebrpcBadRoute' }
const badMethod: Expect = { status: 405, error: 'WebrpcBadMethod' }
const fine: Expect = { status: 200 }

const post = (name: string, path: string, rest: Partial<BadInput>, expect: Expect): BadInput => ({
  name,
  method: 'POST',
  path,
  ...rest,
  expect,
})

/** Texts that are not JSON, and what the answer says about them; `test/interface/json.test.ts` has the others. */
const syntax: readonly [string, string][] = [
  ['', 'empty'],
  [' ', 'the text ends'],
  ['{"a":1,}', 'column 8'],
  ['{a:1}', 'double quotes'],
  ['<xml/>', 'unexpected "<"'],
  ['{\n  "a": 1,\n  "b" 2\n}', 'line 3, column 7'],
]

const notObjects = ['null', 'true', '0', '-1', '1e5', '12345678901234567890', '"x"', '[]', '[{}]', '""']

const repeat = (before: string, unit: string, times: number, after = ''): Partial<BadInput> => ({
  bodyRepeat: { before, unit, times, after },
})

/** One more than a limit allows is in `test/server/limits.test.ts`; here is what is allowed, and far more. */
const bombs: readonly BadInput[] = [
  post('arrays 65 deep', ping, repeat('{"a":', '[', 64, `${']'.repeat(64)}}`), badRequest('nested deeper than 64')),
  post('arrays 63 deep', ping, repeat('{"a":', '[', 63, `${']'.repeat(63)}}`), fine),
  post('arrays 500,000 deep', commit, repeat('', '[', 500_000), badRequest('nested deeper than 64')),
  post('objects 150,000 deep', commit, repeat('', '{"a":', 150_000), badRequest('nested deeper than 64')),
  post('mixed 100,000 deep', commit, repeat('', '[{"a":', 100_000), badRequest('nested deeper than 64')),
  post('closing brackets', commit, repeat('{}', ']', 500_000), badRequest('unexpected "]"')),
  post('as many members as allowed', ping, repeat('{', '"a":0,', 9_999, '"a":0}'), fine),
  post('as many elements as allowed', ping, repeat('{"a":[', '0,', 999, '0]}'), fine),
  post('a body of 64 KiB', ping, repeat('{"a":"', 'x', 65_536 - 8, '"}'), fine),
  post('a commit of 1 MiB', commit, repeat('{"a":"', 'x', 1_048_576 - 8, '"}'), {
    status: 400,
    error: 'InvalidArgument',
    causeIncludes: 'intent: is required',
  }),
  post('a body of 4 MiB', ping, repeat('{"a":"', 'x', 4 * 1_048_576, '"}'), badRequest('larger')),
  post('spaces only', ping, repeat('', ' ', 60_000), badRequest('the text ends')),
  post('an open string', commit, repeat('{"a":"', 'x', 1_000_000), badRequest('closing quote')),
  post('backslashes', commit, repeat('{"a":"', '\\', 1_000_001), badRequest('')),
  post('a number of 1,024 digits in a field nobody reads', ping, repeat('{"a":', '9', 1_024, '}'), fine),
  post('a fraction of a million digits', commit, repeat('{"a":0.', '9', 1_000_000, '}'), badRequest('1024 char')),
  post('numbers with huge exponents', commit, repeat('{"a":[', '1e999999999,', 80_000, '0]}'), badRequest('10000')),
  post('10,000 unknown fields in a commit', commit, repeat('{"intent":{', '"a":0,', 9_998, '"b":0}}'), {
    status: 400,
    error: 'InvalidArgument',
    causeIncludes: 'intent',
  }),
]

const invalid = (causeIncludes: string): Expect => ({ status: 400, error: 'InvalidArgument', causeIncludes })

const members: readonly BadInput[] = [
  post('__proto__ beside the fields', ping, { body: '{"__proto__":{"polluted":true}}' }, fine),
  post('constructor beside the fields', ping, { body: '{"constructor":{"prototype":{"polluted":true}}}' }, fine),
  post(
    '__proto__ instead of the field',
    getIntent,
    { body: `{"__proto__":{"intentId":"${intentId}"}}` },
    invalid('intentId: is required'),
  ),
  post(
    '__proto__ inside a commit',
    commit,
    { body: `{"intent":{"intentId":"${intentId}","__proto__":{"salt":1}}}` },
    invalid('unknown field __proto__'),
  ),
  post(
    'toString inside a commit',
    commit,
    { body: `{"intent":{"intentId":"${intentId}","toString":1}}` },
    invalid('unknown field toString'),
  ),
  post(
    'of two members the last counts: bad',
    getIntent,
    { body: `{"intentId":"${intentId}","intentId":"x"}` },
    invalid('intentId'),
  ),
  post('of two members the last counts: good', getIntent, { body: `{"intentId":"x","intentId":"${intentId}"}` }, fine),
  post(
    'of two members the last counts: null',
    getIntent,
    { body: `{"intentId":"${intentId}","intentId":null}` },
    invalid('intentId: is required'),
  ),
  post('another case', getIntent, { body: `{"intentID":"${intentId}"}` }, invalid('intentId: is required')),
  post('an escaped name is the same name', getIntent, { body: `{"intent\\u0049d":"${intentId}"}` }, fine),
  post('no filter', '/rpc/Svc/SearchIntents', { body: '{}' }, invalid('at least one filter')),
  post('only null filters', '/rpc/Svc/SearchIntents', { body: '{"byIntentId":null}' }, invalid('at least one filter')),
  post('only unknown filters', '/rpc/Svc/SearchIntents', { body: '{"byName":"x"}' }, invalid('at least one filter')),
]

const types: readonly [string, string][] = [
  ['no content type', ''],
  ['text', 'text/plain'],
  ['a form', 'application/x-www-form-urlencoded'],
  ['multipart', 'multipart/form-data; boundary=x'],
  ['almost', 'application/jsonx'],
  ['a family', 'application/problem+json'],
  ['another charset', 'application/json; charset=utf-16'],
  ['latin', 'application/json;charset=iso-8859-1'],
  ['nonsense', ';;;'],
]

const headers: readonly BadInput[] = [
  ...types.map(([name, type]) =>
    post(`content type: ${name}`, ping, { headers: { 'Content-Type': type }, body: '{}' }, badRequest('Content-Type')),
  ),
  post(
    'content type: charset',
    ping,
    { headers: { 'Content-Type': 'application/json; charset=UTF-8' }, body: '{}' },
    fine,
  ),
  post('content type: upper case', ping, { headers: { 'Content-Type': 'APPLICATION/JSON' }, body: '{}' }, fine),
  post(
    'compressed',
    ping,
    { headers: { 'Content-Encoding': 'gzip' }, bodyHex: '1f8b0800000000000003abae050043bfa6a302000000' },
    badRequest('compressed'),
  ),
  post(
    'an unknown key',
    ping,
    { headers: { 'X-Access-Key': 'nope' }, body: '{}' },
    { status: 401, error: 'AccessKeyNotFound' },
  ),
  post(
    'a key of 4,000 characters',
    ping,
    { headers: { 'X-Access-Key': 'k'.repeat(4_000) }, body: '{}' },
    { status: 401, error: 'AccessKeyNotFound' },
  ),
  post('a Webrpc header that is none', ping, { headers: { Webrpc: ';;;@@@' }, body: '{}' }, fine),
  post('a client version that is none', ping, { headers: { 'X-Client-Version': 'latest' }, body: '{}' }, fine),
  post('an Accept that cannot be met', ping, { headers: { Accept: 'text/html' }, body: '{}' }, fine),
  post('a byte order mark', ping, { bodyHex: 'efbbbf7b7d' }, fine),
  post('UTF-16', ping, { bodyHex: 'fffe7b007d00' }, badRequest('UTF-8')),
  post('a byte that is no UTF-8', ping, { bodyHex: '7b2261223a22ff227d' }, badRequest('UTF-8')),
  post('an overlong sequence', ping, { bodyHex: '7b2261223a22c080227d' }, badRequest('UTF-8')),
  post('a raw NUL', ping, { bodyHex: '7b2261223a2200227d' }, badRequest('control character')),
  post('a NUL between tokens', ping, { bodyHex: '7b007d' }, badRequest('unexpected')),
]

const methods: readonly BadInput[] = [
  'GET',
  'HEAD',
  'PUT',
  'PATCH',
  'DELETE',
  'TRACE',
  'SEARCH',
  'PROPFIND',
  'QUERY',
].map((method) => ({ name: `method ${method}`, method, path: ping, expect: badMethod }))

const paths = [
  '/rpc',
  '/rpc/',
  '/rpc/Svc',
  '/rpc/Svc/',
  '/rpc/Svc/ping',
  '/rpc/svc/Ping',
  '/rpc/Svc/Ping/',
  '/rpc/Svc//Ping',
  '//rpc/Svc/Ping',
  '/rpc/Svc/Ping/Ping',
  '/rpc/Svc/Nope',
  '/rpc/Svc/__proto__',
  '/rpc/Svc/constructor',
  '/rpc/Svc/toString',
  '/rpc/Other/Ping',
  '/rpc/Svc/../Svc/Ping',
  '/rpc/Svc/%2e%2e/Ping',
  '/rpc/Svc/Ping%00',
  '/rpc/Svc/%',
  '/rpc/Svc/%ff',
  '/rpc/Svc/Ping;a=b',
  '/rpc/Svc/Ping.json',
  '/rpc/Svc/Ping\\',
  '/RPC/SVC/PING',
  '/Svc/Ping',
  '/nope',
  `/rpc/Svc/${'x'.repeat(4_000)}`,
]

export const handWritten: readonly BadInput[] = [
  ...syntax.map(([body, why]) => post(`syntax ${JSON.stringify(body)}`, ping, { body }, badRequest(why))),
  ...notObjects.map((body) => post(`no object: ${body}`, ping, { body }, badRequest('must be a JSON object'))),
  ...bombs,
  ...members,
  ...headers,
  ...methods,
  ...paths.map((path) => post(`path ${path.slice(0, 40)}`, path, { body: '{}' }, badRoute)),
  ...['GET', 'PUT'].map((method) => ({
    name: `${method} of no route`,
    method,
    path: '/rpc/Svc/Nope',
    expect: badRoute,
  })),
  post('a query string is no part of the path', `${ping}?x=1`, { body: '{}' }, fine),
  post('no body at all', ping, {}, badRequest('empty')),
]
