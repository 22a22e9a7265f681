import { brotliDecompressSync } from 'node:zlib'

const mark = 'br:' // unpacked text is JSON and begins with a brace

/** A long text of a row from before migration 9, which was stored as base64 of brotli. */
export function unpackText(text: string): string {
  if (!text.startsWith(mark)) return text
  return brotliDecompressSync(Buffer.from(text.slice(mark.length), 'base64')).toString('utf8')
}
