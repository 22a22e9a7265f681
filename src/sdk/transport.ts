import type { BrandCodec } from '../interface/brand.ts'

/** What all calls of a client share. */
export type Transport = {
  codec: BrandCodec
  url: string
  headers: Readonly<Record<string, string>>
  fetch: typeof fetch
}

export type CallOptions = {
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
  /** A repeated call with the same key and body gets the first call's answer. */
  idempotencyKey?: string | undefined
}

/** A request as callers may write it: bigints also as numbers or strings, addresses as plain strings. */
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
