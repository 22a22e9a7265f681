import { decodeAbiParameters, parseAbiParameters, size, slice } from 'viem'
import type { Address, Hex } from '../interface/fields.ts'

const command = { wrap: '0x0b', unwrap: '0x0c', v4Swap: '0x10' } as const
const action = { swapExactInSingle: '0x06', settle: '0x0b', take: '0x0e' } as const
const itself = '0x0000000000000000000000000000000000000002'
const receiverFirst = parseAbiParameters('address, uint256')
const actionsAndParams = parseAbiParameters('bytes, bytes[]')
const taken = parseAbiParameters('address, address, uint256')

/**
 * The recipient of a universal router call that has the form of our service's swaps: v4 pools, wraps and unwraps, and
 * the router keeps the money until the last command. Throws for any other call.
 */
export function readUniversalRouter(commands: Hex, inputs: readonly Hex[]): Address {
  const receivers = inputs.map((input, at) => receiverOf(slice(commands, at, at + 1), input))
  const last = receivers.at(-1)
  if (size(commands) !== inputs.length || !last || receivers.slice(0, -1).some((one) => one !== itself))
    throw new Error('not a swap of our service')
  return last
}

function receiverOf(code: Hex, input: Hex): Address {
  if (code === command.wrap || code === command.unwrap) return decodeAbiParameters(receiverFirst, input)[0]
  if (code !== command.v4Swap) throw new Error(`command ${code} is not read`)
  const [actions, params] = decodeAbiParameters(actionsAndParams, input)
  const codes = Array.from({ length: size(actions) }, (_, at) => slice(actions, at, at + 1))
  const inside = codes.slice(1, -1)
  const known =
    codes[0] === action.settle &&
    codes.at(-1) === action.take &&
    inside.every((one) => one === action.swapExactInSingle) &&
    codes.length === params.length
  if (!known) throw new Error(`actions ${actions} are not read`)
  return decodeAbiParameters(taken, params.at(-1)!)[1]
}
