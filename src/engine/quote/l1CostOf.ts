import { concat, decodeFunctionResult, type Hex, parseAbi, size } from 'viem'
import type { Chain } from '../../chains/chain.ts'
import { encodeCall } from '../../evm/encodeCall.ts'
import { keccak256 } from '../../evm/keccak.ts'
import type { Address } from '../../interface/fields.ts'

/** What the bytes of a transaction cost on the chain below: gas that it uses beyond its code, or native token on top. */
export type L1Cost = { gas: bigint; fee: bigint }
export const noL1Cost: L1Cost = { gas: 0n, fee: 0n }

const abi = parseAbi([
  'function getL1Fee(bytes transaction) view returns (uint256)',
  'function gasEstimateL1Component(address to, bool contractCreation, bytes data) view returns (uint64 gasEstimateForL1, uint256 baseFee, uint256 l1BaseFeeEstimate)',
])

/** Bytes that do not compress, as signatures, hashes and addresses do not. */
export function incompressible(bytes: number): Hex {
  const words = Array.from({ length: Math.ceil(bytes / 32) }, (_, n) =>
    keccak256(`0x${(n + 1).toString(16).padStart(4, '0')}`),
  )
  return concat(words).slice(0, 2 + 2 * bytes) as Hex
}

/** Nonce, fees, limits, address and length of a transaction around its call data. The oracle adds the signature by itself. */
const envelope = incompressible(60)

/** Asked of the chain's own contract. A chain that has none, or whose contract does not answer, is taken to charge nothing. */
export async function l1CostOf(chain: Chain, transaction: { to: Address; data: Hex }): Promise<L1Cost> {
  const { l1Fee } = chain.definition
  if (!l1Fee) return noL1Cost
  if (l1Fee.by === 'oracle') {
    const args = [concat([envelope, transaction.data])] as const
    const answer = await chain.simulate({ to: l1Fee.oracle, data: encodeCall({ abi, functionName: 'getL1Fee', args }) })
    return answer.ok && size(answer.data) === 32 ? { gas: 0n, fee: BigInt(answer.data) } : noL1Cost
  }
  const args = [transaction.to, false, transaction.data] as const
  const data = encodeCall({ abi, functionName: 'gasEstimateL1Component', args })
  // Not `read`, which goes through a contract: this one is in the node alone, and only a call from outside reaches it.
  const answer = await chain.simulate({ to: l1Fee.nodeInterface, data })
  if (!answer.ok || size(answer.data) !== 96) return noL1Cost
  const [gas] = decodeFunctionResult({ abi, functionName: 'gasEstimateL1Component', data: answer.data })
  return { gas, fee: 0n }
}
