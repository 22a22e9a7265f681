import type { Abi, ContractFunctionArgs, ContractFunctionName, ContractFunctionReturnType } from 'viem'
import { decodeFunctionResult } from 'viem'
import type { Address, Hex } from '../interface/fields.ts'
import { encodeCall } from './encodeCall.ts'

/** The part of a chain that reads contracts. */
export type ContractReader = {
  read(call: { to: Address; data: Hex }, options?: { block?: number }): Promise<{ ok: true; data: Hex } | { ok: false }>
}

/**
 * Calls one view function, optionally at a block. Undefined if there is no contract, it reverts, or its answer does not
 * fit the ABI; throws if no node answers. Concurrent calls share one multicall.
 */
export async function readContract<
  const abi extends Abi,
  name extends ContractFunctionName<abi, 'view'>,
  const args extends ContractFunctionArgs<abi, 'view', name>,
>(
  reader: ContractReader,
  to: Address,
  abi: abi,
  functionName: name,
  args: args,
  options?: { block?: number },
): Promise<ContractFunctionReturnType<abi, 'view', name, args> | undefined> {
  // viem cannot prove that name and arguments fit an open `abi`; the signature above makes the caller prove it.
  const data = encodeCall({ abi, functionName, args } as never) as Hex
  const outcome = await reader.read({ to, data }, options)
  if (!outcome.ok || outcome.data === '0x') return undefined
  try {
    return decodeFunctionResult({ abi, functionName, args, data: outcome.data } as never) as never
  } catch {
    return undefined
  }
}
