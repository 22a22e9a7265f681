import { createHash } from 'node:crypto'
import type { Random } from '../../host/random.ts'
import type { Hex } from '../../interface/fields.ts'

/**
 * An access key: `cw_1_<project>_<32 characters>_<6 characters>`. The long part is 160 random bits; the last is a
 * checksum of all before it, so that a typo costs no query and scanners for leaked secrets recognise a key. Stored only
 * as SHA-256: 160 random bits need no salt and no slow hash.
 */
export type ParsedKey = { text: string; projectId: number }

const secretBytes = 20
const checksumChars = 6
const projectIdMax = 2 ** 31 - 1
const shape = /^cw_1_([1-9]\d{0,9})_([0-9a-hjkmnp-tv-z]{32})_([0-9a-hjkmnp-tv-z]{6})$/

// Without i, l, o and u, which are easily misread.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

export function mintKey(random: Pick<Random, 'bytes'>, projectId: number): string {
  const body = `cw_1_${projectId}_${base32(random.bytes(secretBytes))}`
  return `${body}_${checksumOf(body)}`
}

/** The parts of a key; undefined if it has another form or a typo. Does not check that it is valid. */
export function readKey(text: string): ParsedKey | undefined {
  const found = shape.exec(text)
  if (!found) return undefined
  const projectId = Number(found[1])
  if (projectId > projectIdMax) return undefined
  return checksumOf(text.slice(0, -checksumChars - 1)) === found[3] ? { text, projectId } : undefined
}

export const hashKey = (text: string): Hex => `0x${createHash('sha256').update(text).digest('hex')}`

/** First and last four characters, for lists and logs. */
export const hintOf = (text: string): string => `${text.slice(0, 4)}…${text.slice(-4)}`

const checksumOf = (body: string): string => base32(createHash('sha256').update(body).digest()).slice(0, checksumChars)

function base32(bytes: Uint8Array): string {
  let out = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      out += alphabet[(value >>> bits) & 31]
    }
  }
  return bits > 0 ? out + alphabet[(value << (5 - bits)) & 31] : out
}
