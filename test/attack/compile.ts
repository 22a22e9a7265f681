import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Abi, Hex } from 'viem'

export type Compiled = { abi: Abi; bytecode: Hex }

type Output = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>
}

/** The contracts of the attackers, by name, from the source beside this file. */
export function compileThieves(): Record<'Thief' | 'Newborn' | 'Stubborn' | 'TwoFaced', Compiled> {
  const file = 'Thief.sol'
  const content = readFileSync(new URL(file, import.meta.url), 'utf8')
  const settings = {
    optimizer: { enabled: true },
    evmVersion: 'cancun',
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  }
  const input = JSON.stringify({ language: 'Solidity', sources: { [file]: { content } }, settings })
  const compiler = fileURLToPath(new URL('../../contracts/tools/solc.cjs', import.meta.url))
  const printed = execFileSync(process.execPath, [compiler, '--standard-json'], { input, encoding: 'utf8' })
  const { errors = [], contracts } = JSON.parse(printed) as Output
  const failed = errors.find(({ severity }) => severity === 'error')
  if (failed) throw new Error(failed.formattedMessage)
  const compiled = (name: string): Compiled => {
    const found = contracts[file]?.[name]
    if (!found) throw new Error(`${file} has no contract ${name}`)
    return { abi: found.abi, bytecode: `0x${found.evm.bytecode.object}` }
  }
  return {
    Thief: compiled('Thief'),
    Newborn: compiled('Newborn'),
    Stubborn: compiled('Stubborn'),
    TwoFaced: compiled('TwoFaced'),
  }
}
