import { z } from 'zod'
import { defaultBrand } from '../interface/brand.ts'
import { type OperationName, operationNames } from '../interface/operations.ts'
import { addressRange } from './accessConfig.ts'

const segment = z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,31}$/, 'must be a letter and up to 31 letters or digits')
const prefix = z.string().regex(/^[a-z][A-Za-z0-9]{0,31}$/, 'must be a small letter and up to 31 letters or digits')
const version = z.string().regex(/^\d+(\.\d+){0,2}$/, 'must be a version like 1.2.3')

/** The service's names, and the operations offered under each. */
export const brandsConfig = z
  .array(
    z.strictObject({
      service: segment.describe('Segment of the path, after /rpc/'),
      field: prefix.describe('Prefix of field names'),
      wallet: prefix.describe('Prefix of the names of wallet overrides'),
    }),
  )
  .min(1)
  .max(16)
  .refine((brands) => new Set(brands.map(({ service }) => service)).size === brands.length, {
    error: 'each service name may be used once',
  })
  .default([defaultBrand])
  .describe('Names the service is offered under')

export const switchesConfig = z
  .strictObject({
    intents: z.boolean().default(true).describe('false: quote, commit and execute refuse; running intents go on'),
    operationsOff: z
      .array(z.enum(operationNames as [OperationName, ...OperationName[]]))
      .default([])
      .describe('Operations that answer MethodNotFound'),
    chainsPaused: z.array(z.int().min(1)).max(100).default([]).describe('Chains that take no new quotes and commits'),
    projectsPaused: z
      .array(z.int().min(1))
      .max(1_000)
      .default([])
      .describe('Projects that take no new quotes and commits'),
    providersPaused: z.array(z.string()).max(100).default([]).describe('Providers that take no new quotes and commits'),
    blockedRanges: z
      .array(addressRange)
      .max(10_000)
      .default([])
      .describe('Address ranges whose calls answer Geoblocked'),
    blockedCountries: z
      .array(z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters (ISO 3166)'))
      .max(300)
      .default([])
      .describe('Countries whose calls answer Geoblocked; needs callers.countriesFile'),
    clientVersionMin: z.record(z.string(), version).default({}).describe('Least version by client name; "*" for all'),
  })
  .prefault({})

export const authConfig = z
  .strictObject({
    required: z.boolean().default(false).describe('true: operations on intents need an access key'),
    keylessOnNetwork: z
      .boolean()
      .default(false)
      .describe('true: serve operations without a key also where http.host is not this machine alone'),
  })
  .prefault({})

export type SwitchesConfig = z.output<typeof switchesConfig>
