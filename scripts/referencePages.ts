import { reasons } from '../src/intents/reasons.ts'
import { type AdminRow, adminErrors, adminOperationNames, adminOperations } from '../src/interface/adminOperations.ts'
import { budgetOf } from '../src/interface/budgetOf.ts'
import { enumerations } from '../src/interface/enums.ts'
import { type ErrorName, errors } from '../src/interface/errors.ts'
import { adminNames, exampleOf, exampleRequest } from '../src/interface/example.ts'
import type { FieldKind } from '../src/interface/fields.ts'
import { type Field, inspectObject, type ObjectShape, type Shape } from '../src/interface/inspect.ts'
import { limits } from '../src/interface/limits.ts'
import { adminResources, namedResources } from '../src/interface/openapi.ts'
import { commonErrors, type OperationRow } from '../src/interface/operationRow.ts'
import { operationNames, operations } from '../src/interface/operations.ts'
import { limitsAbout, limitsSetting } from './limitsText.ts'

const generated = '<!-- Made from the tables in src/interface by `npm run generate`. -->'

export function operationsPage(): string {
  const contents = operationNames.map((name) => {
    const row: OperationRow = operations[name]
    return [row.area, link(name, ''), row.access === 'public' ? 'no' : 'yes', row.summary]
  })
  return markdownPage(
    'Operations',
    'Every operation is a `POST` to `{base_url}/rpc/Svc/<name>` with `Content-Type: application/json`. Success is status 200; a failure has the status and the body of its [error](errors.md).',
    markdownTable(['Area', 'Operation', 'Key needed', 'Purpose'], contents),
    `Any operation can answer with ${errorLinks(commonErrors)}. What else an operation can answer with stands below it.`,
    ...operationNames.flatMap(operationSection),
  )
}

function operationSection(name: (typeof operationNames)[number]): string[] {
  const row: OperationRow = operations[name]
  const request = inspectObject(row.request)
  return [
    `## ${name}`,
    row.deprecated ? `**Deprecated.** Use ${link(row.deprecated, '')}. ${row.summary}` : row.summary,
    row.access === 'project' ? 'Belongs to a project: needs `X-Access-Key`, unless the operator requires none.' : '',
    request.id === undefined ? 'Request:' : `Request: ${link(request.id, 'resources.md')}, not wrapped.`,
    request.id === undefined ? fieldTable(request.fields) : '',
    fence(JSON.stringify(name === 'CommitIntent' ? { intent: '…' } : exampleRequest(name))),
    'Response:',
    fieldTable(inspectObject(row.response).fields),
    row.errors.length > 0 ? `Errors: ${errorLinks(row.errors)}.` : '',
  ]
}

const adminAccess: { [A in AdminRow['access']]: string } = {
  anyone: 'anyone',
  account: 'any token',
  member: 'operator, member',
  operator: 'operator',
}

export function adminPage(): string {
  const contents = adminOperationNames.map((name) => {
    const row: AdminRow = adminOperations[name]
    return [row.area, link(name, ''), adminAccess[row.access], row.summary]
  })
  const resources = [...adminResources()].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return markdownPage(
    'Admin interface',
    'Every operation is a `POST` to `{base_url}/rpc/SvcAdmin/<name>` with `Content-Type: application/json` and `Authorization: Bearer <token>`. Replies and [errors](errors.md) have the form of the other operations.',
    'The operator exchanges its secret for a token with `CreateOperatorToken`, and gives accounts tokens of their own with `CreateAccountToken`. A token lasts 15 minutes unless asked otherwise, and two more for clocks that differ. An access key opens nothing here, and a request from a page (with an `Origin` header) is refused unless the page is the console of this very service. Every act is in the audit, which nobody can change. `/openapi-admin.json` is the document for generators.',
    markdownTable(['Area', 'Operation', 'For', 'Purpose'], contents),
    `Any of them can answer with ${errorLinks(adminErrors)}. What else one can answer with stands below it.`,
    ...adminOperationNames.flatMap((name) => {
      const row: AdminRow = adminOperations[name]
      const request = inspectObject(row.request)
      return [
        `## ${name}`,
        row.summary,
        'Request:',
        fieldTable(request.fields, ''),
        fence(JSON.stringify(exampleOf(request, true, adminNames))),
        'Response:',
        fieldTable(inspectObject(row.response).fields, ''),
        row.errors.length > 0 ? `Errors: ${errorLinks(row.errors)}.` : '',
      ]
    }),
    ...resources.flatMap(([id, shape]) => [`## ${id}`, shape.about, fieldTable(shape.fields, '')]),
  )
}

