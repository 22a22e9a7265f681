import type { Clock } from '../host/clock.ts'
import { ServiceError } from '../interface/errors.ts'
import type { FiatRates } from './priceSource.ts'

/** Fiat rates change little within a day and feeds publish hourly, so ten minutes of caching lose nothing. */
const keptForMs = 10 * 60_000
/** While the feed fails, its last rates are served up to this age. */
const staleAfterMs = 24 * 3_600_000

type Rates = { readAtMs: number; perDollar: ReadonlyMap<string, number> }

/** Reads `{"base": "USD", "rates": {"EUR": 0.92}}`. A feed in another base is converted by its own dollar rate. */
export function createFiatRates({ read, clock }: { read: () => Promise<unknown>; clock: Clock }): FiatRates {
  let kept: Rates | undefined
  let underWay: Promise<Rates> | undefined

  async function refresh(): Promise<Rates> {
    const perDollar = parseRates(await read())
    kept = { readAtMs: clock.nowMs(), perDollar }
    return kept
  }

  async function current(): Promise<Rates> {
    if (kept && clock.nowMs() - kept.readAtMs < keptForMs) return kept
    underWay ??= refresh().finally(() => {
      underWay = undefined
    })
    try {
      return await underWay
    } catch {
      if (kept && clock.nowMs() - kept.readAtMs < staleAfterMs) return kept
      throw new ServiceError('QueryFailed', 'the feed of exchange rates does not answer')
    }
  }

  return { perDollar: async (code) => (await current()).perDollar.get(code) }
}

function parseRates(body: unknown): Map<string, number> {
  const { base = 'USD', rates } = (body ?? {}) as { base?: unknown; rates?: unknown }
  if (typeof rates !== 'object' || rates === null) throw new Error('the feed has no rates')
  // Feeds leave their base out.
  const listed = Object.entries({ [String(base)]: 1, ...rates }).filter(
    (entry): entry is [string, number] => Number.isFinite(entry[1]) && entry[1] > 0,
  )
  const dollar = new Map(listed).get('USD')
  if (dollar === undefined) throw new Error('the feed has no rate of the dollar')
  return new Map(listed.map(([code, value]) => [code, value / dollar]))
}
