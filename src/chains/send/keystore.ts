import {
  createCipheriv,
  createDecipheriv,
  pbkdf2,
  randomUUID,
  type ScryptOptions,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { promisify } from 'node:util'
import { bytesToHex, hexToBytes } from 'viem'
import { z } from 'zod'
import { keccak256 } from '../../evm/keccak.ts'
import type { Random } from '../../host/random.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import { SignerError } from './signerError.ts'

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

/** The private key of a Web3 secret storage file, version 3 (what geth, clef and most wallets write). */
export async function decryptKeystore(fileText: string, password: string): Promise<Hex> {
  const { crypto } = readKeystore(fileText)
  const derived = await deriveKey(crypto.kdf, crypto.kdfparams, password)
  const ciphertext = bytesOf(crypto.ciphertext)
  const mac = macOf(derived, ciphertext)
  const expected = bytesOf(crypto.mac)
  if (expected.length !== mac.length || !timingSafeEqual(mac, expected)) {
    throw new SignerError('the password does not open the keystore')
  }
  const decipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), bytesOf(crypto.cipherparams.iv))
  const key = Buffer.concat([decipher.update(ciphertext), decipher.final()])
  return `0x${key.toString('hex')}`
}

/** 128 MiB and about 0.5 s per password try. Not more: a service opens several files at its start. */
const scryptCost = { n: 2 ** 17, r: 8, p: 1, dklen: 32 }

/** Encrypts a private key as such a file. `random` gives the salt and the initialization vector. */
export async function sealKeystore(
  key: { privateKey: Hex; address: Address },
  password: string,
  random: Random,
): Promise<string> {
  const kdfparams = { ...scryptCost, salt: random.hex(32) }
  const iv = Buffer.from(random.bytes(16))
  const derived = await deriveKey('scrypt', kdfparams, password)
  const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv)
  const ciphertext = Buffer.concat([cipher.update(bytesOf(key.privateKey)), cipher.final()])
  const crypto = {
    cipher: 'aes-128-ctr',
    ciphertext: ciphertext.toString('hex'),
    cipherparams: { iv: iv.toString('hex') },
    kdf: 'scrypt',
    kdfparams,
    mac: Buffer.from(macOf(derived, ciphertext)).toString('hex'),
  }
  const address = key.address.slice(2).toLowerCase()
  return `${JSON.stringify({ version: 3, id: randomUUID(), address, crypto }, null, 2)}\n`
}

/** The work of `sealKeystore`'s files; geth's standard files take twice as much and its light ones a fifth. */
const scryptWorkMin = scryptCost.n * scryptCost.r * scryptCost.p
/** Below the 262,144 rounds of geth and most wallets. */
const pbkdf2RoundsMin = 200_000

/** Whether a password is faster to guess than for a file made here. False if unreadable: opening reports that. */
export function isWeakKeystore(fileText: string): boolean {
  try {
    const { kdf, kdfparams } = readKeystore(fileText).crypto
    const [n, r, p, c] = ['n', 'r', 'p', 'c'].map((name) => Number(kdfparams[name]))
    return kdf === 'scrypt' ? n! * r! * p! < scryptWorkMin : c! < pbkdf2RoundsMin
  } catch {
    return false
  }
}

const macOf = (derived: Buffer, ciphertext: Buffer): Uint8Array =>
  hexToBytes(keccak256(bytesToHex(Buffer.concat([derived.subarray(16, 32), ciphertext]))))

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
  // scrypt needs 128·N·r + 128·r·p bytes and a little more; without the 4,096, the smallest parameters would fail.
  const maxmem = 256 * N * r + 256 * r * p + 4_096
  const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)
  return derive(password, salt, length, { N, r, p, maxmem }).catch(() => {
    throw new SignerError('the keystore asks for impossible scrypt parameters')
  })
}

function whole(params: KdfParams, name: string, min: number, max: number): number {
  const value = Number(params[name])
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw new SignerError(`the keystore's ${name} must be between ${min} and ${max}`)
}

const bytesOf = (hex: string): Buffer => Buffer.from(hex.replace(/^0x/, ''), 'hex')
