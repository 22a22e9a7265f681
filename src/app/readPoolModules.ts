import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { decodeEventLog, parseAbi, toEventSelector } from 'viem'
import { type Config, ConfigError } from '../config/config.ts'
import { importFile } from '../config/loadConfig.ts'
import { sameAddress } from '../evm/address.ts'
import { encodeCall } from '../evm/encodeCall.ts'
import { readContract } from '../evm/readContract.ts'
import { placeholder } from '../intents/wallet.ts'
import { providerName } from '../interface/chainFile.ts'
import type { PoolProtocol } from '../providers/poolProtocol.ts'
import { poolProtocols } from '../providers/poolProtocols.ts'

/** Passed to a module so that it needs no imports: it lies outside this package and may have other versions. */
const kit = { parseAbi, toEventSelector, decodeEventLog, encodeCall, readContract, sameAddress, placeholder }
export type PoolKit = typeof kit

const functions = ['isOn', 'creator', 'discover', 'created', 'read', 'applyLog', 'calls'] as const

/** Loads the configured modules' kinds of pools. An error names the file. */
export async function readPoolModules({ providers }: Pick<Config, 'providers'>): Promise<PoolProtocol[]> {
  const made: PoolProtocol[] = []
  for (const file of providers.modules) {
    const protocol = await readModule(file)
    const isTaken = [...poolProtocols(), ...made].some(({ provider }) => provider === protocol.provider)
    if (isTaken) throw new ConfigError(`providers.modules: ${file} names itself ${protocol.provider}, and there is one`)
    made.push(protocol)
  }
  return made
}

async function readModule(file: string): Promise<PoolProtocol> {
  const refuse = (why: string) => new ConfigError(`providers.modules: ${file} ${why}`)
  const module = await importFile(pathToFileURL(resolve(file)).href).catch((error: Error) => {
    throw refuse(`cannot be read: ${error.message}`)
  })
  const { createPoolProtocol } = module
  if (typeof createPoolProtocol !== 'function') throw refuse('exports no function createPoolProtocol')
  const made = attempt(() => createPoolProtocol(kit), refuse)
  if (!isProtocol(made))
    throw refuse(`must return provider (${providerName.source}), topics and the functions ${functions.join(', ')}`)
  return made
}

function attempt(create: () => unknown, refuse: (why: string) => ConfigError): unknown {
  try {
    return create()
  } catch (error) {
    throw refuse(`failed in createPoolProtocol: ${(error as Error).message}`)
  }
}

function isProtocol(made: unknown): made is PoolProtocol {
  if (typeof made !== 'object' || made === null) return false
  const members = made as Record<string, unknown>
  const isNamed = typeof members.provider === 'string' && providerName.test(members.provider)
  return isNamed && Array.isArray(members.topics) && functions.every((name) => typeof members[name] === 'function')
}
