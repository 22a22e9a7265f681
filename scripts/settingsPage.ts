import { z } from 'zod'
import { configSchema } from '../src/config/config.ts'
import { unwrap } from '../src/config/settings.ts'

/** Every option of `ConfigInput` once; those of lists, such as a chain's, under the name of the list. */
export function settingsPage(): string {
  const groups = Object.entries((unwrap(configSchema) as z.ZodObject).shape).map(([name, schema]) => {
    const rows = rowsOf(schema as z.ZodType, name)
    return [`## ${name}`, '', ...rows.map(({ path, about }) => `- \`${path}\`: ${about}`), ''].join('\n')
  })
  return [
    '# Settings',
    '',
    'Made from the schema by `npm run generate`. In `causeway.config.ts` by these names; in the environment `CAUSEWAY_HTTP_WORKER_PORT` for `http.workerPort`, on the command line',
    '`--http.workerPort`. `causeway doctor` reads them as a start does.',
    '',
    ...groups,
  ].join('\n')
}

type Row = { path: string; about: string }

function rowsOf(schema: z.ZodType, path: string): Row[] {
  const inner = unwrap(schema)
  const own = schema.description ?? inner.description
  if (inner instanceof z.ZodObject)
    return Object.entries(inner.shape).flatMap(([name, member]) => rowsOf(member as z.ZodType, `${path}.${name}`))
  if (!own) throw new Error(`${path} has no description`)
  const row = { path, about: `${own}${defaultOf(schema)}` }
  const element = inner instanceof z.ZodArray ? unwrap(inner.element as z.ZodType) : undefined
  return element instanceof z.ZodObject ? [row, ...rowsOf(element, `${path}[]`)] : [row]
}

/** A setting's default, if it says more than that there is none. */
function defaultOf(schema: z.ZodType): string {
  const read = schema.safeParse(undefined)
  const value = read.success ? read.data : undefined
  if (value === undefined || typeof value === 'object') return ''
  return ` (${typeof value === 'number' && value >= 10_000 ? value.toLocaleString('en') : value})`
}
