import type { Contracts } from '../intents/planBatches.ts'
import type { Address, Hex } from '../interface/fields.ts'

/** Who runs a service: the signer for its relayers, and the name under which users sign deposits (or `Causeway`). */
export type OperatorIdentity = { signer: Address; name?: string; primaryType?: string; salt?: Hex }

/**
 * An operator's contracts, computed from their code, its name and its signer without asking a server: these addresses
 * hold this code or none. Loads 34 kB of code on demand; to save that, pass a stored result as `contracts`.
 */
export async function contractsOfOperator({ name = 'Causeway', ...operator }: OperatorIdentity): Promise<Contracts> {
  const { operatorContracts } = await import('../chains/contracts/operator.ts')
  return operatorContracts({ name, ...operator })
}
