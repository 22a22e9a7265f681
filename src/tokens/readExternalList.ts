import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { address } from '../interface/fields.ts'
import type { TokenInfo } from '../interface/tokenShapes.ts'
import { unfeaturedIndex } from './tokenLists.ts'

const listBytesMax = 32 * 1024 * 1024
const tokensMax = 100_000

const externalToken = z.object({
  chainId: z.int().min(1),
  address: address(),
  name: z.string().max(256),
  symbol: z.string().max(256),
  decimals: z.int().min(0).max(255),
  logoURI: z.string().optional(),
})

const externalList = z.object({
  name: z.string(),
  tokens: z.array(z.looseObject({ chainId: z.number() })).max(tokensMax),
})

/**
 * Reads a token list in the format of tokenlists.org from a file that the operator names. Entries for chains we do not
 * serve are skipped before validation: public lists include chains that are not EVM, whose addresses would fail it.
 */
export async function readExternalList(file: string, chainIds: readonly number[]): Promise<TokenInfo[]> {
  const served = new Set(chainIds)
  const bytes = await readFile(file)
  if (bytes.length > listBytesMax) throw new Error(`the token list ${file} is larger than ${listBytesMax} bytes`)
  const list = externalList.safeParse(parse(bytes.toString('utf8'), file))
  if (!list.success) throw new Error(`${file} is not a token list: ${explain(list.error)}`)
  return list.data.tokens
    .filter(({ chainId }) => served.has(chainId))
    .map((entry) => {
      const token = externalToken.safeParse(entry)
      if (!token.success)
        throw new Error(`${file}: a token of chain ${entry.chainId} is malformed: ${explain(token.error)}`)
      return toTokenInfo(token.data)
    })
}

function toTokenInfo({ logoURI, ...token }: z.output<typeof externalToken>): TokenInfo {
  const logoUri = logoURI && logoURI.length <= 2_048 && /^(https|ipfs):\/\//.test(logoURI) ? logoURI : undefined
  return { ...token, ...(logoUri && { logoUri }), featured: false, featureIndex: unfeaturedIndex }
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new Error(`the token list ${file} is not JSON`)
  }
}

function explain({ issues }: z.ZodError): string {
  return issues
    .map(({ path, message }) => `${path.join('.')}: ${message}`)
    .slice(0, 3)
    .join('; ')
}
