import { createDecipheriv, pbkdf2Sync, scryptSync } from 'node:crypto'
import { bytesToHex, concat, type Hex, isHex, keccak256, toBytes } from 'viem'
import { z } from 'zod'
import { usageError } from './cliError.ts'

const scryptBytesMax = 1024 * 1024 * 1024
const hexText = z.string().regex(/^[0-9a-fA-F]+$/)

/** Web3 Secret Storage, version 3, as wallets and nodes write it. */
const keystore = z.object({
  version: z.literal(3),
  crypto: z.object({
    cipher: z.literal('aes-128-ctr'),
    ciphertext: hexText,
    cipherparams: z.object({ iv: hexText }),
    mac: hexText,
    kdf: z.enum(['scrypt', 'pbkdf2']),
    kdfparams: z.object({
      dklen: z.literal(32),
      salt: hexText,
      n: z.int().optional(),
      r: z.int().optional(),
      p: z.int().optional(),
      c: z.int().optional(),
    }),
  }),
})

/** The private key in a key file. */
export function openKeystore(text: string, password: string): Hex {
  const { crypto } = parse(text)
  const derived = derive(crypto, password)
  const ciphertext = bytes(crypto.ciphertext)
  const mac = keccak256(concat([derived.subarray(16, 32), ciphertext]))
  if (mac.slice(2) !== crypto.mac.toLowerCase()) throw usageError('the password of the key file is wrong')
  const cipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), bytes(crypto.cipherparams.iv))
  const key = bytesToHex(Buffer.concat([cipher.update(ciphertext), cipher.final()]))
  if (!isHex(key) || key.length !== 66) throw usageError('the key file holds no private key')
  return key
}

function parse(text: string): z.output<typeof keystore> {
  try {
    return keystore.parse(JSON.parse(text))
  } catch {
    throw usageError('the key file is not an encrypted key of version 3')
  }
}

function derive(
  { kdf, kdfparams: { salt, n, r, p, c } }: z.output<typeof keystore>['crypto'],
  password: string,
): Buffer {
  if (kdf === 'pbkdf2') return pbkdf2Sync(password, bytes(salt), c ?? 1, 32, 'sha256')
  return scryptSync(password, bytes(salt), 32, { N: n, r, p, maxmem: scryptBytesMax })
}

const bytes = (digits: string): Uint8Array => toBytes(`0x${digits}`)
