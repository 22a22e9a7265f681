import { HostError } from '../hostError.ts'

/** The error of an embedded Postgres that did not start. */
export function postgresNotStarted(detail: string, options?: { cause?: unknown }): HostError {
  return new HostError('start', `the database did not start: ${detail}`, options)
}
