import type { Intent } from '../../interface/intentShapes.ts'
import { chainName, providerTitle, tokenUnit } from '../data/directory.ts'
import { crossingName, routeParts } from '../data/routeParts.ts'
import type { Wire } from '../data/wire.ts'
import { buildFlow } from '../flow/buildFlow.ts'
import type { Flow, FlowInput, FlowNode, Reason } from '../flow/flow.ts'
import { amountText, type FlowNames, FlowPicture } from '../flow/flowPicture.tsx'
import { exact } from '../view/format.ts'
import { Icon } from '../view/icons.tsx'
import { Card } from '../view/parts.tsx'
import { movesOf, type Receipt, type StateName } from './state.ts'
import { sumsOf } from './sumsOf.ts'

type Shown = { receipt: Receipt; intent?: Wire<Intent>; state: StateName }

/** Where the money is or went: the picture, the checked sum, and a table. */
export function MoneyCard({ receipt, intent, state }: Shown) {
  const moves = movesOf(receipt)
  const input: FlowInput = { ...receipt, moves, routeProviders: receipt.summary.routeProviders }
  const flow = buildFlow(input)
  const isOver = receipt.status === 'SUCCEEDED' || receipt.status === 'FAILED'
  const names = namesOf(receipt, intent, isOver, flow)
  const note = isOver
    ? state === 'succeeded'
      ? 'Width is value in dollars'
      : 'Dashed was planned and did not happen'
    : 'Solid has happened, blue moves now, dashed is to come'
  return (
    <Card id="money" title={isOver ? 'Where the money went' : 'Where the money is'} note={note}>
      <FlowPicture flow={flow} input={input} names={names} />
      <Sum flow={flow} receipt={receipt} />
      {moves.length > 0 && <MoveTable receipt={receipt} flow={flow} names={names} />}
    </Card>
  )
}

function Sum({ flow, receipt }: { flow: Flow; receipt: Receipt }) {
  const moves = movesOf(receipt)
  if (moves.length === 0)
    return (
      <div class="sum">
        <Icon name="clock" size={16} />
        <span>No movement is final yet. The ledger shows a movement once its block cannot be undone.</span>
      </div>
    )
  if (flow.problems.length > 0) {
    const [first] = flow.problems
    const { symbol, decimals } = tokenUnit(first!.chainId, first!.tokenAddress)
    return (
      <div class="sum broken" role="alert">
        <Icon name="warn" size={16} />
        <span>
          <strong>
            The books and the chain differ by {exact(first!.missing, decimals)} {symbol}.
          </strong>{' '}
          More left {chainName(first!.chainId)} than came. Tell the operator.
        </span>
      </div>
    )
  }
  return (
    <div class="sum">
      <Icon name="check" size={16} />
      <span>
        <strong>Every unit is accounted for.</strong> {sumsOf(receipt, moves).join(' ')}
      </span>
    </div>
  )
}

