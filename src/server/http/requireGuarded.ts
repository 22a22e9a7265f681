import { type Config, ConfigError } from '../../config/config.ts'

/** Addresses that only programs on this machine can reach. */
export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.')

/**
 * Throws if any host on the network could call operations on intents without a key. Such calls belong to project 1, and
 * the default limits and quota of projects do not count them: acceptable only for programs on the same machine.
 */
export function requireGuarded({ auth, http }: Pick<Config, 'auth' | 'http'>): void {
  if (auth.required || auth.keylessOnNetwork || isLoopback(http.host)) return
  throw new ConfigError(
    `http.host: ${http.host} can be reached from other machines, and operations on intents need no key. ` +
      'Set auth.required to true, or http.host to 127.0.0.1. If every host that can connect may call, set auth.keylessOnNetwork=true',
  )
}
