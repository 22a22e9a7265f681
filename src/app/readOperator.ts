import { privateKeyToAccount } from 'viem/accounts'
import { localOperator } from '../chains/contracts/abi/addresses.ts'
import { localOperatorKey, type Operator } from '../chains/contracts/operator.ts'
import { devnetChains } from '../chains/definitions/devnet/facts.ts'
import type { PassSigner } from '../chains/send/seatKeeper.ts'
import { ConfigError } from '../config/config.ts'
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
      `operator.passKey: is required on chain ${elsewhere}; whoever has it says which accounts run the batches of this service. A process that only answers callers takes operator.signer, its address, instead`,
    )
  return { operator: { name, signer: localOperator.signer }, passSigner: privateKeyToAccount(localOperatorKey) }
}
