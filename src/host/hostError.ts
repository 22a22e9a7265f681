/** `running`: another process uses the folder. `start`: Postgres could not be started. */
export type HostErrorKind = 'running' | 'start'

/** A limit of this machine. The message tells the operator what to do. */
export class HostError extends Error {
  override readonly name = 'HostError'
  readonly kind: HostErrorKind

  constructor(kind: HostErrorKind, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.kind = kind
  }
}
