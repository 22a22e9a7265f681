import type { Config } from '../config/config.ts'
import type { ProviderOptions } from '../providers/providers.ts'

/** The configuration of hosted aggregators, by name. One without a URL is not used. */
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
