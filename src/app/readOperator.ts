import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { localOperator } from '../chains/contracts/abi/addresses.ts'
import { brandOperators, localOperatorKey, type Operator, operatorContracts } from '../chains/contracts/operator.ts'
import { devnetChains } from '../chains/definitions/devnet/facts.ts'
import { type Config, ConfigError } from '../config/config.ts'
import type { OperatorConfig } from '../config/engineConfig.ts'

/**
 * The operator of this service's guest and entrypoint, and the key that signs relayer grants. The default is the
 * operator of the local chains; its key is public, so other chains refuse it.
 */
export function readOperator(
  { name, signer, grantKey, salt }: OperatorConfig,
  chainIds: Iterable<number>,
): { operator: Operator; grantSigner?: PrivateKeyAccount } {
  const grantSigner = grantKey && privateKeyToAccount(grantKey)
  const signs = signer ?? grantSigner?.address
  const names = { name, ...(salt && { salt }) }
  if (signs) return { operator: { ...names, signer: signs }, grantSigner }
  const local = new Set<number>(devnetChains.map(({ id }) => id))
  const elsewhere = [...chainIds].find((id) => !local.has(id))
  if (elsewhere !== undefined)
    throw new ConfigError(
      `operator.grantKey: is required on chain ${elsewhere}; it says which accounts run the batches of this service. A process that only answers callers takes operator.signer instead: the address of that key, or the ERC-1271 contract that accepts it`,
    )
  return { operator: { ...names, signer: localOperator.signer }, grantSigner: privateKeyToAccount(localOperatorKey) }
}

/** The addresses by which `checkAddresses` checks the signer of grants. */
export const signsGrants = ({ signer, grantKey }: OperatorConfig) => ({
  operatorSigner: signer,
  grantKeyAddress: grantKey && privateKeyToAccount(grantKey).address,
})

/** The name of a process's database connections. `doctor` compares the guests in these names. */
export function connectionName({ operator, brands, chains, roles }: Config): string {
  const first = readOperator(
    operator,
    chains.map(({ id }) => id),
  ).operator
  const [named = first] = brandOperators(first, brands).values()
  const role = roles.api && roles.worker ? 'service' : roles.api ? 'api' : 'worker'
  return `causeway ${role} ${operatorContracts(named).guest}`
}
