import { usageError } from './cliError.ts'
import { secretInEnv } from './secretInEnv.ts'
import { readServicePlace } from './servicePlace.ts'

export type ServiceAddress = { url: string; accessKey?: string }

const urlDefault = 'http://127.0.0.1:4180'

/** URL and key of the service: from flags, else the environment, else the service running in this folder. */
export function findService(flags: { url?: string; key?: string }, env: NodeJS.ProcessEnv): ServiceAddress {
  const url = flags.url ?? (env.CAUSEWAY_URL || placeOf(env)?.url || urlDefault)
  if (!/^https?:$/.test(protocolOf(url))) {
    throw usageError(`"${url}" is not the address of a service`, `write it like ${urlDefault}`)
  }
  const accessKey = flags.key ?? (secretInEnv(env, 'CAUSEWAY_KEY') || undefined)
  return { url: url.replace(/\/+$/, ''), ...(accessKey && { accessKey }) }
}

const placeOf = (env: NodeJS.ProcessEnv) => readServicePlace(env.CAUSEWAY_STORE_FOLDER || '.causeway')

/** The admin URL of the service in this folder, unless a flag or the environment names a service. */
export const findAdmin = (flags: { url?: string }, env: NodeJS.ProcessEnv): string | undefined =>
  flags.url || env.CAUSEWAY_URL ? undefined : placeOf(env)?.adminUrl

function protocolOf(url: string): string {
  try {
    return new URL(url).protocol
  } catch {
    return '' // not an address; the caller refuses every protocol but http and https
  }
}
