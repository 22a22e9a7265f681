import { createReadStream } from 'node:fs'
import { isIP } from 'node:net'
import { createInterface } from 'node:readline'
import { parseRange } from '../../config/accessConfig.ts'
import { ConfigError } from '../../config/config.ts'
import { groupsOf } from './callerAddress.ts'

/** Says in which country an address is, by the operator's own file. */
export type Countries = { of(address: string): string | undefined; readonly ranges: number }

type Row = { from: bigint; to: bigint; country: string; line: number }

const rowsMax = 4_000_000
const lineCharsMax = 200

/**
 * Reads a CSV file of ranges: `from,to,country` with both ends inclusive, or `range/bits,country`; IPv4 and IPv6 mixed, in
 * any order, with or without quotes. Further columns are ignored, as are empty lines, lines that begin with `#` and a
 * heading. Ranges must not overlap. IPv6 counts by networks of 64 bits.
 */
export async function readCountries(file: string): Promise<Countries> {
  const v4: Row[] = []
  const v6: Row[] = []
  let line = 0
  const wrong = (what: string) => new ConfigError(`callers.countriesFile: ${file} line ${line}: ${what}`)
  const stream = createReadStream(file, 'utf8')
  try {
    for await (const text of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
      line += 1
      if (text.length > lineCharsMax) throw wrong(`is longer than ${lineCharsMax} characters`)
      const row = text.trim().startsWith('#') ? undefined : readRow(text)
      if (row === 'wrong') {
        if (line === 1) continue // a heading
        throw wrong('must be from,to,country or range/bits,country')
      }
      if (!row) continue
      const rows = row.version === 4 ? v4 : v6
      if (v4.length + v6.length >= rowsMax) throw wrong(`there are more than ${rowsMax} ranges`)
      rows.push({ ...row, line })
    }
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`callers.countriesFile: cannot read ${file}`)
  }
  const [find4, find6] = [table(v4, wrongPair(file)), table(v6, wrongPair(file))]
  return {
    ranges: v4.length + v6.length,
    of: (address) => {
      const version = isIP(address)
      if (version === 0) return undefined
      return version === 4 ? find4(numberOf(address)) : find6(numberOf(address))
    },
  }
}

const wrongPair = (file: string) => (a: Row, b: Row) =>
  new ConfigError(`callers.countriesFile: ${file} lines ${a.line} and ${b.line} overlap`)

function readRow(text: string): { from: bigint; to: bigint; country: string; version: 4 | 6 } | 'wrong' | undefined {
  if (text.trim() === '') return undefined
  const cells = text.split(',').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
  const range = cells[0]!.includes('/') ? parseRange(cells[0]!) : undefined
  if (range) {
    const version = range.family === 'ipv4' ? 4 : 6
    // IPv6 by its upper half.
    const bits = version === 4 ? 32 : 64
    const size = 1n << BigInt(Math.max(0, bits - range.prefix))
    const from = (numberOf(range.address) / size) * size
    return ended({ from, to: from + size - 1n, country: cells[1], version })
  }
  const [from = '', to = '', country] = cells
  const version = isIP(from)
  if (version === 0 || isIP(to) !== version) return 'wrong'
  return ended({ from: numberOf(from), to: numberOf(to), country, version: version as 4 | 6 })
}

function ended(row: { from: bigint; to: bigint; country?: string; version: 4 | 6 }) {
  const country = row.country?.toUpperCase() ?? ''
  return /^[A-Z]{2}$/.test(country) && row.from <= row.to ? { ...row, country } : 'wrong'
}

/** IPv4 as its 32 bits, IPv6 as the upper 64. */
function numberOf(address: string): bigint {
  const parts = isIP(address) === 4 ? address.split('.').map(Number) : groupsOf(address).slice(0, 4)
  const bits = parts.length === 4 && isIP(address) === 4 ? 8n : 16n
  return parts.reduce((sum, part) => (sum << bits) | BigInt(part), 0n)
}

function table(rows: Row[], overlap: (a: Row, b: Row) => ConfigError): (at: bigint) => string | undefined {
  rows.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1]
    if (before && before.to >= row.from) throw overlap(before, row)
  }
  // Columns instead of objects: a database of a whole internet has a million rows.
  const from = BigUint64Array.from(rows, (row) => row.from)
  const to = BigUint64Array.from(rows, (row) => row.to)
  const countries = rows.map(({ country }) => country)
  return (at) => {
    let [low, high] = [0, from.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (from[middle]! <= at) low = middle + 1
      else high = middle
    }
    return low > 0 && to[low - 1]! >= at ? countries[low - 1] : undefined
  }
}
