import type { QuoteOffer } from '../../interface/quoteShapes.ts'
import { providerName, type Unit } from '../data/directory.ts'
import { printable } from '../view/format.ts'
import { Card, RoundedIn } from '../view/parts.tsx'

/** Every other way that was considered for the quote, and why it was not taken. Nothing where there was no other. */
export function OtherWays({ offers, to }: { offers: readonly QuoteOffer[]; to: Unit }) {
  const others = offers.filter(({ chosen }) => !chosen)
  if (others.length === 0) return null
  return (
    <Card id="others" title="Why not the others">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section class="scroll" tabIndex={0} aria-label="Rows of other ways">
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">Way</th>
              <th scope="col" class="num">
                At least
              </th>
              <th scope="col">Not taken because</th>
            </tr>
          </thead>
          <tbody>
            {others.map((offer) => (
              <tr key={offer.route}>
                <td>{offer.route.split(' ').map(providerName).join(' ')}</td>
                <td class="num">
                  {offer.toAmountMin !== undefined && <RoundedIn unit={to} amount={offer.toAmountMin} />}
                </td>
                <td>{whyNot(offer, offers)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  )
}

function whyNot({ detail, refused, toAmountMin = 0n, crossingSeconds = 0 }: QuoteOffer, offers: readonly QuoteOffer[]) {
  if (refused !== undefined) return printable(detail ?? refused)
  const chosen = offers.find((offer) => offer.chosen)
  const slowerS = Math.round(crossingSeconds - (chosen?.crossingSeconds ?? 0))
  const isLess = toAmountMin < (chosen?.toAmountMin ?? 0n)
  if (slowerS > 0) return isLess ? `brings less, ${slowerS} s slower` : `${slowerS} s slower`
  return isLess ? 'brings less' : 'was second'
}
