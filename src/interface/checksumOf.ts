import { type Address, getAddress } from 'viem'
import { ownText } from './ownText.ts'

const form = /^0x[0-9a-fA-F]{40}$/

/** By their lower case. A service meets the same few thousand again and again: tokens, contracts, owners. */
const known = new Map<string, Address>()
const knownMax = 10_000

/** An address of any case with the checksum of EIP-55, or undefined for what is no address. */
export function checksumOf(value: string): Address | undefined {
  if (!form.test(value)) return undefined
  const lower = value.toLowerCase()
  const found = known.get(lower)
  if (found) return found
  const kept = ownText(lower)
  const checksummed = getAddress(kept)
  if (known.size >= knownMax) known.clear()
  known.set(kept, checksummed)
  return checksummed
}
