import type { Abi, ContractFunctionArgs, ContractFunctionName, ContractFunctionReturnType, Hex } from 'viem'
import { decodeFunctionResult } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { encodeCall } from '../evm/encodeCall.ts'
import type { Address } from '../interface/fields.ts'

/**
 * One view function. Undefined where the contract is not there, refuses or answers something else; a chain that cannot be asked
 * throws. Calls of the same moment travel together.
 */
export async function readView<
  const abi extends Abi,
  name extends ContractFunctionName<abi, 'view'>,
  const args extends ContractFunctionArgs<abi, 'view', name>,
>(
  chain: Chain,
  to: Address,
  abi: abi,
  functionName: name,
  args: args,
  options?: { block?: number },
): Promise<ContractFunctionReturnType<abi, 'view', name, args> | undefined> {
  const data = encodeCall({ abi, functionName, args } as never) as Hex
  const outcome = await chain.read({ to, data }, options)
  if (!outcome.ok || outcome.data === '0x') return undefined
  try {
    return decodeFunctionResult({ abi, functionName, args, data: outcome.data } as never) as never
  } catch {
    return undefined
  }
}
