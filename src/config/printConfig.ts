import { z } from 'zod'
import { type Config, configSchema } from './config.ts'
import { secrets } from './secret.ts'
import { unwrap } from './settings.ts'

/** The configuration, safe to show: secrets are replaced, addresses keep their host. */
export function maskConfig(config: Config): unknown {
  return mask(configSchema, config)
}

/** One line a setting, `http.port = 4180`. */
export function printConfig(config: Config): string {
  return Object.entries(maskConfig(config) as Record<string, unknown>)
    .flatMap(([name, value]) => lines(name, value))
    .join('\n')
}

function mask(schema: z.ZodType, value: unknown): unknown {
  if (value === undefined) return undefined
  const inner = unwrap(schema)
  if (secrets.get(schema) || secrets.get(inner)) return hide(value)
  if (inner instanceof z.ZodArray) return (value as unknown[]).map((item) => mask(inner.element as z.ZodType, item))
  if (!(inner instanceof z.ZodObject)) return value
  const members = value as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(inner.shape).map(([name, member]) => [name, mask(member as z.ZodType, members[name])]),
  )
}

function hide(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hide)
  if (typeof value === 'string' && URL.canParse(value)) {
    const { protocol, host } = new URL(value)
    return `${protocol}//${host}/***`
  }
  return '***'
}

function lines(path: string, value: unknown): string[] {
  if (value === undefined) return []
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path} = ${JSON.stringify(value)}`]
  return Object.entries(value).flatMap(([name, member]) => lines(`${path}.${name}`, member))
}
