import { parseTransaction, serializeTransaction, type TransactionSerialized } from 'viem'
import type { BroadcastOutcome } from '../../../src/chains/chain.ts'
import { keccak256 } from '../../../src/evm/keccak.ts'
import type { Address, Hex } from '../../../src/interface/fields.ts'
import { recover } from './recover.ts'
import { nativeBalance, nonceOf, type State } from './state.ts'

export type Transaction = {
  hash: Hex
  from: Address
  nonce: number
  to: Address
  data: Hex
  value: bigint
  gas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

/** A node asks a replacement for a tenth more, as geth does. */
const bumpPercent = 110n

/** Transactions that wait for a block, one for each account and nonce. */
export type Mempool = {
  /** What a node says to signed bytes or to a transaction of an account that it holds. */
  add(transaction: Transaction, state: State, baseFee: bigint): BroadcastOutcome
  /** In the order of nonces, without gaps: what the next block may hold. */
  executable(state: State): Transaction[]
  remove(transaction: Transaction): void
  find(hash: Hex): Transaction | undefined
  /** The nonce after everything that waits without a gap. */
  pendingNonce(state: State, from: Address): number
}

export function createMempool(): Mempool {
  const waiting = new Map<string, Transaction>()
  const keyOf = (from: Address, nonce: number): string => `${from.toLowerCase()} ${nonce}`

  function add(transaction: Transaction, state: State, baseFee: bigint): BroadcastOutcome {
    const { from, nonce, gas, value, maxFeePerGas, maxPriorityFeePerGas } = transaction
    const key = keyOf(from, nonce)
    const known = waiting.get(key)
    if (known?.hash === transaction.hash) return { is: 'known' }
    if (nonce < nonceOf(state, from)) return { is: 'nonceTooLow' }
    if (nativeBalance(state, from) < gas * maxFeePerGas + value) {
      return { is: 'refused', why: 'insufficient funds for gas * price + value' }
    }
    if (maxFeePerGas < baseFee) return { is: 'underpriced', why: 'max fee per gas less than block base fee' }
    const outbids = (mine: bigint, theirs: bigint) => mine * 100n >= theirs * bumpPercent
    const replaces =
      !known || (outbids(maxFeePerGas, known.maxFeePerGas) && outbids(maxPriorityFeePerGas, known.maxPriorityFeePerGas))
    if (!replaces) return { is: 'underpriced', why: 'replacement transaction underpriced' }
    waiting.set(key, transaction)
    return { is: 'accepted' }
  }

  function run(state: State, from: Address): Transaction[] {
    const found: Transaction[] = []
    for (let nonce = nonceOf(state, from); ; nonce++) {
      const next = waiting.get(keyOf(from, nonce))
      if (!next) return found
      found.push(next)
    }
  }

  return {
    add,
    executable: (state) =>
      [...new Set([...waiting.values()].map(({ from }) => from))].flatMap((from) => run(state, from)),
    remove: ({ from, nonce, hash }) => {
      if (waiting.get(keyOf(from, nonce))?.hash === hash) waiting.delete(keyOf(from, nonce))
    },
    find: (hash) => [...waiting.values()].find((one) => one.hash === hash),
    pendingNonce: (state, from) => nonceOf(state, from) + run(state, from).length,
  }
}

/** Reads signed bytes of a type-2 transaction; undefined where they are none of this chain. */
export function readSigned(raw: Hex, chainId: number): Transaction | undefined {
  const key = `${chainId} ${raw}`
  if (signed.size > signedMax) signed.clear()
  if (!signed.has(key)) signed.set(key, parseSigned(raw, chainId))
  return signed.get(key)
}

/** Several nodes get the same bytes, again and again. */
const signed = new Map<string, Transaction | undefined>()
const signedMax = 500

function parseSigned(raw: Hex, chainId: number): Transaction | undefined {
  const parsed = parse(raw)
  const { r, s, yParity, to, nonce = 0, gas = 0n, value = 0n, data = '0x' } = parsed ?? {}
  if (!parsed || !r || !s || yParity === undefined || !to || parsed.chainId !== chainId) return undefined
  const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = parsed
  const body = { type: 'eip1559', chainId, nonce, to, data, value, gas, maxFeePerGas, maxPriorityFeePerGas } as const
  const word = (part: Hex): string => part.slice(2).padStart(64, '0')
  const signature: Hex = `0x${word(r)}${word(s)}${yParity === 0 ? '1b' : '1c'}`
  const from = recover(keccak256(serializeTransaction(body)), signature)
  return from && { hash: keccak256(raw), from, to, nonce, data, value, gas, maxFeePerGas, maxPriorityFeePerGas }
}

function parse(raw: Hex) {
  try {
    return parseTransaction(raw as TransactionSerialized<'eip1559'>)
  } catch {
    return undefined
  }
}
