import { usageError } from './cliError.ts'
import { secretInEnv } from './secretInEnv.ts'
import { readServicePlace } from './servicePlace.ts'

export type ServiceAddress = { url: string; accessKey?: string }

const urlDefault = 'http://127.0.0.1:4180'

/** URL and key of the service: from the flags, else from the environment, else the service that runs in this folder, on whatever port. */
export function findService(flags: { url?: string; key?: string }, env: NodeJS.ProcessEnv): ServiceAddress {
  const folder = env.CAUSEWAY_STORE_FOLDER || '.causeway'
  const url = flags.url ?? (env.CAUSEWAY_URL || readServicePlace(folder) || urlDefault)
  if (!/^https?:$/.test(protocolOf(url))) {
    throw usageError(`"${url}" is not the address of a service`, `write it like ${urlDefault}`)
  }
  const accessKey = flags.key ?? (secretInEnv(env, 'CAUSEWAY_KEY') || undefined)
  return { url: url.replace(/\/+$/, ''), ...(accessKey && { accessKey }) }
}

function protocolOf(url: string): string {
  try {
    return new URL(url).protocol
  } catch {
    return '' // not an address; the caller refuses every protocol but http and https
  }
}
