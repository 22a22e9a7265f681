import { z } from 'zod'

/** Fields that `maskConfig` hides: keys, tokens, passwords, URLs. Of a URL it shows the scheme and the host. */
export const secrets = z.registry<{ secret: true }>()

export function secret<T extends z.ZodType>(schema: T): T {
  secrets.add(schema, { secret: true })
  return schema
}
