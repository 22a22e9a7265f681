type Schema = {
  $ref?: string
  anyOf?: Schema[]
  type?: string | string[]
  enum?: string[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}
type Content = { content: { 'application/json': { schema: Schema } } }
type Operation = { operationId: string; requestBody?: Content; responses: Record<string, Content> }
type Document = { paths: Record<string, { post?: Operation }>; components: { schemas: Record<string, Schema> } }

/** A small generator of typed clients, written for the tests: types of all components, and a method for each operation. */
export function generateTypedClient({ paths, components }: Document): string {
  const types = Object.entries(components.schemas).map(([name, schema]) => `export type ${name} = ${typeOf(schema)}`)
  const operations = Object.entries(paths).flatMap(([path, { post }]) => (post ? [{ path, post }] : []))
  const methods = operations.map(({ path, post }) => {
    const request = typeOf(post.requestBody?.content['application/json'].schema ?? {})
    const response = typeOf(post.responses['200']!.content['application/json'].schema)
    return `    ${post.operationId}: (request: ${request}) => call<${response}>('${path}', request),`
  })
  return [
    ...types,
    'export function createClient(url: string) {',
    '  async function call<T>(path: string, request: unknown): Promise<T> {',
    "    const headers = { 'Content-Type': 'application/json' }",
    "    const reply = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(request) })",
    '    if (!reply.ok) throw new Error(await reply.text())',
    '    return reply.json() as Promise<T>',
    '  }',
    '  return {',
    ...methods,
    '  }',
    '}',
    '',
  ].join('\n')
}

function typeOf({ $ref, anyOf, type, enum: values, items, properties, required = [] }: Schema): string {
  if ($ref) return $ref.slice('#/components/schemas/'.length)
  if (anyOf) return anyOf.map(typeOf).join(' | ')
  if (Array.isArray(type)) return type.map((one) => typeOf({ type: one })).join(' | ')
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (type === 'array') return `(${typeOf(items ?? {})})[]`
  if (type === 'object') return objectType(properties ?? {}, required)
  if (type === 'integer' || type === 'number') return 'number'
  return type === 'string' || type === 'boolean' ? type : 'unknown'
}

function objectType(properties: Record<string, Schema>, required: readonly string[]): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  return `{ ${fields.join('; ')} }`
}
