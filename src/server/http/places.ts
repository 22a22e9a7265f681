import { ServiceError } from '../../interface/errors.ts'
import type { Exchange } from './exchange.ts'

/** Refuses with 429 and the time until a call may succeed. */
export function refuseForNow({ headers }: Pick<Exchange, 'headers'>, retryAfterS: number, why: string): ServiceError {
  headers['Retry-After'] = String(retryAfterS)
  return new ServiceError('RateLimited', `${why}; try again in ${retryAfterS} s`)
}

/** Calls without a key get only this share: a caller with many addresses could otherwise hold every place. */
const keylessShare = 3 / 4

/** Bounds open streams or long polls, in total and per caller. */
export type Places = {
  /** Takes a place and returns its release. Throws `RateLimited` if none is free. */
  take(caller: { project: number; address: string }, exchange: Pick<Exchange, 'headers' | 'key'>): () => void
}

type PlaceOptions = { what: string; max: number; perCallerMax: number; instead: string; retryAfterS: number }

export function createPlaces({ what, max, perCallerMax, instead, retryAfterS }: PlaceOptions): Places {
  const byCaller = new Map<string, number>()
  let taken = 0
  let keyless = 0
  const keylessMax = Math.ceil(max * keylessShare)
  return {
    take({ project, address }, exchange) {
      const caller = `${project} ${address}`
      const theirs = byCaller.get(caller) ?? 0
      if (taken >= max)
        throw refuseForNow(exchange, retryAfterS, `${taken} ${what} are open, as many as a process holds; ${instead}`)
      const hasKey = exchange.key !== undefined
      if (!hasKey && keyless >= keylessMax)
        throw refuseForNow(
          exchange,
          retryAfterS,
          `${keyless} ${what} without a key are open, and the other places are for callers with one; ${instead}`,
        )
      if (theirs >= perCallerMax)
        throw refuseForNow(
          exchange,
          retryAfterS,
          `${theirs} ${what} of this caller are open, and one may have at most ${perCallerMax}; ${instead}`,
        )
      taken++
      if (!hasKey) keyless++
      byCaller.set(caller, theirs + 1)
      return () => {
        taken--
        if (!hasKey) keyless--
        const left = byCaller.get(caller)! - 1
        if (left > 0) byCaller.set(caller, left)
        else byCaller.delete(caller)
      }
    },
  }
}