export function resourcesPage(): string {
  // A commit accepts every resource of an intent with all fields optional: one sentence instead of seventeen tables.
  const resources = [...namedResources()]
    .filter(([id]) => !id.startsWith('Commit'))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return markdownPage(
    'Resources',
    'Amounts (`uint256`) are exact integers in base units: JSON integers of any length or decimal strings in a request, JSON integers in a reply. Fields marked *optional* are left out when there is nothing to say, never `null`.',
    '`CommitIntent` takes the quoted `Intent` back. The fields that the specification leaves out of the commit shape may be missing; any field that is there must be equal to the quote, and an unknown one is a modification.',
    ...resources.flatMap(([id, shape]) => [`## ${id}`, shape.about, fieldTable(shape.fields)]),
  )
}

/** How a test provoked an error, and the `cause` of the reply. */
export type Arising = { how: string; cause?: string }

/** The page of errors. A test provokes each one and passes in the replies, so that the page shows real ones. */
export function errorsPage(arisings: { readonly [E in ErrorName]: Arising }): string {
  const names = Object.keys(errors) as ErrorName[]
  const rows = names.map((name) => {
    const { code, status, msg, when } = errors[name]
    return [`<a id="${name.toLowerCase()}"></a>\`${name}\``, String(code), String(status), msg, when]
  })
  const produced = names.map((name) => {
    const { how, cause } = arisings[name]
    return [link(name, ''), how, cause === undefined ? '' : `\`${cause.replaceAll('`', "'")}\``]
  })
  const header =
    '<!-- Written by `npx vitest run test/service/errors.test.ts -u`, which produces every error for real. -->'
  return markdownPage(
    'Errors',
    'The body of every failed call is `{error, code, msg, cause?, status}`; the HTTP status equals `status`. `cause` is for people: it says what to change, and its wording may change. Decide by `error` or `code`.',
    markdownTable(['error', 'code', 'status', 'msg', 'when'], rows),
    '## How each arises',
    'What the conformance test does to get each error from a running service, and the `cause` that came with it. Three of them are made by the client library, where no answer of the service reaches the caller.',
    markdownTable(['error', 'produced by', 'cause'], produced),
  ).replace(generated, header)
}

export function enumerationsPage(): string {
  return markdownPage(
    'Enumerations',
    'Provider names (`swapProvider`, `bridgeProvider`, `routeProviders`) are `AUTO` and the names of the configured providers, in upper case.',
    ...Object.entries(enumerations).flatMap(([name, values]) => [
      `## ${name}`,
      markdownTable(
        ['value', 'meaning'],
        Object.entries(values).map(([value, about]) => [`\`${value}\``, about]),
      ),
    ]),
  )
}

export function limitsPage(): string {
  const rows = (Object.keys(limits) as (keyof typeof limits)[]).map((name) => [
    limitsAbout[name],
    printLimit(name, limits[name]),
    limitsSetting[name] ? `\`${limitsSetting[name]}\`` : '',
  ])
  return markdownPage(
    'Limits',
    'What a caller can meet. Where a setting is named an operator may change it, and this is its default; limits of a project can be its own (`causeway projects`). A refusal names the limit that it is for, in its `cause`, and when a call may work again.',
    markdownTable(['Limit', 'Value', 'Setting'], rows),
    ...budgetTable(),
  )
}

function budgetTable(): string[] {
  const budgets = operationNames.map((name) => {
    const { chainReads, statements, threadMs } = budgetOf(name)
    return [`\`${name}\``, String(chainReads), String(statements), `${threadMs} ms`]
  })
  return [
    '## Budgets',
    'What one call may cost besides its time: three times what the dearest honest one does. A call that needs more ends with `Timeout`, and its work with it. The log line of a request and the metrics `causeway_call_*` say what was spent.',
    markdownTable(['Operation', 'Reads of chains', 'Statements', 'Main thread'], budgets),
  ]
}

export function reasonsPage(): string {
  const rows = Object.entries(reasons).map(([code, about]) => [`\`${code}\``, about])
  return markdownPage(
    'Reasons',
    '`statusReason` of a transaction is a code, a colon and a sentence. The codes are stable; the sentences are for people.',
    markdownTable(['code', 'meaning'], rows),
  )
}

function printLimit(name: string, value: number): string {
  const grouped = value.toString().replace(/\B(?=([0-9]{3})+$)/g, ',')
  if (name.endsWith('MsMax')) return `at most ${(value / 1_000).toLocaleString('en-US')} s`
  if (name.endsWith('Ms')) return `${value / 1_000} s`
  if (name.endsWith('Min')) return `at least ${grouped}`
  if (name.endsWith('Below')) return `less than ${grouped}`
  return name.endsWith('Default') ? grouped : `at most ${grouped}`
}

/** `file` describes the resources. */
export function fieldTable(fields: readonly Field[], file = 'resources.md'): string {
  if (fields.length === 0) return 'No fields.'
  return markdownTable(
    ['Field', 'Type', 'Meaning'],
    fields.map(({ name, optional, about, shape }) => [
      `\`${name}\``,
      `${typeOf(shape, file)}${optional ? ', optional' : ''}`,
      [about, boundsOf(shape)].filter(Boolean).join('; '),
    ]),
  )
}

const kindNames: { [K in FieldKind]: string } = {
  big: 'uint256',
  int: 'integer',
  chainId: 'integer',
  float: 'number',
  address: 'address',
  hex: 'hex',
  hash: 'hash',
  text: 'string',
  cursor: 'integer, or its digits in a string',
  time: 'timestamp',
  boolean: 'boolean',
  choice: 'string',
}

function typeOf(shape: Shape, file: string): string {
  if (shape.type === 'array') return `${typeOf(shape.item, file)}[]`
  if (shape.type === 'value') return kindNames[shape.kind]
  if (shape.id?.startsWith('Commit')) return link(shape.id.slice('Commit'.length), file)
  return shape.id === undefined ? inlineObject(shape, file) : link(shape.id, file)
}

function inlineObject(shape: ObjectShape, file: string): string {
  const fields = shape.fields.map(
    ({ name, optional, shape: of }) => `${name}${optional ? '?' : ''}: ${typeOf(of, file)}`,
  )
  return `{${fields.join(', ')}}`
}

function boundsOf(shape: Shape): string {
  if (shape.type === 'array') return shape.max === undefined ? '' : `${shape.min} to ${shape.max} elements`
  if (shape.type === 'object') return ''
  if (shape.kind === 'choice') return shape.values.map((value) => `\`${value}\``).join(', ')
  if (shape.kind === 'text' && shape.max !== limits.textCharsMax) return `at most ${shape.max} characters`
  if (shape.kind !== 'int' || shape.max === undefined || shape.max === Number.MAX_SAFE_INTEGER) return ''
  return `${shape.min} to ${shape.max}`
}

function errorLinks(names: readonly ErrorName[]): string {
  return names.map((name) => link(name, 'errors.md')).join(', ')
}

function link(name: string, file: string): string {
  return `[\`${name}\`](${file}#${name.toLowerCase()})`
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

export function fence(text: string, language = 'json'): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}

export function markdownPage(title: string, ...blocks: readonly string[]): string {
  return `${[generated, `# ${title}`, ...blocks].filter(Boolean).join('\n\n')}\n`
}
