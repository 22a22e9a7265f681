import { keccak256 } from '../../../src/evm/keccak.ts'
import type { Address, Hex } from '../../../src/interface/fields.ts'

type Value = bigint | Hex

/** Accounts of one chain at one moment: native balances, nonces, code and storage. */
export type State = {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

/** Changes on top of another state; dropping the overlay reverts, `commit` applies them. */
export type Overlay = State & { readonly changes: ReadonlyMap<string, Value>; commit(): void }

export function createOverlay(below: State): Overlay {
  const changes = new Map<string, Value>()
  return {
    changes,
    get: (key) => changes.get(key) ?? below.get(key),
    set: (key, value) => void changes.set(key, value),
    commit: () => {
      for (const [key, value] of changes) below.set(key, value)
    },
  }
}

/** Every past value of a key, by block: old blocks read their own values, and a reorg drops the end. */
export type History = {
  at(block: number): State
  write(block: number, changes: ReadonlyMap<string, Value>): void
  dropAbove(block: number): void
}

export function createHistory(): History {
  const versions = new Map<string, { block: number; value: Value }[]>()
  const write = (block: number, key: string, value: Value): void => {
    const found = versions.get(key) ?? []
    versions.set(key, found)
    if (found.at(-1)?.block === block) found.pop()
    found.push({ block, value })
  }
  return {
    at: (block) => ({
      get: (key) => versions.get(key)?.findLast((version) => version.block <= block)?.value,
      set: (key, value) => write(block, key, value),
    }),
    write: (block, changes) => {
      for (const [key, value] of changes) write(block, key, value)
    },
    dropAbove: (block) => {
      for (const [key, found] of versions) {
        versions.set(
          key,
          found.filter((version) => version.block <= block),
        )
      }
    },
  }
}

const account = (kind: string, address: Address): string => `${kind} ${address.toLowerCase()}`
const word = (value: Value | undefined): bigint => BigInt(value ?? 0n)

export const nativeBalance = (state: State, holder: Address): bigint => word(state.get(account('balance', holder)))
export const setNativeBalance = (state: State, holder: Address, amount: bigint): void =>
  state.set(account('balance', holder), amount)

export const nonceOf = (state: State, address: Address): number => Number(word(state.get(account('nonce', address))))
export const setNonce = (state: State, address: Address, nonce: number): void =>
  state.set(account('nonce', address), BigInt(nonce))

export function codeOf(state: State, address: Address): Hex {
  const code = state.get(account('code', address))
  return typeof code === 'string' ? code : '0x'
}
export const setCode = (state: State, address: Address, code: Hex): void => state.set(account('code', address), code)

/** A slot is a real storage key, or any name that nobody outside reads. */
export const readSlot = (state: State, contract: Address, slot: string): bigint =>
  word(state.get(`${account('slot', contract)} ${slot}`))
export const writeSlot = (state: State, contract: Address, slot: string, value: bigint): void =>
  state.set(`${account('slot', contract)} ${slot}`, value)

/** The storage keys among these keys, by contract; leaves out named slots. */
export function storageIn(keys: Iterable<string>): { address: Address; storageKeys: Hex[] }[] {
  const found = new Map<Address, Hex[]>()
  for (const key of keys) {
    const [kind, address, slot] = key.split(' ') as [string, Address, Hex | undefined]
    if (kind === 'slot' && slot?.startsWith('0x')) found.set(address, [...(found.get(address) ?? []), slot])
  }
  return [...found].map(([address, storageKeys]) => ({ address, storageKeys }))
}

const slots = new Map<string, Hex>()

/** The slot of an address in Solidity's mapping at slot 0: the engine's simulations write balances there. */
export function mappingSlot(holder: Address): Hex {
  const key = holder.toLowerCase()
  const known = slots.get(key)
  if (known) return known
  const slot = keccak256(`0x${key.slice(2).padStart(64, '0')}${'0'.repeat(64)}`)
  slots.set(key, slot)
  return slot
}
