import type { Clock } from '../host/clock.ts'
import { attestationDefaults, type SharedGate } from '../providers/attestations.ts'
import type { Store } from '../stores/store.ts'

/** Most requests at once: a quote of a fast transfer asks for the fee and the allowance together. */
const burstMax = 4

/**
 * One token bucket in the database for all processes, which usually share an IP address. It holds `burst` and fills by
 * `requestsPerS - burst + 1` a second, so all processes together send at most `requestsPerS` within a second.
 */
export function createAttestationGate(
  { access }: Pick<Store, 'access'>,
  clock: Clock,
  requestsPerS: number = attestationDefaults.requestsPerS,
): SharedGate {
  const burst = Math.min(burstMax, Math.ceil(requestsPerS / 2))
  const bucket = { name: 'cctp attestations', want: 1, ratePerS: requestsPerS - burst + 1, burst }
  return async () => {
    const [grant] = await access.take([bucket], clock.nowMs())
    return grant?.granted === 1
  }
}
