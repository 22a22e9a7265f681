import { parseAbi, stringToHex } from 'viem'
import type { Address } from '../../src/interface/fields.ts'
import { type Behaviour, decodeCall, nothing, Reverted } from '../engine/scripted/machine.ts'
import { recover } from '../engine/scripted/recover.ts'
import { codeOf, readSlot, type State, setCode, writeSlot } from '../engine/scripted/state.ts'

export const ownerCode = stringToHex('owner')

const abi = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])
const magic = `0x1626ba7e${'00'.repeat(28)}` as const

/** A contract that owns what it holds: the signature of one key is its own, and it may take no native token. */
export const ownerContract: Behaviour = (frame) => {
  const { state, self, value, data } = frame
  if (value > 0n && readSlot(state, self, 'refuses native') === 1n) throw new Reverted('0x')
  if (data === '0x') return nothing
  const { args } = decodeCall(abi, data)
  if (recover(args[0], args[1])?.toLowerCase() !== self.toLowerCase()) throw new Reverted('0x')
  return magic
}

export function setOwnerCode(state: State, owner: Address, { refusesNative }: { refusesNative: boolean }): void {
  setCode(state, owner, ownerCode)
  if (refusesNative) writeSlot(state, owner, 'refuses native', 1n)
}

export const refusesNative = (state: State, owner: Address): boolean =>
  codeOf(state, owner) === ownerCode && readSlot(state, owner, 'refuses native') === 1n
