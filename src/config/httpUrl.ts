import { z } from 'zod'

/** A URL called over HTTP. Another scheme would look like an unreachable host. */
export const httpUrl = () => z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
