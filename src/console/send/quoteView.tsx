import { formatEstimate } from '../../intents/formatSeconds.ts'
import { chainName, providerTitle, tokenUnit } from '../data/directory.ts'
import { crossingName, formatRoute, routeParts } from '../data/routeParts.ts'
import { buildFlow } from '../flow/buildFlow.ts'
import type { FlowInput } from '../flow/flow.ts'
import { type FlowNames, FlowPicture } from '../flow/flowPicture.tsx'
import { Calls } from '../intent/calls.tsx'
import { countdown, exact, percent, usd } from '../view/format.ts'
import { Icon } from '../view/icons.tsx'
import { nowMs } from '../view/now.ts'
import { Addr, Card, LinkButton, RoundedIn } from '../view/parts.tsx'
import type { CheckedQuote } from './checkedRun.ts'
import { OneBridge, OtherWays } from './otherWays.tsx'

/** The quote with its route, costs, checks and other offers, also while the page still checks it. */
export function QuoteView({ quoted, again }: { quoted: CheckedQuote; again(): void }) {
  const { intent } = quoted
  const to = tokenUnit(intent.destinationChainId, intent.quoteRequest.destinationTokenAddress)
  return (
    <>
      <QuoteHead quoted={quoted} again={again} />
      <Card
        id="route"
        title="Route"
        note={
          <>
            {formatRoute(intent.quote.routeProviders)} <OneBridge />
          </>
        }
      >
        <PlannedPicture quoted={quoted} />
      </Card>
      <div class="cols half">
        <Costs quoted={quoted} />
        <Checks quoted={quoted} />
      </div>
      <OtherWays offers={quoted.offers} to={to} />
    </>
  )
}

/** The quote in one sentence, and its expiry. */
export function QuoteHead({ quoted: { intent, verified }, again }: { quoted: CheckedQuote; again(): void }) {
  const { quote, depositTransaction: deposit } = intent
  const relay = verified?.chosen?.feeOption
  const from = tokenUnit(intent.originChainId, deposit.tokenAddress)
  const to = tokenUnit(intent.destinationChainId, intent.quoteRequest.destinationTokenAddress)
  const leftMs = Date.parse(intent.expiresAt) - nowMs.value
  return (
    <section class="card quote" aria-live="polite">
      <div class="row between small">
        <span class="muted">{verified ? 'Quote, checked in this page' : 'Quote, being checked'}</span>
        {leftMs > 0 ? (
          <span class="row nowrap">
            <Icon name="clock" /> good for {countdown(leftMs)}
          </span>
        ) : (
          <LinkButton onClick={again}>The price is old. New quote</LinkButton>
        )}
      </div>
      <p class="quote-head">
        You pay <RoundedIn unit={from} amount={deposit.amount + (relay?.amount ?? 0n)} /> on{' '}
        {chainName(intent.originChainId)}. About <RoundedIn unit={to} amount={quote.toAmount} /> arrive on{' '}
        {chainName(intent.destinationChainId)}{' '}
        <strong class="nowrap">in about {formatEstimate(quote.estimatedDuration)}</strong>, at least{' '}
        <RoundedIn unit={to} amount={quote.toAmountMin} />; otherwise your {from.symbol} comes back.
        {(intent.expectedLeftovers ?? []).map(({ chainId, tokenAddress, amount }) => (
          <span key={`${chainId}:${tokenAddress}`}>
            {' '}
            About <RoundedIn unit={tokenUnit(chainId, tokenAddress)} amount={amount} /> of what the route swaps comes
            back to you on {chainName(chainId)}.
          </span>
        ))}
      </p>
    </section>
  )
}

