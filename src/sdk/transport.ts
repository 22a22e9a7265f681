import type { BrandCodec } from '../interface/brand.ts'

/** Everything a call needs that does not change from call to call. */
export type Transport = {
  codec: BrandCodec
  url: string
  headers: Readonly<Record<string, string>>
  fetch: typeof fetch
}

export type CallOptions = {
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
  /** The server answers a repetition with the same key and body as it answered the first. */
  idempotencyKey?: string | undefined
}

/** A request as a caller may write it: whole numbers in any form, addresses as plain strings. */
export type Loose<T> = T extends bigint
  ? bigint | number | string
  : T extends string
    ? string extends T
      ? string
      : T extends `0x${string}`
        ? string
        : T
    : T extends readonly (infer E)[]
      ? readonly Loose<E>[]
      : T extends object
        ? { [K in keyof T]: Loose<T[K]> }
        : T
