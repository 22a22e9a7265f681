import { type Abi, encodeFunctionData, prepareEncodeFunctionData } from 'viem'

type Prepared = ReturnType<typeof prepareEncodeFunctionData>

const known = new WeakMap<object, Map<string, Prepared>>()

/** viem's `encodeFunctionData`, which hashes the signature at every call; here the selector of a function is found once for each ABI. */
export const encodeCall = ((call: { abi: Abi; functionName?: string; args?: readonly unknown[] }) => {
  const { abi, args } = call
  const name = call.functionName ?? ''
  const functions = known.get(abi) ?? new Map<string, Prepared>()
  known.set(abi, functions)
  const prepared = functions.get(name) ?? prepare(abi, call.functionName)
  // The arguments choose among functions of one name, so those are not remembered.
  if (!prepared) return encodeFunctionData(call as never)
  functions.set(name, prepared)
  return encodeFunctionData({ ...prepared, args } as never)
}) as typeof encodeFunctionData

function prepare(abi: Abi, functionName: string | undefined): Prepared | undefined {
  const namesakes = abi.filter((item) => item.type === 'function' && (!functionName || item.name === functionName))
  return namesakes.length === 1 ? prepareEncodeFunctionData({ abi, functionName } as never) : undefined
}
