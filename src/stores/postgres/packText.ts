import { promisify } from 'node:util'
import { brotliCompress, brotliDecompressSync, constants } from 'node:zlib'

/**
 * Long texts are stored compressed. An intent with 128 KiB of call data holds it four times over, in its request, its calls and
 * its transactions, as hex digits: 1.3 MB of text. Brotli looks back 4 MB and so keeps one of the four (gzip looks back 32 KB).
 * Short texts stay as they are, because they are most, and compressing one costs five times the work of storing it.
 */
const packedFromChars = 32 * 1_024
const mark = 'br:' // what is packed begins otherwise: JSON with a brace, call data with 0x

const compress = promisify<string, { params: Record<number, number> }, Buffer>(brotliCompress)
const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 22 }

/** Off the event loop. */
export async function packText(text: string): Promise<string> {
  if (text.length < packedFromChars) return text
  return mark + (await compress(text, { params })).toString('base64')
}

export function unpackText(text: string): string {
  if (!text.startsWith(mark)) return text
  return brotliDecompressSync(Buffer.from(text.slice(mark.length), 'base64')).toString('utf8')
}
