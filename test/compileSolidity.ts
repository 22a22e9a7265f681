import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Abi, Hex } from 'viem'

export type Compiled = { abi: Abi; bytecode: Hex }

type Output = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>
}

/** The contracts of a file, by name. */
export function compileSolidity<Name extends string>(file: URL): Record<Name, Compiled> {
  const name = 'Source.sol'
  const settings = {
    optimizer: { enabled: true },
    evmVersion: 'cancun',
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  }
  const sources = { [name]: { content: readFileSync(file, 'utf8') } }
  const input = JSON.stringify({ language: 'Solidity', sources, settings })
  const compiler = fileURLToPath(new URL('../contracts/tools/solc.cjs', import.meta.url))
  const printed = execFileSync(process.execPath, [compiler, '--standard-json'], { input, encoding: 'utf8' })
  const { errors = [], contracts } = JSON.parse(printed) as Output
  const failed = errors.find(({ severity }) => severity === 'error')
  if (failed) throw new Error(failed.formattedMessage)
  const compiled = Object.entries(contracts[name]!).map(([contract, { abi, evm }]) => {
    const made: Compiled = { abi, bytecode: `0x${evm.bytecode.object}` }
    return [contract, made] as const
  })
  return Object.fromEntries(compiled) as Record<Name, Compiled>
}
