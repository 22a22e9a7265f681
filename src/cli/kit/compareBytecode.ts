import { readFileSync } from 'node:fs'
import { type ContractDeployment, localOperator } from '../../chains/contracts/abi/addresses.ts'
import { operatorDeployments } from '../../chains/contracts/operator.ts'
import { usageError } from './cliError.ts'
import { contractPaths } from './standardInput.ts'

type Compared = Pick<ContractDeployment, 'name' | 'address'> & { state: 'same' | 'different' | 'missing' }
type SolcOutput = { contracts?: Record<string, Record<string, { evm?: { bytecode?: { object?: string } } }>> }

/** Compares a compiler's creation code with the one deployed here, without constructor arguments. */
export function compareBytecode(file: string): Compared[] {
  const { contracts = {} } = readOutput(file)
  return operatorDeployments(localOperator).map(({ name, address, initCode, args }) => {
    const [path, contract] = contractPaths[name]
    const code = contracts[path]?.[contract]?.evm?.bytecode?.object
    const own = initCode.slice(2, initCode.length - (args.length - 2))
    return { name, address, state: code === undefined ? 'missing' : code === own ? 'same' : 'different' }
  })
}

function readOutput(file: string): SolcOutput {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as SolcOutput
  } catch {
    throw usageError(`--compare: ${file} is not what solc --standard-json prints`)
  }
}