function PlannedPicture({ quoted: { intent } }: { quoted: CheckedQuote }) {
  const { quote, quoteRequest } = intent
  const from = tokenUnit(intent.originChainId, intent.depositTransaction.tokenAddress)
  const to = tokenUnit(intent.destinationChainId, quoteRequest.destinationTokenAddress)
  const input: FlowInput = {
    moves: [],
    status: 'QUOTED',
    originChainId: intent.originChainId,
    destinationChainId: intent.destinationChainId,
    routeProviders: quote.routeProviders,
  }
  const { before, after } = routeParts(quote.routeProviders)
  const swaps = (chainId: number) =>
    (intent.originChainId === intent.destinationChainId
      ? quote.routeProviders
      : chainId === intent.originChainId
        ? before
        : after
    )
      .map(providerTitle)
      .join(', ')
  const names: FlowNames = {
    nameOf: ({ place, chainId, kind }) =>
      place === 'market'
        ? swaps(chainId) || 'Pools'
        : kind === 'source'
          ? 'You'
          : place === 'recipient'
            ? 'Recipient'
            : 'Intent address',
    addressOf: ({ place }) => {
      if (place === 'originIntent') return intent.originIntentAddress
      if (place === 'destinationIntent') return intent.destinationIntentAddress
      if (place === 'recipient') return quoteRequest.destinationToAddress ?? intent.ownerAddress
      return place === 'owner' ? intent.ownerAddress : undefined
    },
    noteOf: ({ place }) => (place === 'market' ? 'swap' : undefined),
    bridge: {
      name: crossingName(quote.routeProviders) ?? '',
      note: `about ${formatEstimate(quote.estimatedDuration)}`,
    },
    planned: `${exact(quote.toAmount, to.decimals)} ${to.symbol}`,
    plannedFirst: `${exact(intent.depositTransaction.amount, from.decimals)} ${from.symbol}`,
    about: `Planned way over ${quote.routeProviders.map(providerTitle).join(', ') || 'a plain transfer'}; nothing has moved.`,
  }
  return <FlowPicture flow={buildFlow(input)} input={input} names={names} span="narrow" />
}

function Costs({ quoted: { intent, verified } }: { quoted: CheckedQuote }) {
  const { fees, quote } = intent
  const relayUsd = verified?.chosen?.feeOption?.amountUsd ?? 0
  const lines: [string, number][] = [
    ['Gas on both chains', fees.gasFeeUsd],
    ...(relayUsd > 0 ? ([['Sending your signed deposit', relayUsd]] as [string, number][]) : []),
    ...quote.routeProviders.map((name, index): [string, number] => [
      `${providerTitle(name)} fee`,
      quote.routeProvidersFeeUsd[index] ?? 0,
    ]),
    ['Causeway', fees.svcFeeUsd + fees.collectorFeeUsd],
    ['Moving the price of the pools', quote.priceImpactDetails.marketPriceImpact.priceImpactUsd],
  ]
  const all = quote.fromAmountUsd + relayUsd - quote.toAmountUsd
  return (
    <Card id="costs" title="What it costs">
      <div class="body">
        <dl class="lines">
          {lines.map(([name, amount]) => (
            <>
              <dt>{name}</dt>
              <dd>{usd(amount)}</dd>
            </>
          ))}
          <dt class="total">In all, {percent(all / quote.fromAmountUsd)}</dt>
          <dd class="total">{usd(all)}</dd>
        </dl>
      </div>
    </Card>
  )
}

function Checks({ quoted: { intent, verified } }: { quoted: CheckedQuote }) {
  const recipient = intent.quoteRequest.destinationToAddress ?? intent.ownerAddress
  const isOwn = recipient.toLowerCase() === intent.ownerAddress.toLowerCase()
  const lines = [
    <>
      The calls pay {isOwn ? 'your own address' : <Addr address={recipient} />} on{' '}
      {chainName(intent.destinationChainId)}
    </>,
    <>
      <Addr address={intent.originIntentAddress} /> can run these calls and no others
    </>,
    <>
      Fees are {percent(intent.fees.feeTokenUsd / intent.quote.fromAmountUsd)} of what you pay, and within the client’s
      limit
    </>,
    <>If it fails, the money can go only to you</>,
  ]
  return (
    <Card id="checked" title="Checked before you sign">
      <div class="body">
        <ul class="checks">
          {lines.map((line, index) => (
            <li key={index}>
              <Icon name={verified ? 'check' : 'clock'} />
              <span>{line}</span>
            </li>
          ))}
        </ul>
        <p class="small muted">By this page, not by the service.</p>
        {[intent.originCalls, intent.destinationCalls].map(
          (payload) =>
            payload && (
              <div key={payload.chainId} class="small">
                On {chainName(payload.chainId)}: <Calls key={intent.intentId} payload={payload} />
              </div>
            ),
        )}
      </div>
    </Card>
  )
}
