import { type Abi, type AbiFunction, encodeFunctionData, prepareEncodeFunctionData } from 'viem'
import { encodeKnown } from './encodeKnown.ts'

type Prepared = ReturnType<typeof prepareEncodeFunctionData>

const known = new WeakMap<object, Map<string, Prepared>>()

/** viem's `encodeFunctionData`, with signature and types prepared once per function instead of at every call. */
export const encodeCall = ((call: { abi: Abi; functionName?: string; args?: readonly unknown[] }) => {
  const { abi, args } = call
  const name = call.functionName ?? ''
  const functions = known.get(abi) ?? new Map<string, Prepared>()
  known.set(abi, functions)
  const prepared = functions.get(name) ?? prepare(abi, call.functionName)
  // Overloads are chosen by their arguments, so they are not cached.
  if (!prepared) return encodeFunctionData(call as never)
  functions.set(name, prepared)
  const [{ inputs }] = prepared.abi as readonly [AbiFunction]
  const encoded = encodeKnown(inputs, args ?? [])
  return encoded ? `${prepared.functionName}${encoded.slice(2)}` : encodeFunctionData({ ...prepared, args } as never)
}) as typeof encodeFunctionData

function prepare(abi: Abi, functionName: string | undefined): Prepared | undefined {
  const namesakes = abi.filter((item) => item.type === 'function' && (!functionName || item.name === functionName))
  return namesakes.length === 1 ? prepareEncodeFunctionData({ abi, functionName } as never) : undefined
}
