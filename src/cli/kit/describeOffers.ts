import { sayAbout } from '../../intents/sayDuration.ts'
import type { QuoteOffer } from '../../interface/quoteShapes.ts'
import { formatToken, formatUsd } from './amounts.ts'
import { hanging, outputColumns } from './layout.ts'
import { table } from './table.ts'
import type { Trade } from './trade.ts'

/** Every way that was considered for a quote, the chosen one marked, and beneath each refused one the reason. */
export function describeOffers(offers: readonly QuoteOffer[], { origin, destination }: Trade): string {
  const offered = offers.filter(({ refused }) => refused === undefined)
  const ways = table(offered, [
    { title: '', value: ({ chosen }) => (chosen ? '→' : ' ') },
    { title: 'way', value: ({ route }) => route },
    { title: 'at least', value: ({ toAmountMin = 0n }) => formatToken(toAmountMin, destination), align: 'right' },
    { title: 'provider fees', value: ({ providerFeesUsd = 0 }) => formatUsd(providerFeesUsd), align: 'right' },
    { title: 'crossing', value: ({ crossingSeconds = 0 }) => sayAbout(crossingSeconds), align: 'right' },
  ])
  const refusals = offers
    .filter(({ refused }) => refused !== undefined)
    .flatMap(({ route, detail, nearestAmount }) => {
      const nearest = nearestAmount === undefined ? '' : `; nearest that works: ${formatToken(nearestAmount, origin)}`
      return hanging(`not ${route}: `, `${detail ?? ''}${nearest}`, outputColumns())
    })
  return [ways, ...refusals].join('\n')
}
