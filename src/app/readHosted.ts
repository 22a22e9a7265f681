import type { Config } from '../config/config.ts'
import type { ProviderOptions } from '../providers/providers.ts'

/** Hosted aggregators by name, with their configuration; one without an address is not used. */
export function readHosted({
  zeroXApiUrl,
  zeroXApiKey,
  lifiApiUrl,
  lifiApiKey,
}: Config['providers']): ProviderOptions['hosted'] {
  return {
    ZERO_X: zeroXApiUrl === undefined ? undefined : { url: zeroXApiUrl, key: zeroXApiKey },
    LIFI: lifiApiUrl === undefined ? undefined : { url: lifiApiUrl, key: lifiApiKey },
  }
}
