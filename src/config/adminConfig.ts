import { z } from 'zod'
import { limits } from '../interface/limits.ts'
import { secret } from './secret.ts'

/** Access to administration, and the lifetime of its tokens. */
export const adminConfig = z
  .strictObject({
    operatorSecret: secret(z.string().min(24, 'must have at least 24 characters').max(512))
      .optional()
      .describe('Exchanged for operator tokens; without one, the first start makes one and keeps it in store.folder'),
    tokenLifeMs: z
      .int()
      .min(10_000)
      .default(15 * 60_000)
      .describe('How long a token is good for, unless asked otherwise'),
    tokenLifeMsMax: z
      .int()
      .min(10_000)
      .default(limits.tokenLifeMsMax)
      .describe('Longest that a token may be asked for'),
  })
  .refine(({ tokenLifeMs, tokenLifeMsMax }) => tokenLifeMs <= tokenLifeMsMax, {
    error: 'tokenLifeMs must be at most tokenLifeMsMax',
  })
  .prefault({})
