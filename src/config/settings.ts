import { z } from 'zod'
import { configSchema } from './config.ts'

/** One leaf of the configuration, with its names in the environment and on the command line. */
export type Setting = {
  path: readonly string[]
  kind: 'text' | 'list' | 'json'
  /** The first one set wins. */
  envNames: readonly string[]
  about: string
}

/** Shorter environment names: those that hosting platforms and database tools use, and two for convenience. */
const customaryNames: Record<string, string> = {
  'http.port': 'PORT',
  'http.host': 'HOST',
  'store.databaseUrl': 'DATABASE_URL',
  'store.listenUrl': 'DATABASE_LISTEN_URL',
  'admin.operatorSecret': 'CAUSEWAY_OPERATOR_SECRET',
  'log.format': 'LOG_FORMAT',
}

/** Every setting, derived from the schema: a new one needs no entry here. */
export const settings: readonly Setting[] = collect(configSchema, [])

function collect(schema: z.ZodType, path: string[]): Setting[] {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodObject) {
    return Object.entries(inner.shape).flatMap(([name, member]) => collect(member as z.ZodType, [...path, name]))
  }
  const customary = customaryNames[path.join('.')]
  const own = `CAUSEWAY_${path.map(upperSnake).join('_')}`
  return [
    { path, kind: kindOf(inner), envNames: customary ? [own, customary] : [own], about: schema.description ?? '' },
  ]
}

export const settingNames = (): string[] => settings.map(({ path }) => path.join('.'))

/** The full names allowed at a path of the configuration. At the top level, those of all settings too. */
export function namesAt(path: readonly PropertyKey[]): string[] {
  let schema: z.ZodType | undefined = configSchema
  for (const part of path) schema = schema && memberOf(unwrap(schema), part)
  const place = schema && unwrap(schema)
  const names = place instanceof z.ZodObject ? Object.keys(place.shape) : []
  return path.length === 0
    ? [...new Set([...names, ...settingNames()])]
    : names.map((name) => [...path, name].join('.'))
}

function memberOf(schema: z.ZodType, name: PropertyKey): z.ZodType | undefined {
  if (schema instanceof z.ZodArray) return schema.element as z.ZodType
  if (schema instanceof z.ZodRecord) return schema.valueType as z.ZodType
  return schema instanceof z.ZodObject ? schema.shape[String(name)] : undefined
}

export function unwrap(schema: z.ZodType): z.ZodType {
  let inner: z.ZodType = schema
  while (inner instanceof z.ZodDefault || inner instanceof z.ZodPrefault || inner instanceof z.ZodOptional) {
    inner = inner.unwrap() as z.ZodType
  }
  return inner
}

function kindOf(schema: z.ZodType): Setting['kind'] {
  if (schema instanceof z.ZodString || schema instanceof z.ZodEnum) return 'text'
  if (!(schema instanceof z.ZodArray)) return 'json'
  const element = unwrap(schema.element as z.ZodType)
  return element instanceof z.ZodString || element instanceof z.ZodEnum ? 'list' : 'json'
}

function upperSnake(name: string): string {
  return name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()
}
