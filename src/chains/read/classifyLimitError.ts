/** The node's limit that a request exceeded: the `rate` of calls, the size of the `batch`, or the `range` of logs. */
export type ExceededLimit = 'rate' | 'batch' | 'range'

export type RpcFault = { code?: number; message?: string; data?: unknown }

/** -32005 is EIP-1474's "limit exceeded"; gateways use -32016 and -32029; some repeat the HTTP status. */
const rateCodes: readonly unknown[] = [-32_005, -32_016, -32_029, 429]
const rateSays =
  /rate.?limit|too many requests|limit exceeded|throttl|(requests?|calls|credits|units|capacity|quota|throughput)\b.{0,40}\bexceeded|exceed\w*\b.{0,40}\b(requests?|calls|credits|units|capacity|quota|throughput)|(requests?|calls) per (second|minute|day)/i
const batchSays = /batch/i
/** How providers word too wide a range or too many logs. Some use a rate code for it. */
const rangeSays =
  /block range|range (is )?(too|of)|range exceed|exceeds? .{0,30}range|blocks? (range|distance)|(too many|more than \d+) (results|logs|blocks)|response size|results? (limit|too)|limited to .{0,30}blocks|max(imum)? .{0,20}(blocks|range)|query (timeout|exceeds)/i

/**
 * The limit named by a node's error; undefined for any other error. Never for a revert: some contracts revert with
 * "rate limit exceeded", and a transaction's gas limit is not the node's.
 */
export function classifyLimitError({ code, message = '', data }: RpcFault, method?: string): ExceededLimit | undefined {
  if (code === 3 || /revert/i.test(message) || (typeof data === 'string' && /^0x[0-9a-f]/i.test(data))) return undefined
  if (method === 'eth_getLogs' && rangeSays.test(message)) return 'range'
  if (batchSays.test(message)) return 'batch'
  if (rateCodes.includes(code)) return 'rate'
  return rateSays.test(message) && !/\bgas\b|\bfee\b|nonce/i.test(message) ? 'rate' : undefined
}

/** How long a reply asks to wait: the header `Retry-After` (seconds or a date), or Infura's field in the error. */
export function retryAfterMs(header: string | undefined, data: unknown, nowMs: number): number | undefined {
  const rate = (data as { rate?: { backoff_seconds?: unknown } } | undefined)?.rate
  if (typeof rate?.backoff_seconds === 'number' && rate.backoff_seconds > 0) return rate.backoff_seconds * 1_000
  if (!header) return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000)
  const atMs = Date.parse(header)
  return Number.isFinite(atMs) ? Math.max(0, atMs - nowMs) : undefined
}
