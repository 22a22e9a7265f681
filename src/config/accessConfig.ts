import { BlockList, isIP } from 'node:net'
import { z } from 'zod'
import { limits } from '../interface/limits.ts'
import { type OperationName, operationNames } from '../interface/operations.ts'

/** `10.0.0.0/8`, `2001:db8::/32`, or one address. */
export const addressRange = z
  .string()
  .refine((text) => parseRange(text) !== undefined, 'must be an address range like 10.0.0.0/8 or 2001:db8::/32')

export function parseRange(text: string): { address: string; prefix: number; family: 'ipv4' | 'ipv6' } | undefined {
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0 || address.includes('%')) return undefined
  const bitsMax = version === 4 ? 32 : 128
  if (bits !== undefined && !/^\d{1,3}$/.test(bits)) return undefined
  const prefix = bits === undefined ? bitsMax : Number(bits)
  return prefix <= bitsMax ? { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' } : undefined
}

/** A set of ranges to check addresses against. */
export function rangesOf(texts: readonly string[]): BlockList {
  const list = new BlockList()
  for (const text of texts) {
    const range = parseRange(text)
    if (range) list.addSubnet(range.address, range.prefix, range.family)
  }
  return list
}

const operationName = z.enum(operationNames as [OperationName, ...OperationName[]])
const perOperation = z.partialRecord(operationName, z.int().min(0))
const count = (fallback: number) => z.int().min(0).default(fallback)

/** Limits on call rates and volume; 0 means no limit. A project may have its own. */
export const limitsConfig = z
  .strictObject({
    publicPerMinute: count(limits.publicPerMinute).describe(
      'Calls a minute from one address without a key; 0: any number',
    ),
    localPerMinute: count(limits.localPerMinute).describe(
      'Calls a minute on intents without a key from this machine, where none is required; 0: any number',
    ),
    projectPerS: count(limits.projectPerS).describe('Calls a second with keys of one project; 0: any number'),
    projectBurst: count(limits.projectBurst).describe('Calls that a project may save up'),
    operationsPerMinute: perOperation
      .default({ QuoteIntent: limits.quotesPerMinute })
      .describe('Calls a minute of one operation with keys of one project'),
    unitsPerCycle: count(limits.unitsPerCycle).describe('Units that a project may use in a month; 0: any number'),
    operationUnits: perOperation
      .default({ Ping: 0, Clock: 0, RuntimeStatus: 0, QuoteIntent: 10, CommitIntent: 5, ExecuteIntent: 5 })
      .describe('Units of a call; 1 where nothing is said'),
    keysMax: z.int().min(1).default(limits.accessKeysMax).describe('Most current keys of a project'),
  })
  .prefault({})

/** How to find a caller's address behind proxies, and its country. */
export const callersConfig = z
  .strictObject({
    trustedProxies: z
      .array(addressRange)
      .max(1_000)
      .default([])
      .describe('Address ranges whose X-Forwarded-For is believed'),
    countriesFile: z
      .string()
      .min(1)
      .optional()
      .describe('MaxMind database of countries (.mmdb), for switches.blockedCountries'),
  })
  .prefault({})
