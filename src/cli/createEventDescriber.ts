import { formatUnits } from 'viem'
import { isFinalStep, lifecycle, type Step, statusOf } from '../intents/lifecycle.ts'
import type { MovedAmount } from '../observe/observeWork.ts'
import { formatToken } from './kit/amounts.ts'

/** One parsed JSON line of the log. */
export type LogRecord = Readonly<Record<string, unknown>> & { level: number; time: string; msg: string }
/** Display name of a chain, and the symbol of its gas token. */
export type ChainLabel = { name: string; symbol: string }

const warnLevel = 40
const debugLevel = 20

/**
 * Turns log records into lines for a terminal: the time, what happened, and to what. Returns undefined for records that
 * only machines need (requests, blocks, successful transactions). At level debug or trace, describes every record and
 * adds the stacks of errors.
 */
export function createEventDescriber(options: {
  level: string
  chains: ReadonlyMap<number, ChainLabel>
}): (record: LogRecord) => string | undefined {
  const everything = /^(debug|trace)$/.test(options.level)
  const isDown = new Set<string>()
  const describers: Record<string, (record: LogRecord) => string | undefined> = {
    step: (record) => `${intentOf(record)} ${describeStep(record.to)}${amountsOf(record)}`,
    'step failed': (record) => {
      const whose = record.intentId === undefined ? 'worker' : `intent ${String(record.intentId)}`
      return `${whose}: the step ${String(record.step)} failed and is tried again${reason(record)}`
    },
    'node health': ({ chainId, node, healthy, why }) => {
      const key = `${String(chainId)} ${String(node)}`
      const wasDown = isDown.has(key)
      if (healthy === true) isDown.delete(key)
      else isDown.add(key)
      if (healthy !== true) return `${String(node)} of ${chainName(chainId)} is down: ${String(why)}`
      // Every node comes up when the service starts; only one that was down is news.
      return wasDown ? `${String(node)} of ${chainName(chainId)} is up again` : undefined
    },
    webhook: ({ deliveryId, webhookId, attempt, state, statusCode, cause }) => {
      if (state === 'delivered') return undefined
      const why = statusCode === undefined ? String(cause ?? 'no answer') : `it answered ${String(statusCode)}`
      const next = state === 'pending' ? 'it is tried again' : 'it is given up'
      return `webhook ${String(webhookId)} is failing: delivery ${String(deliveryId)}, attempt ${String(attempt)}: ${why}; ${next}`
    },
    'signer is low on gas': ({ chainId, signer, balance }) => {
      const symbol = options.chains.get(Number(chainId))?.symbol ?? 'of its native token'
      return `signer ${short(signer)} on ${chainName(chainId)} is low on gas: ${formatUnits(BigInt(String(balance)), 18)} ${symbol}`
    },
    request: ({ operation, error }) =>
      operation === 'SetSwitches' && error === undefined
        ? 'an operator has turned switches; `causeway switch list` shows them'
        : undefined,
  }
  /** Shows the whole id, which `causeway receipt` takes, and the chains that the money moves between. */
  const intentOf = ({ intentId, originChainId, destinationChainId }: LogRecord) => {
    const chains = [...new Set([originChainId, destinationChainId])].map(chainName)
    return `intent ${String(intentId)} (${chains.join(' → ')})`
  }
  const amountsOf = ({ amounts }: LogRecord) => {
    if (!Array.isArray(amounts) || amounts.length === 0) return ''
    return `; ${amounts.map((one: MovedAmount) => `${humanAmount(one)} ${one.moved} on ${chainName(one.chainId)}`).join(', ')}`
  }
  const chainName = (chainId: unknown) => options.chains.get(Number(chainId))?.name ?? `chain ${String(chainId)}`

  return (record) => {
    const own = Object.hasOwn(describers, record.msg) ? describers[record.msg]!(record) : undefined
    const text = own ?? (record.level >= warnLevel || everything ? describeFields(record) : undefined)
    if (text === undefined) return undefined
    const mark = record.level >= warnLevel ? '! ' : record.level <= debugLevel ? '  ' : ''
    const stack = everything ? stackOf(record) : undefined
    return `${clockTime(record.time)}  ${mark}${text}${stack ? `\n${stack}` : ''}`
  }
}

function humanAmount({ amount, symbol, decimals, token }: MovedAmount): string {
  if (symbol === undefined || decimals === undefined) return `${amount} base units of ${short(token)}`
  return formatToken(BigInt(amount), { symbol, decimals })
}

function describeStep(to: unknown): string {
  const step = String(to)
  if (!isStep(step)) return step
  const { about } = lifecycle[step]
  return isFinalStep(step) ? `${statusOf(step)}: ${about}` : about
}

const isStep = (name: string): name is Step => Object.hasOwn(lifecycle, name)

/** The message with its fields, for events that have no sentence of their own. */
function describeFields(record: LogRecord): string {
  const { level: _level, time: _time, msg, err: _err, ...fields } = record
  const shown = Object.entries(fields).map(([name, value]) => `${name} ${plain(value)}`)
  return `${msg}${shown.length > 0 ? ` (${shown.join(', ')})` : ''}${reason(record)}`
}

function plain(value: unknown): string {
  if (typeof value === 'string') return /^0x[0-9a-fA-F]{40,}$/.test(value) ? short(value) : value
  return JSON.stringify(value)
}

function reason({ err }: LogRecord): string {
  const message = fieldOf(err, 'message')
  return message === undefined ? '' : `: ${message.split('\n')[0]}`
}

const stackOf = ({ err }: LogRecord): string | undefined => fieldOf(err, 'stack')

function fieldOf(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const field: unknown = Reflect.get(value, name)
  return typeof field === 'string' ? field : undefined
}

/** Enough of an id or address to recognise it: `0x12345678…cdef`. */
function short(hex: unknown): string {
  const text = String(hex)
  return text.length > 20 ? `${text.slice(0, 10)}…${text.slice(-4)}` : text
}

/** The time of day on this machine. */
const clockTime = (iso: string): string => new Date(iso).toTimeString().slice(0, 8)
