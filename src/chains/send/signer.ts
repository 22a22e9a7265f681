import { createDecipheriv, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
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
import { z } from 'zod'
import { keccak256 } from '../../evm/keccak.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import { encodeTransaction, type UnsignedTransaction } from './encodeTransaction.ts'

/** One account that can sign. The key stays inside; nothing here can print it. */
export type Signer = {
  readonly address: Address
  signTransaction(tx: UnsignedTransaction): Promise<Hex>
}

/** A key that could not be used. The message never holds any of it. */
export class SignerError extends Error {
  override readonly name = 'SignerError'
}

/** Signs with the native library (12 times faster than pure JavaScript); it falls back to its own pure version. */
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

const hexText = z.string().regex(/^(0x)?[0-9a-fA-F]*$/)
const keystoreShape = z.object({
  version: z.literal(3),
  crypto: z.object({
    cipher: z.literal('aes-128-ctr'),
    ciphertext: hexText,
    cipherparams: z.object({ iv: hexText }),
    mac: hexText,
    kdf: z.enum(['scrypt', 'pbkdf2']),
    kdfparams: z.record(z.string(), z.union([z.number(), z.string()])),
  }),
})

/** Signs with the key of a keystore file. */
export async function createKeystoreSigner(fileText: string, password: string): Promise<Signer> {
  return createPrivateKeySigner(await openKeystore(fileText, password))
}

/** The private key of a Web3 secret storage file, version 3 (what geth, clef and most wallets write). */
export async function openKeystore(fileText: string, password: string): Promise<Hex> {
  const { crypto } = readKeystore(fileText)
  const derived = await deriveKey(crypto.kdf, crypto.kdfparams, password)
  const ciphertext = bytesOf(crypto.ciphertext)
  const mac = hexToBytes(keccak256(bytesToHex(Buffer.concat([derived.subarray(16, 32), ciphertext]))))
  const expected = bytesOf(crypto.mac)
  if (expected.length !== mac.length || !timingSafeEqual(mac, expected)) {
    throw new SignerError('the password does not open the keystore')
  }
  const decipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), bytesOf(crypto.cipherparams.iv))
  const key = Buffer.concat([decipher.update(ciphertext), decipher.final()])
  return `0x${key.toString('hex')}`
}

function readKeystore(fileText: string): z.infer<typeof keystoreShape> {
  try {
    const json = JSON.parse(fileText) as Record<string, unknown>
    return keystoreShape.parse({ ...json, crypto: json.crypto ?? json.Crypto })
  } catch {
    throw new SignerError('not a keystore of version 3 with aes-128-ctr')
  }
}

type KdfParams = Record<string, string | number>

async function deriveKey(kdf: 'scrypt' | 'pbkdf2', params: KdfParams, password: string): Promise<Buffer> {
  const salt = bytesOf(String(params.salt))
  const length = whole(params, 'dklen', 32, 64)
  if (kdf === 'pbkdf2') return promisify(pbkdf2)(password, salt, whole(params, 'c', 1, 10_000_000), length, 'sha256')
  const [N, r, p] = [whole(params, 'n', 2, 2 ** 20), whole(params, 'r', 1, 64), whole(params, 'p', 1, 64)]
  return new Promise((resolve, reject) => {
    scrypt(password, salt, length, { N, r, p, maxmem: 256 * N * r }, (error, derived) => {
      if (error) reject(new SignerError('the keystore asks for impossible scrypt parameters'))
      else resolve(derived)
    })
  })
}

function whole(params: KdfParams, name: string, min: number, max: number): number {
  const value = Number(params[name])
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw new SignerError(`the keystore's ${name} must be between ${min} and ${max}`)
}

const bytesOf = (hex: string): Buffer => Buffer.from(hex.replace(/^0x/, ''), 'hex')

/**
 * A signer behind HTTP that speaks `eth_signTransaction` (clef, web3signer, a key service). What comes back is read
 * again and compared with what was asked: a signer may refuse, but it cannot change where money goes.
 */
export function createExternalSigner(options: {
  address: Address
  /** Sends one JSON-RPC call and resolves with its result; the caller decides about transport and credentials. */
  request(method: string, params: readonly unknown[]): Promise<unknown>
}): Signer {
  const address = getAddress(options.address)
  return {
    address,
    signTransaction: async (tx) => {
      const answer = await options.request('eth_signTransaction', [rpcTransaction(address, tx)])
      const raw = typeof answer === 'string' ? answer : (answer as { raw?: unknown } | null)?.raw
      if (typeof raw !== 'string' || !raw.startsWith('0x02')) {
        throw new SignerError('the external signer did not answer with a signed transaction')
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
  const { r: _r, s: _s, v: _v, yParity: _y, ...got } = parseTransaction(raw)
  const same = serializeTransaction({ ...asked, type: 'eip1559' }) === serializeTransaction({ ...got, type: 'eip1559' })
  if (!same) throw new SignerError('the external signer changed the transaction')
  const signedBy = await recoverTransactionAddress({ serializedTransaction: raw })
  if (signedBy !== from) throw new SignerError('the external signer signed with another account')
}
