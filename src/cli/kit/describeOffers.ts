import { formatEstimate } from '../../intents/formatSeconds.ts'
import type { preferences } from '../../interface/enums.ts'
import type { QuoteOffer } from '../../interface/quoteShapes.ts'
import { formatToken, formatUsd } from './amounts.ts'
import { hanging, outputColumns } from './layout.ts'
import { table } from './table.ts'
import type { Trade } from './trade.ts'

type Preference = (typeof preferences)[number]

/** Why the chosen way won. The table shows outputs before the gas of the legs, so a larger one may lose. */
const reasons: Record<Preference, string> = {
  RECOMMENDED:
    'is worth the most: what is expected, with what comes back and less the gas of its legs, unless another is clearly faster for hardly less',
  CHEAPEST: 'is worth the most: what is expected, with what comes back and less the gas of its legs',
  FASTEST: 'arrives first',
  TRUSTLESS: 'is worth the most of the trustless ones, unless another is clearly faster for hardly less',
}

const formatReturned = (leftovers: QuoteOffer['expectedLeftovers'] = []): string =>
  leftovers.length === 0 ? '' : formatUsd(leftovers.reduce((sum, { usd = 0 }) => sum + usd, 0))

/** Every way considered for a quote: marks the chosen one and says why; each refused one has its reason. */
export function describeOffers(
  offers: readonly QuoteOffer[],
  { origin, destination }: Trade,
  preference: Preference = 'RECOMMENDED',
): string {
  const offered = offers.filter(({ refused }) => refused === undefined)
  const ways = table(offered, [
    { title: '', value: ({ chosen }) => (chosen ? '→' : ' ') },
    { title: 'way', value: ({ route }) => route },
    { title: 'about', value: ({ toAmount = 0n }) => formatToken(toAmount, destination), align: 'right' },
    { title: 'at least', value: ({ toAmountMin = 0n }) => formatToken(toAmountMin, destination), align: 'right' },
    { title: 'back', value: ({ expectedLeftovers }) => formatReturned(expectedLeftovers), align: 'right' },
    { title: 'arrives in', value: ({ estimatedDuration = 0 }) => formatEstimate(estimatedDuration), align: 'right' },
  ])
  const why = offered.length > 1 ? hanging('→ ', reasons[preference], outputColumns()) : []
  const refusals = offers
    .filter(({ refused }) => refused !== undefined)
    .flatMap(({ route, detail, nearestAmount }) => {
      const nearest = nearestAmount === undefined ? '' : `; nearest that works: ${formatToken(nearestAmount, origin)}`
      return hanging(`not ${route}: `, `${detail ?? ''}${nearest}`, outputColumns())
    })
  return [ways, ...why, ...refusals].join('\n')
}
