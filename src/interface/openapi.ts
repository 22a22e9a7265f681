import type { z } from 'zod'
import {
  type AdminOperationName,
  type AdminRow,
  adminErrors,
  adminOperationNames,
  adminOperations,
} from './adminOperations.ts'
import { type Brand, type BrandCodec, brandCodec, defaultBrand, wireName } from './brand.ts'
import { type ErrorName, errors, ServiceError } from './errors.ts'
import { intentEvent } from './eventShapes.ts'
import { adminNames, exampleOf, exampleRequest } from './example.ts'
import type { FieldKind } from './fields.ts'
import { eachObject, type Field, inspectObject, type ObjectShape, type Shape } from './inspect.ts'
import { limits } from './limits.ts'
import { commonErrors, type OperationRow } from './operationRow.ts'
import { interfaceVersion, type OperationName, operationNames, operations } from './operations.ts'
import { yieldAction, yieldBalance, yieldMarket, yieldNetwork, yieldProvider } from './yieldShapes.ts'

type Json = string | number | boolean | Json[] | { [name: string]: Json }
type JsonObject = { [name: string]: Json }

/** The whole interface as OpenAPI 3.1, made from the tables. */
export function openapiDocument(brand: Brand = defaultBrand): JsonObject {
  const codec = brandCodec(brand)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Causeway',
      version: interfaceVersion,
      summary: 'A self-hosted cross-chain intent service.',
      description: [
        'Every operation is a POST with a JSON body. A failed call has the status of its error and the body `Error`.',
        'Integers of format `uint256` are exact: replies print all digits. A request with a `Webrpc` header or',
        '`Accept: application/json;bigint=string` gets them as decimal strings.',
      ].join(' '),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(operationNames.map((name) => operations[name].area))].map((name) => ({ name })),
    paths: {
      ...Object.fromEntries(operationNames.map((name) => [codec.path(name), { post: operationObject(name, codec) }])),
      '/intents/{intentId}/events': { get: eventsObject() },
    },
    components: {
      schemas: componentSchemas(brand, namedResources()),
      examples: errorExamples(),
      securitySchemes: {
        accessKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Access-Key',
          description: 'Identifies a project. Publishable: it authorises nothing across projects.',
        },
      },
    },
  }
}

/** The admin interface, a document of its own: it is for operators, and most callers never see it. */
export function adminOpenapiDocument(brand: Brand = defaultBrand): JsonObject {
  const codec = brandCodec(brand)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Causeway, admin interface',
      version: interfaceVersion,
      summary: 'Projects, members, access keys, usage, switches, audit and held funds.',
      description: [
        'Every operation is a POST with a JSON body and an operator or account token. No page calls it but the console of the service:',
        'any other request with an `Origin` header is refused. A failed call has the status of its error and the body `Error`.',
      ].join(' '),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(adminOperationNames.map((name) => adminOperations[name].area))].map((name) => ({ name })),
    paths: Object.fromEntries(
      adminOperationNames.map((name) => [codec.adminPath(name), { post: adminOperationObject(name, codec) }]),
    ),
    components: {
      schemas: componentSchemas(brand, adminResources()),
      examples: errorExamples(),
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'From CreateOperatorToken or CreateAccountToken.',
        },
      },
    },
  }
}

function errorExamples(): JsonObject {
  const names = Object.keys(errors) as ErrorName[]
  return Object.fromEntries(names.map((name) => [name, { value: new ServiceError(name).toEnvelope() }]))
}

function adminOperationObject(name: AdminOperationName, { brand }: BrandCodec): JsonObject {
  const row: AdminRow = adminOperations[name]
  const content = (shape: ObjectShape) => json(schemaOf(shape, brand), exampleOf(shape, true, adminNames))
  return {
    operationId: name,
    summary: row.summary,
    tags: [row.area],
    security: row.access === 'anyone' ? [] : [{ token: [] }],
    requestBody: { required: true, content: content(inspectObject(row.request)) },
    responses: {
      '200': { description: 'Success', content: content(inspectObject(row.response)) },
      ...errorResponses([...adminErrors, ...row.errors]),
    },
  }
}

/** Operations that take an idempotency key. A repeated quote needs none: it reserves nothing. */
const idempotent: readonly OperationName[] = ['CommitIntent', 'ExecuteIntent']

