import type { FollowOptions, IntentEvent } from './followIntent.ts'
import type { Readers } from './readers.ts'
import { proveEnd, type Watch } from './waitIntent.ts'

/**
 * `client.followIntent` that checks the end: yields the final event only after `proveEnd` has compared it with the
 * caller's own nodes. Throws `UntrustedReceipt` if a node contradicts it.
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
