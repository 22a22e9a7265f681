import type { IncomingHttpHeaders } from 'node:http'
import type { Random } from '../random.ts'

const sane = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/
const idBytes = 12

/** The caller's own id where it is harmless in a log, so that a trace runs through; a fresh one otherwise. */
export function requestId(headers: IncomingHttpHeaders, random: Random): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && sane.test(given) ? given : random.hex(idBytes)
}
