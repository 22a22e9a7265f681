import { chainName, providerTitle } from '../data/directory.ts'
import { routeParts } from '../data/routeParts.ts'
import { Card } from '../view/parts.tsx'
import type { Receipt, StateName } from './state.ts'

/** Who must act next for the money to move, and who after that. */
export function nextOf(state: StateName, receipt: Receipt): { who: string; after: string } | undefined {
  switch (state) {
    case 'committed':
      return { who: 'the owner', after: 'then the service' }
    case 'awaitDeposit':
    case 'mining':
      return { who: `the chain ${chainName(receipt.originChainId)}`, after: 'then the service' }
    case 'crossing':
      return { who: 'the bridge', after: 'then the service' }
    case 'lastStep':
      return { who: `the chain ${chainName(receipt.destinationChainId)}`, after: 'then no one else' }
    case 'goingBack':
      return { who: 'the service', after: 'then no one else' }
    default:
      return undefined
  }
}

/** What happens to the money if a remaining step fails. Shown from the commit until the intent ends or goes back. */
export function IfWrong({ receipt, state }: { receipt: Receipt; state: StateName }) {
  const lines = linesOf(receipt, state)
  if (lines.length === 0) return null
  return (
    <Card id="wrong" title="If something goes wrong">
      <div class="body stack tight small">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </Card>
  )
}

function linesOf(receipt: Receipt, state: StateName): string[] {
  if (nextOf(state, receipt) === undefined || state === 'goingBack') return []
  const isCrossing = receipt.originChainId !== receipt.destinationChainId
  const [origin, destination] = [chainName(receipt.originChainId), chainName(receipt.destinationChainId)]
  const { crossing } = routeParts(receipt.summary.routeProviders)
  const before = state === 'committed' || state === 'awaitDeposit' || state === 'mining'
  return [
    ...(state === 'committed' ? ['No deposit comes: the offer ends and nothing has moved.'] : []),
    ...(before ? [`The price falls below the promise on ${origin}: all of it goes back to the owner there.`] : []),
    ...(state === 'lastStep' ? [] : crossing.map((bridge) => crossingLine(bridge, origin))),
    ...(state !== 'lastStep' && crossing.length > 1
      ? [`Only one of the two brings its part: that is paid to the owner on ${destination}.`]
      : []),
    ...(isCrossing ? [`The last step fails on ${destination}: what has crossed is paid to the owner there.`] : []),
  ]
}

const keepsAsking = (name: string): string =>
  `No word from ${name}: the service keeps asking. What was burned cannot be lost, and anyone can finish it.`

/** What happens to a crossing that does not arrive, by bridge. */
const crossingLines: Readonly<Record<string, (name: string, origin: string) => string>> = {
  ACROSS: (name, origin) => `If the crossing is not filled, ${name} gives the money back to the owner on ${origin}.`,
  CCTP: keepsAsking,
  CCTP_FAST: keepsAsking,
  LAYERZERO: (name) =>
    `No message from ${name}: the service keeps looking. Once it is verified, anyone can deliver it, and try again if that fails.`,
}

const crossingLine = (bridge: string, origin: string): string => {
  const name = providerTitle(bridge)
  return crossingLines[bridge]?.(name, origin) ?? `Nothing comes by ${name}: the service keeps looking for it.`
}
