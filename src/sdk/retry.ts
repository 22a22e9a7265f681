import { CausewayError, isError } from './causewayError.ts'

const backoffMs = [250, 1_000, 3_000] as const
const retryAfterMsMax = 10_000

/** Errors that pass by themselves. An exhausted quota is not one of them. */
export const passing: ReadonlySet<string> = new Set<string>([
  'WebrpcRequestFailed',
  'WebrpcStreamLost',
  'WebrpcInternalError',
  'Aborted',
  'RateLimited',
  'QuotaRateLimit',
  'ChainNodeHealth',
])

/** Reported before each pause while the server or its database is unreachable. The next attempt is in `forMs`. */
export type Waiting = { error: string; message: string; forMs: number }

export type RetryOptions = {
  /** Most attempts. An outage may take more, see `outageMs`. */
  attempts: number
  signal?: AbortSignal
  /**
   * While the server or its database is unreachable, retries go on for this long, even beyond `attempts`. A failover
   * takes up to 30 s. Default: 0.
   */
  outageMs?: number
  /** Whether this server has ever answered. If not, its address is probably wrong, and `outageMs` does not apply. */
  hasAnswered?: () => boolean
  onWait?: (waiting: Waiting) => void
}

/** Longer than a database failover (30 s) and the time to notice it. */
export const outageMsDefault = 45_000

/** Repeats a call while its error is passing; only for idempotent calls. */
export async function retry<T>(options: RetryOptions, call: () => Promise<T>): Promise<T> {
  const { attempts, signal, outageMs = 0, hasAnswered = () => true, onWait } = options
  const startMs = performance.now()
  for (let attempt = 1; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      if (!isError(error) || !worthRetrying(error)) throw error
      const forMs = pauseMs(error, attempt)
      const isAway = isOutage(error) && hasAnswered() && performance.now() - startMs + forMs <= outageMs
      if (attempt >= attempts && !isAway) throw error
      if (isOutage(error)) onWait?.({ error: error.error, message: error.message, forMs })
      await pause(forMs, signal)
    }
  }
}

const outages: ReadonlySet<string> = new Set(['WebrpcRequestFailed', 'WebrpcStreamLost', 'WebrpcInternalError'])

/** The server is unreachable, or cannot work now and says when to retry. */
const isOutage = ({ error, retryAfterSeconds }: CausewayError): boolean =>
  outages.has(error) || (error === 'Unexpected' && retryAfterSeconds !== undefined)

function worthRetrying(error: CausewayError): boolean {
  // The call's own timeout has passed. With retries it would take several times as long.
  if (error.cause instanceof DOMException && error.cause.name === 'TimeoutError') return false
  const askedMs = (error.retryAfterSeconds ?? 0) * 1_000
  return (passing.has(error.error) || isOutage(error)) && askedMs <= retryAfterMsMax
}

function pauseMs(error: CausewayError, attempt: number): number {
  if (error.retryAfterSeconds !== undefined) return error.retryAfterSeconds * 1_000
  return backoffMs[Math.min(attempt, backoffMs.length) - 1]!
}

export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(new CausewayError('WebrpcClientAborted', { cause: signal?.reason }))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
