import { privateKeyToAccount } from 'viem/accounts'
import { localOperator } from '../chains/contracts/abi/addresses.ts'
import { brandOperators, localOperatorKey, type Operator, operatorContracts } from '../chains/contracts/operator.ts'
import { devnetChains } from '../chains/definitions/devnet/facts.ts'
import type { PassSigner } from '../chains/send/seatKeeper.ts'
import { type Config, ConfigError } from '../config/config.ts'
import type { OperatorConfig } from '../config/engineConfig.ts'

/**
 * Whose guest and entrypoint this service works with, and the key that seats its relayers. Where nothing is configured, the operator of the
 * local chains, whose key everybody knows: on any other chain that is refused.
 */
export function readOperator(
  { name, signer, passKey }: OperatorConfig,
  chainIds: Iterable<number>,
): { operator: Operator; passSigner?: PassSigner } {
  const passSigner = passKey && privateKeyToAccount(passKey)
  const signs = signer ?? passSigner?.address
  if (signs) return { operator: { name, signer: signs }, passSigner }
  const local = new Set<number>(devnetChains.map(({ id }) => id))
  const elsewhere = [...chainIds].find((id) => !local.has(id))
  if (elsewhere !== undefined)
    throw new ConfigError(
      `operator.passKey: is required on chain ${elsewhere}; it says which accounts run the batches of this service. A process that only answers callers takes operator.signer instead: the address of that key, or the ERC-1271 contract that accepts it`,
    )
  return { operator: { name, signer: localOperator.signer }, passSigner: privateKeyToAccount(localOperatorKey) }
}

/** What can be checked of who signs passes. */
export const signsPasses = ({ signer, passKey }: OperatorConfig) => ({
  operatorSigner: signer,
  passKeyAddress: passKey && privateKeyToAccount(passKey).address,
})

/** Under this name the connections of a process are listed, so that `doctor` compares the guests of all that share a database. */
export function connectionName({ operator, brands, chains, roles }: Config): string {
  const first = readOperator(
    operator,
    chains.map(({ id }) => id),
  ).operator
  const [named = first] = brandOperators(first, brands).values()
  const role = roles.api && roles.worker ? 'service' : roles.api ? 'api' : 'worker'
  return `causeway ${role} ${operatorContracts(named).guest}`
}
