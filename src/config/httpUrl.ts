import { z } from 'zod'

/** An address that is asked over HTTP. Another scheme would be taken for a host that is away. */
export const httpUrl = () => z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
