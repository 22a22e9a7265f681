import { CausewayError, isError } from './causewayError.ts'

const backoffMs = [250, 1_000, 3_000] as const
const retryAfterMsMax = 10_000

/** Errors that pass by themselves. A quota that is used up does not. */
export const passing: ReadonlySet<string> = new Set<string>([
  'WebrpcRequestFailed',
  'WebrpcStreamLost',
  'WebrpcInternalError',
  'Aborted',
  'RateLimited',
  'QuotaRateLimit',
  'ChainNodeHealth',
])

/** Makes a call again while its trouble is of the kind that passes; for calls that do nothing twice. */
export async function retry<T>(attempts: number, call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      if (attempt >= attempts || !isError(error) || !worthRetrying(error)) throw error
      await pause(pauseMs(error, attempt), signal)
    }
  }
}

function worthRetrying(error: CausewayError): boolean {
  // a caller who set a time did not mean three times that
  if (error.cause instanceof DOMException && error.cause.name === 'TimeoutError') return false
  const askedMs = (error.retryAfterSeconds ?? 0) * 1_000
  return passing.has(error.error) && askedMs <= retryAfterMsMax
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
