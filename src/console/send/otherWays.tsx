import { formatEstimate } from '../../intents/formatSeconds.ts'
import type { QuoteOffer } from '../../interface/quoteShapes.ts'
import { providerTitle, type Unit } from '../data/directory.ts'
import { routeParts } from '../data/routeParts.ts'
import { printableText } from '../view/format.ts'
import { Card, LinkButton, RoundedIn } from '../view/parts.tsx'
import { useSend } from './createSend.ts'

/** All offers of the quote, the chosen one first, with why the others were not taken. Empty if there was only one. */
export function OtherWays({ offers, to }: { offers: readonly QuoteOffer[]; to: Unit }) {
  const { set } = useSend()
  const chosen = offers.filter((offer) => offer.chosen)
  const others = offers.filter((offer) => !offer.chosen)
  if (others.length === 0) return null
  const taken = new Set(chosen.map(bridgeOf))
  // The row of each bridge's best offer, the first in the list, gets the button that chooses the bridge.
  const firstBy = new Map(
    others.toReversed().flatMap((offer) => (offer.refused === undefined ? [[bridgeOf(offer), offer]] : [])),
  )
  return (
    <Card id="others" title="Why not the others">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section class="scroll" tabIndex={0} aria-label="Rows of other ways">
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">Way</th>
              <th scope="col" class="num">
                Arrives
              </th>
              <th scope="col" class="num">
                At least
              </th>
              <th scope="col" class="num">
                Time
              </th>
              <th scope="col">Why not</th>
            </tr>
          </thead>
          <tbody>
            {[...chosen, ...others].map((offer) => {
              const bridge = bridgeOf(offer)
              const canUse = !taken.has(bridge) && firstBy.get(bridge) === offer && bridge !== undefined
              return (
                <tr key={offer.route}>
                  <td>
                    {offer.chosen ? <strong>{nameOf(offer)}</strong> : nameOf(offer)}
                    {offer.chosen && <div class="tiny">chosen</div>}
                  </td>
                  <td class="num">
                    {offer.toAmount === undefined ? (
                      <span class="faint">no offer</span>
                    ) : (
                      <RoundedIn unit={to} amount={offer.toAmount} />
                    )}
                  </td>
                  <td class="num">
                    {offer.toAmountMin !== undefined && <RoundedIn unit={to} amount={offer.toAmountMin} />}
                  </td>
                  <td class="num nowrap">
                    {offer.estimatedDuration !== undefined && formatEstimate(offer.estimatedDuration)}
                  </td>
                  <td>
                    {!offer.chosen && whyNot(offer, offers)}{' '}
                    {canUse && <LinkButton onClick={() => set({ bridge })}>Use {providerTitle(bridge)}</LinkButton>}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
    </Card>
  )
}

const nameOf = ({ route }: QuoteOffer): string => route.split(' ').map(providerTitle).join(' ')
/** The bridge of an offer; undefined for two together, which cannot be chosen by name. */
function bridgeOf({ routeProviders = [] }: QuoteOffer): string | undefined {
  const { crossing } = routeParts(routeProviders)
  return crossing.length === 1 ? crossing[0] : undefined
}

/** The chosen bridge, with a button to undo the choice. */
export function OneBridge() {
  const { form, set } = useSend()
  if (!form.value.bridge) return null
  return (
    <>
      by {providerTitle(form.value.bridge)} alone{' '}
      <LinkButton onClick={() => set({ bridge: undefined })}>Any bridge</LinkButton>
    </>
  )
}

function whyNot({ detail, refused, toAmount = 0n, crossingSeconds = 0 }: QuoteOffer, offers: readonly QuoteOffer[]) {
  if (refused !== undefined) return printableText(detail ?? refused)
  const chosen = offers.find((offer) => offer.chosen)
  const slowerS = Math.round(crossingSeconds - (chosen?.crossingSeconds ?? 0))
  const isLess = toAmount < (chosen?.toAmount ?? 0n)
  if (slowerS > 0) return isLess ? `brings less, ${slowerS} s slower` : `${slowerS} s slower`
  return isLess ? 'brings less' : 'was second'
}
