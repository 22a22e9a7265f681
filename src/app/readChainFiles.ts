import { readFile } from 'node:fs/promises'
import type { ChainDefinition } from '../chains/chainDefinition.ts'
import { type Config, ConfigError } from '../config/config.ts'
import { withoutMark } from '../config/secretIn.ts'
import { chainFile } from '../interface/chainFile.ts'
import { parseJson } from '../interface/json.ts'
import type { TokenInfo } from '../interface/tokenShapes.ts'

export type ChainFiles = { definitions: ChainDefinition[]; tokens: TokenInfo[] }

/** Reads the configured chain files. A file overrides the built-in facts of its chain. */
export async function readChainFiles({ chains }: Pick<Config, 'chains'>): Promise<ChainFiles> {
  const read = chains.flatMap(({ id, file }) => (file === undefined ? [] : [readChainFile(id, file)]))
  const found = await Promise.all(read)
  return { definitions: found.map(({ definition }) => definition), tokens: found.flatMap(({ tokens }) => tokens) }
}

async function readChainFile(id: number, file: string): Promise<{ definition: ChainDefinition; tokens: TokenInfo[] }> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`chains: cannot read ${file} of chain ${id} (${error.code ?? error.message})`)
  })
  const parsed = chainFile.safeParse(jsonIn(text, file))
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `  ${path.join('.') || 'the file'}: ${message}`)
    throw new ConfigError(`${file} does not describe a chain:\n${lines.join('\n')}`)
  }
  const { tokens, ...definition } = parsed.data
  if (definition.id !== id)
    throw new ConfigError(`${file} describes chain ${definition.id}, and is named for chain ${id}`)
  return {
    definition,
    tokens: tokens.map((token, at) => ({ ...token, chainId: id, featured: true, featureIndex: at })),
  }
}

function jsonIn(text: string, file: string): unknown {
  try {
    return parseJson(withoutMark(text))
  } catch (error) {
    throw new ConfigError(`${file} is not JSON: ${(error as Error).message}`)
  }
}
