/** A quote differs from the request or exceeds the caller's bounds. Thrown before the client signs or sends. */
export class UntrustedQuote extends Error {
  override readonly name = 'UntrustedQuote'
  /** The part at fault: `depositTransaction.amount`, `originCalls.calls[4]`. */
  readonly field: string

  constructor(field: string, message: string) {
    super(`${field}: ${message}`)
    this.field = field
  }
}

export function demand(holds: boolean, field: string, message: string): asserts holds {
  if (!holds) throw new UntrustedQuote(field, message)
}

export const sameHex = (a: string | undefined, b: string | undefined): boolean => a?.toLowerCase() === b?.toLowerCase()

export function requireSame(found: string | number | bigint | undefined, wanted: typeof found, field: string): void {
  const same = typeof found === 'string' && typeof wanted === 'string' ? sameHex(found, wanted) : found === wanted
  demand(same, field, `is ${found}, must be ${wanted}`)
}