function operationObject(name: OperationName, codec: BrandCodec): JsonObject {
  const { brand } = codec
  const row: OperationRow = operations[name]
  const request = inspectObject(row.request)
  const idempotencyKey = {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'The same key and body get the same answer; the same key and another body are refused.',
    schema: { type: 'string', maxLength: limits.textCharsMax },
  }
  return {
    operationId: wireName(name, brand),
    summary: row.summary,
    tags: [row.area],
    ...(row.deprecated ? { deprecated: true, description: `Use \`${row.deprecated}\` instead.` } : {}),
    ...(idempotent.includes(name) ? { parameters: [idempotencyKey] } : {}),
    // `{}` is a call without a key. Public operations list it first, others last: an operator may require no keys.
    security: row.access === 'public' ? [{}, { accessKey: [] }] : [{ accessKey: [] }, {}],
    requestBody: {
      required: true,
      content: json(schemaOf(request, brand), codec.toWire(exampleRequest(name))),
    },
    responses: {
      '200': {
        description: 'Success',
        content: json(
          schemaOf(inspectObject(row.response), brand),
          codec.toWire(exampleOf(inspectObject(row.response))),
        ),
      },
      ...errorResponses([...commonErrors, ...row.errors]),
    },
  }
}

/** The only path that is not an operation. Describes the stream's content; OpenAPI cannot describe its frames. */
function eventsObject(): JsonObject {
  const parameter = (name: string, where: string, description: string, required = false) => ({
    name,
    in: where,
    description,
    ...(required && { required }),
    schema: { type: 'string' },
  })
  const row: OperationRow = operations.GetIntentReceipt
  return {
    operationId: 'FollowIntent',
    summary:
      'Follow an intent by server-sent events; each `data` is one IntentEvent, the last message is called `end`.',
    tags: [row.area],
    security: [{ accessKey: [] }, {}],
    parameters: [
      parameter('intentId', 'path', 'Intent identifier', true),
      parameter('Last-Event-ID', 'header', 'Id of the last event seen'),
      parameter('lastEventId', 'query', 'The same, for callers that cannot send headers'),
      parameter('accessKey', 'query', 'The access key, for callers that cannot send headers'),
    ],
    responses: {
      '200': {
        description: 'The events, as they happen',
        content: { 'text/event-stream': { schema: { $ref: '#/components/schemas/IntentEvent' } } },
      },
      '204': { description: 'The end has been seen' },
      ...errorResponses([...commonErrors, ...row.errors, 'Unavailable']),
    },
  }
}

function json(schema: JsonObject, example: Json): JsonObject {
  return { 'application/json': { schema, example } }
}

function errorResponses(names: readonly ErrorName[]): JsonObject {
  const statuses = [...new Set(names.map((name) => errors[name].status))].toSorted((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => {
      const own = names.filter((name) => errors[name].status === status)
      const examples = Object.fromEntries(own.map((name) => [name, { $ref: `#/components/examples/${name}` }]))
      const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples } }
      return [String(status), { description: own.join(', '), content }]
    }),
  )
}

/** Every object of the interface that has a name, by that name. They become the document's schemas. */
export function namedResources(): Map<string, ObjectShape> {
  return resourcesIn([
    ...schemasOf(Object.values(operations)),
    yieldMarket,
    yieldBalance,
    yieldAction,
    yieldProvider,
    yieldNetwork,
    intentEvent,
  ])
}

/** The same for the admin interface. */
export function adminResources(): Map<string, ObjectShape> {
  return resourcesIn(schemasOf(Object.values(adminOperations)))
}

function schemasOf(rows: readonly { request: z.ZodObject; response: z.ZodObject }[]): z.ZodObject[] {
  return rows.flatMap(({ request, response }) => [request, response])
}

function resourcesIn(schemas: readonly z.ZodObject[]): Map<string, ObjectShape> {
  const found = new Map<string, ObjectShape>()
  for (const schema of schemas) {
    eachObject(inspectObject(schema), (object) => {
      if (object.id !== undefined && !found.has(object.id)) found.set(object.id, object)
    })
  }
  return found
}

