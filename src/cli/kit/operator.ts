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

/** As callers give it to that flag. */
export const formatOperator = ({ name, signer }: Operator): string =>
  name === localOperator.name ? signer : `${name}=${signer}`

/** Undefined: the operator of the local chains, whose contracts are built in. */
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

/** The named contracts, else the saved ones; also those a saved intent was checked against, perhaps older ones. */
export async function readContracts(
  flags: { operator?: string },
  env: NodeJS.ProcessEnv,
  saved?: { operator?: OperatorIdentity; contracts?: Contracts },
): Promise<readonly Contracts[]> {
  const identity = readOperatorIdentity(flags, env) ?? saved?.operator
  const newest = identity ? await contractsOfOperator(identity) : trustedContracts
  return saved?.contracts ? [newest, saved.contracts] : [newest]
}
