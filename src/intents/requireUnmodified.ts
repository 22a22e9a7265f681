import { ServiceError } from '../interface/errors.ts'
import { commitMayOmit, type Intent } from '../interface/intentShapes.ts'

/**
 * Compares the committed intent with the stored quote, leaf by leaf. Fields in `commitMayOmit` may be missing; all
 * others must be equal. JSON numbers need only be equal as IEEE doubles, so that callers whose JSON parser rounds can
 * commit; integers in strings must be identical. Later code uses only the stored values.
 */
export function requireUnmodified(sent: unknown, quoted: Intent): void {
  const path = firstDifference(sent, quoted, '')
  if (path) throw new ServiceError('InvalidArgument', `intent.${path}`)
}

function firstDifference(sent: unknown, quoted: unknown, path: string): string | undefined {
  if (quoted === undefined) return sent === undefined ? undefined : `${path}: is not part of the quoted intent`
  if (sent === undefined)
    return mayOmit(path) ? undefined : `${path}: is missing; send the quoted intent back unmodified`
  if (Array.isArray(quoted)) return arrayDifference(sent, quoted, path)
  if (typeof quoted === 'object' && quoted !== null)
    return objectDifference(sent, quoted as Record<string, unknown>, path)
  return sameLeaf(sent, quoted) ? undefined : `${path}: differs from the quote; send the quoted intent back unmodified`
}

function arrayDifference(sent: unknown, quoted: unknown[], path: string): string | undefined {
  if (!Array.isArray(sent) || sent.length !== quoted.length)
    return `${path}: has another number of elements than the quote`
  for (let i = 0; i < quoted.length; i++) {
    const found = firstDifference(sent[i], quoted[i], `${path}[${i}]`)
    if (found) return found
  }
  return undefined
}

function objectDifference(sent: unknown, quoted: Record<string, unknown>, path: string): string | undefined {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return `${path}: must be an object`
  const fields = sent as Record<string, unknown>
  for (const name of new Set([...Object.keys(quoted), ...Object.keys(fields)])) {
    const found = firstDifference(fields[name], quoted[name], path ? `${path}.${name}` : name)
    if (found) return found
  }
  return undefined
}

function mayOmit(path: string): boolean {
  return commitMayOmit.includes(path)
}

function sameLeaf(sent: unknown, quoted: unknown): boolean {
  if (sent === quoted) return true
  if (isInteger(sent) && isInteger(quoted)) return BigInt(sent) === BigInt(quoted) || Number(sent) === Number(quoted)
  if (typeof sent === 'string' && typeof quoted === 'bigint') return sent === quoted.toString()
  if (typeof sent === 'string' && typeof quoted === 'string') {
    // Hex (addresses, hashes, call data) is the same in any case; other text is not.
    return quoted.startsWith('0x') && sent.toLowerCase() === quoted.toLowerCase()
  }
  return false
}

const isInteger = (value: unknown): value is number | bigint =>
  typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))
