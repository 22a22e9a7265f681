import { formatAmount as exact } from '../../intents/formatAmount.ts'

export { exact }

const belowOneDigits = 4
const aboveOneDigits = 6

/**
 * For prose: 4 significant digits below one, 6 otherwise; truncated, never to zero. `isRound`: the figure
 * differs from the exact one.
 */
export function rounded(units: bigint, decimals: number): { text: string; isRound: boolean } {
  const full = exact(units, decimals)
  const [whole = '0', fraction = ''] = full.split('.')
  if (fraction === '') return { text: full, isRound: false }
  if (whole === '0') {
    const zeros = /^0*/.exec(fraction)![0].length
    if (zeros >= belowOneDigits + 4) return { text: '< 0.0001', isRound: true }
    return cut(whole, fraction, zeros + belowOneDigits)
  }
  const digits = whole.replaceAll(',', '').length
  return cut(whole, fraction, Math.max(0, aboveOneDigits - digits))
}

function cut(whole: string, fraction: string, keep: number): { text: string; isRound: boolean } {
  const kept = fraction.slice(0, keep).replace(/0+$/, '')
  return { text: kept ? `${whole}.${kept}` : whole, isRound: fraction.length > keep }
}

/** Commas between thousands, or none. Refuses `1,5`: many readers mean one and a half, so it must not become 15. */
const amountForm = /^(\d*|\d{1,3}(?:,\d{3})+)(?:\.(\d*))?$/

/** Base units of an input; undefined if it is no amount of this token. */
export function parseUnits(text: string, decimals: number): bigint | undefined {
  const found = amountForm.exec(text.trim())
  if (!found || (!found[1] && !found[2])) return undefined
  const [whole = '', fraction = ''] = [found[1]?.replaceAll(',', ''), found[2]]
  if (fraction.replace(/0+$/, '').length > decimals) return undefined
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
}

/** Two decimals, four below a cent. */
export function usd(amount: number | undefined): string {
  if (amount === undefined || !Number.isFinite(amount)) return 'no price'
  const size = Math.abs(amount)
  if (size > 0 && size < 0.0001) return amount < 0 ? '> -$0.0001' : '< $0.0001'
  const decimals = size > 0 && size < 0.01 ? 4 : 2
  const figure = size.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  return `${amount < 0 ? '-' : ''}$${figure}`
}

/** `1.5 gwei` */
export const gwei = (wei: bigint): string => `${Number((Number(wei) / 1e9).toPrecision(2))} gwei`

/** `$12.4 M`, for pictures; the exact figure stands beside it. */
export function shortUsd(amount: number): string {
  const [size, unit] = amount >= 999_950 ? [1e6, ' M'] : amount >= 999.5 ? [1e3, ' k'] : [1, '']
  return `$${(amount / size).toLocaleString('en-US', { maximumSignificantDigits: 3 })}${unit}`
}

/** `0xf39F…2266` */
export const shortAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`
/** `0x12612bf2…07e49f` */
export const shortHash = (hash: string): string => `${hash.slice(0, 10)}…${hash.slice(-6)}`
/** `0x6280b0…d873`, for tables. */
export const tinyHash = (hash: string): string => `${hash.slice(0, 8)}…${hash.slice(-4)}`

/** `0.4 s`, `73 s`, `6 min`, `2 h`, `3 days` */
export function duration(ms: number): string {
  const s = Math.max(0, ms) / 1_000
  if (s < 60) return `${s < 10 ? s.toFixed(1) : Math.round(s)} s`
  if (s < 3_600) return `${Math.round(s / 60)} min`
  if (s < 48 * 3_600) return `${Math.round(s / 3_600)} h`
  return `${Math.round(s / 86_400)} days`
}

/** `4:41` */
export function countdown(ms: number): string {
  const s = Math.max(0, Math.ceil(ms / 1_000))
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`
}

const clockForm = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const dateForm = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
})

/** The clock in the reader's zone. */
export const clockTime = (at: string | number): string => clockForm.format(new Date(at))
/** Day and clock, with the zone named. */
export const fullTime = (at: string | number): string => dateForm.format(new Date(at))
/** The name of the reader's time zone today: it changes between summer and winter. */
export const zone = (): string =>
  dateForm.formatToParts(new Date()).find(({ type }) => type === 'timeZoneName')?.value ?? 'local time'

export const percent = (fraction: number): string => `${Number((fraction * 100).toPrecision(3))} %`

/** `one leg`, `three legs` */
const small = ['no', 'one', 'two', 'three', 'four', 'five', 'six']
export const count = (n: number, noun: string, plural = `${noun}s`): string =>
  `${small[n] ?? n} ${n === 1 ? noun : plural}`
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * Controls, and characters that reverse or hide their neighbours (bidi marks, zero-width characters, tags). Token and
 * wallet names and revert reasons may use them to disguise an address. Shown as U+FFFD, as on a terminal.
 */
const unprintable = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
export const printableText = (text: string): string => text.replace(unprintable, '\ufffd')

/** Whether a JSON text can hold an unprintable character, as itself or as an escape. */
const mayHold = new RegExp(`${unprintable.source}|\\\\u`, 'u')

/** Parses JSON and makes every string printable. Clean text skips the second pass, which takes as long as the first. */
export function parseShown(json: string): unknown {
  if (!mayHold.test(json)) return JSON.parse(json)
  return JSON.parse(json, (_name, value) => (typeof value === 'string' ? printableText(value) : value))
}

/** Cuts a text to `most` characters, the last one `…`. */
export const atMost = (text: string, most: number): string => {
  const characters = [...text]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}
