import { HostError } from '../hostError.ts'

/** Why the embedded Postgres is not there. */
export function postgresNotStarted(detail: string, options?: { cause?: unknown }): HostError {
  return new HostError('start', `the database did not start: ${detail}`, options)
}
