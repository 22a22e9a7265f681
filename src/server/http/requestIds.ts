import type { IncomingHttpHeaders } from 'node:http'
import type { Random } from '../../host/random.ts'

const requestIdForm = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/
const prefixBytes = 8
const countMax = 2 ** 32

/** The caller's X-Request-Id if it is safe to log, so that traces connect; otherwise a fresh id. */
export type RequestIds = (headers: IncomingHttpHeaders) => string

/** Fresh ids are unique, not secret: a random prefix per process and a count. */
export function createRequestIds(random: Random): RequestIds {
  let prefix = random.hex(prefixBytes)
  let count = 0
  return (headers) => {
    const sent = headers['x-request-id']
    if (typeof sent === 'string' && requestIdForm.test(sent)) return sent
    if (count === countMax) {
      prefix = random.hex(prefixBytes)
      count = 0
    }
    return prefix + (count++).toString(16).padStart(8, '0')
  }
}
