import type { Abi, ContractFunctionArgs, ContractFunctionName, ContractFunctionReturnType, Hex } from 'viem'
import { decodeFunctionResult } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { encodeCall } from '../evm/encodeCall.ts'
import type { Address } from '../interface/fields.ts'

/** One view function at one block. Undefined where there is no contract or it reverts; throws where no node answers. */
export async function readContract<
  const abi extends Abi,
  name extends ContractFunctionName<abi, 'view'>,
  const args extends ContractFunctionArgs<abi, 'view', name>,
>(
  chain: Chain,
  block: number,
  to: Address,
  abi: abi,
  functionName: name,
  args: args,
): Promise<ContractFunctionReturnType<abi, 'view', name, args> | undefined> {
  // viem cannot prove for an open `abi` that name and arguments belong together; the signature above has made the caller prove it.
  const data = encodeCall({ abi, functionName, args } as never) as Hex
  const outcome = await chain.read({ to, data }, { block })
  if (!outcome.ok || outcome.data === '0x') return undefined
  return decodeFunctionResult({ abi, functionName, args, data: outcome.data } as never) as never
}
