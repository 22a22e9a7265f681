import { ServiceError } from '../../interface/errors.ts'
import type { Exchange } from './exchange.ts'

/** Refuses with 429 and the time after which a call may work. */
export function refuseForNow({ headers }: Pick<Exchange, 'headers'>, retryAfterS: number, why: string): ServiceError {
  headers['Retry-After'] = String(retryAfterS)
  return new ServiceError('RateLimited', `${why}; try again in ${retryAfterS} s`)
}

/** What is held open: so many in all, and so many for one caller. */
export type Places = {
  /** Takes one, and returns what gives it back. Throws `RateLimited` where there is none. */
  take(caller: { project: number; address: string }, exchange: Pick<Exchange, 'headers'>): () => void
}

type PlaceOptions = { what: string; max: number; perCallerMax: number; instead: string; retryAfterS: number }

export function createPlaces({ what, max, perCallerMax, instead, retryAfterS }: PlaceOptions): Places {
  const byCaller = new Map<string, number>()
  let taken = 0
  return {
    take({ project, address }, exchange) {
      const caller = `${project} ${address}`
      const theirs = byCaller.get(caller) ?? 0
      if (taken >= max)
        throw refuseForNow(exchange, retryAfterS, `${taken} ${what} are open, as many as a process holds; ${instead}`)
      if (theirs >= perCallerMax)
        throw refuseForNow(
          exchange,
          retryAfterS,
          `${theirs} ${what} of this caller are open, and one may have at most ${perCallerMax}; ${instead}`,
        )
      taken++
      byCaller.set(caller, theirs + 1)
      return () => {
        taken--
        const left = byCaller.get(caller)! - 1
        if (left > 0) byCaller.set(caller, left)
        else byCaller.delete(caller)
      }
    },
  }
}
