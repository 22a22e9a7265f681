import type { Contracts } from '../intents/planBatches.ts'
import type { Address, Hex } from '../interface/fields.ts'

/** Who runs a service: the address that signs for its relayers, and the name under which users sign deposits, `Causeway` unless said. */
export type OperatorIdentity = { signer: Address; name?: string; primaryType?: string; salt?: Hex }

/**
 * The contracts of an operator, computed from their code, its name and its signer: no server is asked, and at these addresses lies this code or none.
 * The code of the two contracts is loaded here and not before, 34 kB that a client of one operator saves by passing the answer as `contracts`.
 */
export async function contractsOfOperator({ name = 'Causeway', ...operator }: OperatorIdentity): Promise<Contracts> {
  const { operatorContracts } = await import('../chains/contracts/operator.ts')
  return operatorContracts({ name, ...operator })
}