function componentSchemas(brand: Brand, named: Map<string, ObjectShape>): JsonObject {
  const resources = [...named].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return {
    Error: errorSchema,
    ...scalarSchemas,
    ...Object.fromEntries(
      resources.map(([id, shape]) => [
        wireName(id, brand),
        { description: shape.about, ...objectSchema(shape, brand) },
      ]),
    ),
  }
}

function schemaOf(shape: Shape, brand: Brand): JsonObject {
  if (shape.type === 'array') {
    const bounds = {
      ...(shape.min > 0 && { minItems: shape.min }),
      ...(shape.max !== undefined && { maxItems: shape.max }),
    }
    return { type: 'array', items: schemaOf(shape.item, brand), ...bounds }
  }
  if (shape.type === 'value') return valueSchema(shape)
  return shape.id === undefined
    ? objectSchema(shape, brand)
    : { $ref: `#/components/schemas/${wireName(shape.id, brand)}` }
}

function objectSchema(shape: ObjectShape, brand: Brand): JsonObject {
  const required = shape.fields.filter((field) => !field.optional).map((field) => wireName(field.name, brand))
  const properties = shape.fields.map((field) => [wireName(field.name, brand), fieldSchema(field, brand)])
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(properties),
    ...(shape.strict && { additionalProperties: false }),
  }
}

function fieldSchema(field: Field, brand: Brand): JsonObject {
  const schema = schemaOf(field.shape, brand)
  return field.about === '' ? schema : { ...schema, description: field.about }
}

function valueSchema({ kind, min, max, values }: Extract<Shape, { type: 'value' }>): JsonObject {
  const range = { ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }) }
  const schemas: { [K in FieldKind]: () => JsonObject } = {
    big: () => ({ $ref: '#/components/schemas/Uint256' }),
    address: () => ({ $ref: '#/components/schemas/Address' }),
    hash: () => ({ $ref: '#/components/schemas/Hash' }),
    hex: () => ({ $ref: '#/components/schemas/Hex', ...(max !== undefined && { maxLength: 2 + 2 * max }) }),
    time: () => ({ $ref: '#/components/schemas/Timestamp' }),
    int: () => ({ type: 'integer', ...range }),
    chainId: () => ({ type: 'integer', format: 'uint64', minimum: 1 }),
    cursor: () => ({ type: ['integer', 'string'], minimum: 0, maxLength: limits.cursorCharsMax }),
    float: () => ({ type: 'number', ...range }),
    boolean: () => ({ type: 'boolean' }),
    choice: () => ({ type: 'string', enum: [...values] }),
    text: () => ({ type: 'string', ...(max !== undefined && { maxLength: max }) }),
  }
  return schemas[kind]()
}

const scalarSchemas: JsonObject = {
  Uint256: {
    description:
      'A 256-bit unsigned integer. Requests take a JSON integer of any length or a decimal string; replies are JSON integers, or decimal strings where the caller asked for them.',
    anyOf: [
      { type: 'integer', format: 'uint256', minimum: 0 },
      { type: 'string', format: 'uint256', pattern: '^(0|[1-9][0-9]*)$', maxLength: 78 },
    ],
  },
  Address: {
    description:
      'An account or contract. Requests: all lower, all upper or checksummed. Replies: checksummed. The zero address is the native token.',
    type: 'string',
    pattern: '^0x[0-9a-fA-F]{40}$',
  },
  Hash: {
    description: '32 bytes: an intent id or a transaction hash.',
    type: 'string',
    pattern: '^0x[0-9a-fA-F]{64}$',
  },
  Hex: { description: 'Bytes.', type: 'string', pattern: '^0x([0-9a-fA-F]{2})*$' },
  Timestamp: { description: 'RFC 3339, UTC, milliseconds.', type: 'string', format: 'date-time' },
}

const errorSchema: JsonObject = {
  description: 'The body of every failed call.',
  type: 'object',
  required: ['error', 'code', 'msg', 'status'],
  properties: {
    error: { type: 'string', enum: Object.keys(errors), description: 'Error name' },
    code: { type: 'integer', description: 'Error code' },
    msg: { type: 'string', description: 'Short message' },
    cause: { type: 'string', description: 'Detail' },
    status: { type: 'integer', description: 'HTTP status' },
  },
  additionalProperties: false,
}
