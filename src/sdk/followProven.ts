import type { FollowOptions, IntentEvent } from './followIntent.ts'
import type { Readers } from './readers.ts'
import { proveEnd, type Watch } from './waitIntent.ts'

/**
 * `client.followIntent` without trust in the server: yields the final event only after the caller's own nodes have
 * shown the same. Throws `UntrustedReceipt` otherwise.
 */
export function followProven(
  watch: Omit<Watch, 'onMove'> & { readers: Readers },
  options: Omit<FollowOptions, 'confirmEnd' | 'signal'> = {},
): AsyncGenerator<IntentEvent, void, void> {
  const { client, intentId, signal } = watch
  const confirmEnd = async ({ status }: IntentEvent): Promise<void> => {
    await proveEnd(watch, status)
  }
  return client.followIntent(intentId, { ...options, signal, confirmEnd })
}