function MoveTable({ receipt, flow, names }: { receipt: Receipt; flow: Flow; names: FlowNames }) {
  const placeName = (place: string, chainId: number) =>
    names.nameOf({ id: '', kind: 'end', place: place as FlowNode['place'], chainId })
  return (
    <details class="flow-table">
      <summary>The same as a table, with base units</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section class="scroll" tabIndex={0} aria-label="Movements">
        <table>
          <thead>
            <tr>
              <th>From</th>
              <th>To</th>
              <th>On</th>
              <th>What for</th>
              <th class="num">Amount</th>
              <th class="num">Base units</th>
            </tr>
          </thead>
          <tbody>
            {movesOf(receipt).map((move, index) => (
              <tr key={index}>
                <td>{placeName(move.from, move.chainId)}</td>
                <td>{placeName(move.to, move.chainId)}</td>
                <td>{chainName(move.chainId)}</td>
                <td>{reasons[move.why]}</td>
                <td class="num">{amountText(move)}</td>
                <td class="num">{move.amount.toString()}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {flow.gas.length > 0 && <p class="small muted pad">Gas is paid by the service from its own money.</p>}
      </section>
    </details>
  )
}

const reasons: Readonly<Record<Reason, string>> = {
  deposit: 'deposit',
  swap: 'swap',
  bridge: 'crossing',
  fee: 'fee of the service',
  relayFee: 'sending the signed deposit',
  delivery: 'delivery',
  refund: 'back to the owner',
  leftover: 'not needed, back to the owner',
  late: 'came late or twice',
  abort: 'taken out by the owner',
  gas: 'gas',
}

const places: Readonly<Record<string, string>> = {
  owner: 'Owner',
  payer: 'Payer',
  originIntent: 'Intent address',
  destinationIntent: 'Intent address',
  collector: 'Service',
  recipient: 'Recipient',
  relayer: 'Relayer',
  network: 'Network',
}

/** Names of places. Pools and bridges are named after the route's providers, never by a caller. */
function namesOf(receipt: Receipt, intent: Wire<Intent> | undefined, isOver: boolean, flow: Flow): FlowNames {
  const { summary } = receipt
  const { before: swappers, crossing, after } = routeParts(summary.routeProviders)
  const bridgeName = crossingName(summary.routeProviders) ?? 'Bridge'
  const swaps = (chainId: number): string => {
    const isCrossing = receipt.originChainId !== receipt.destinationChainId
    const list = isCrossing
      ? chainId === receipt.originChainId
        ? crossing.length > 0
          ? swappers
          : []
        : after
      : summary.routeProviders
    return list.map(providerTitle).join(', ') || 'Pools'
  }
  const bridged = flow.nodes.some(({ id }) => id === 'bridge')
  const before =
    crossing.length > 0 && swappers.length > 0 && bridged ? `${swappers.map(providerTitle).join(', ')}, ` : ''
  const aliased = flow.nodes.every(({ id }) => id !== `market:${receipt.originChainId}`)
  return {
    nameOf: ({ kind, place, chainId }) => {
      if (place === 'market') return swaps(chainId)
      if (place === 'bridge') return bridgeName
      if (kind === 'rest') return isOver ? 'Rests at' : 'Now at'
      return kind === 'source' ? 'Payer' : (places[place] ?? place)
    },
    addressOf: ({ place, kind }) => {
      if (place === 'originIntent') return summary.originIntentAddress
      if (place === 'destinationIntent') return summary.destinationIntentAddress
      if (place === 'recipient') return summary.destinationToAddress
      if (place === 'payer') return receipt.depositTransaction.fromAddress
      if (place === 'owner') return receipt.ownerAddress
      return kind === 'end' && place === 'collector'
        ? receipt.depositTransaction.depositIntentEntry?.feeCollector
        : undefined
    },
    noteOf: ({ place }) => (place === 'market' ? 'swap' : place === 'collector' ? 'fees and gas' : undefined),
    bridge: {
      name: (aliased ? before : '') + bridgeName,
      note: isOver ? (bridged ? 'crossed' : 'not used') : bridged ? 'crossing' : 'to come',
    },
    planned: isOver ? 'did not happen' : plannedText(summary, intent),
    about: aboutOf(flow),
  }
}

function plannedText(summary: Receipt['summary'], intent: Wire<Intent> | undefined): string {
  const unit = tokenUnit(summary.destinationChainId, summary.destinationTokenAddress)
  const least = intent?.quote.toAmountMin
  const amount = exact(BigInt(least ?? summary.destinationTokenAmount), unit.decimals)
  return `${least ? 'at least' : 'about'} ${amount} ${unit.symbol}`
}

function aboutOf(flow: Flow): string {
  if (flow.streams.length === 0) return 'No money has moved yet; the planned way is dashed.'
  return `Money flow with ${flow.streams.length} streams: ${flow.streams.map(amountText).join(', ')}. The table below has every movement.`
}
