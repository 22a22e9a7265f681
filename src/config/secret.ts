import { z } from 'zod'

/** Fields whose values are never printed: keys, tokens, passwords, addresses of nodes. */
export const secrets = z.registry<{ secret: true }>()

export function secret<T extends z.ZodType>(schema: T): T {
  secrets.add(schema, { secret: true })
  return schema
}
