import { isAddress } from 'viem'
import { localOperator } from '../../chains/contracts/abi/addresses.ts'
import type { Operator } from '../../chains/contracts/operator.ts'
import type { Contracts } from '../../intents/planBatches.ts'
import { contractsOfOperator, type OperatorIdentity } from '../../sdk/contractsOfOperator.ts'
import { trustedContracts } from '../../sdk/trustedContracts.ts'
import { usageError } from './cliError.ts'
import type { Flags } from './flags.ts'

export const operatorFlags = {
  operator: {
    value: '[name=]address',
    about:
      'Who runs the service: the address that `causeway doctor` prints there; CAUSEWAY_OPERATOR, else what a saved intent says, else the operator of the local chains',
  },
} as const satisfies Flags

/** An operator as `--operator` takes it. */
export const formatOperator = ({ name, signer }: Operator): string =>
  name === localOperator.name ? signer : `${name}=${signer}`

/** Undefined means the operator of the local chains, whose contracts are built in. */
export function readOperatorIdentity(
  flags: { operator?: string },
  env: NodeJS.ProcessEnv,
): OperatorIdentity | undefined {
  const text = flags.operator ?? (env.CAUSEWAY_OPERATOR || undefined)
  if (text === undefined) return undefined
  const [, name, signer] = /^(?:(.{1,64})=)?(0x[0-9a-fA-F]{40})$/.exec(text) ?? []
  if (!signer || !isAddress(signer))
    throw usageError(
      `--operator: "${text}" is not the address of an operator`,
      'ask the operator for it, or run `causeway doctor` beside the service; with operator.name set, write <name>=<address>',
    )
  return { signer, ...(name && { name }) }
}

/** Contracts of the named operator, else the saved, else the local one; also those of a saved quote's checks. */
export async function readContracts(
  flags: { operator?: string },
  env: NodeJS.ProcessEnv,
  saved?: { operator?: OperatorIdentity; contracts?: Contracts },
): Promise<readonly Contracts[]> {
  const identity = readOperatorIdentity(flags, env) ?? saved?.operator
  const newest = identity ? await contractsOfOperator(identity) : trustedContracts
  return saved?.contracts ? [newest, saved.contracts] : [newest]
}
