import { useEffect, useMemo, useState } from 'preact/hooks'
import { formatEstimate } from '../../intents/formatSeconds.ts'
import { chainName, dollarsOf, loadDirectory, loadPrices, loadTokens, tokenUnit } from '../data/directory.ts'
import { formatRoute } from '../data/routeParts.ts'
import { pageSettings } from '../data/session.ts'
import { operationPath } from '../data/wire.ts'
import { CodeCard, clientText, curlOf, keyHeader } from '../intent/codeCard.tsx'
import { type Feed, startFeed } from '../intent/feed.ts'
import { IfWrong, nextOf } from '../intent/ifWrong.tsx'
import { Legs } from '../intent/legs.tsx'
import { MoneyCard } from '../intent/moneyCard.tsx'
import { OutcomeCard } from '../intent/outcomeCard.tsx'
import { pillOf } from '../intent/pillOf.ts'
import { RecoverCard, useTakeOutReady } from '../intent/recoverCard.tsx'
import { paidIn, Sentence } from '../intent/sentence.tsx'
import { heldOf, movesOf, paysOwner, type Receipt, stateOf } from '../intent/state.ts'
import { Timeline } from '../intent/timeline.tsx'
import { clockTime, duration, exact, fullTime, percent, shortHash, usd } from '../view/format.ts'
import { Icon } from '../view/icons.tsx'
import { nowMs } from '../view/now.ts'
import { Addr, Card, Copy, Empty, Exact, LinkButton, Pill, Trouble } from '../view/parts.tsx'
import { say } from '../view/toast.tsx'
import { useLoad } from '../view/useLoad.ts'

/** One intent: where its money is, live until the intent is final. */
export function IntentPage({ id = '' }: { id?: string }) {
  const feed = useMemo(() => startFeed(id), [id])
  useEffect(() => feed.stop, [feed])
  const directory = useLoad(loadDirectory, [])
  const receipt = feed.receipt.value
  if (directory.error || (feed.error.value && feed.link.value.is === 'cut'))
    return (
      <>
        <h1 class="sr">Intent not shown</h1>
        <Trouble title="This intent could not be read">
          {feed.error.value || directory.error} The money does not depend on this page.{' '}
          <LinkButton
            onClick={() => {
              feed.tryNow()
              if (directory.error) directory.again()
            }}
          >
            Try now
          </LinkButton>
        </Trouble>
      </>
    )
  if (feed.error.value)
    return (
      <section class="card">
        <h1 class="sr">Intent not shown</h1>
        <Empty title={`Nothing known under ${id.length > 20 ? shortHash(id) : id}`}>
          <p>{feed.error.value}</p>
        </Empty>
      </section>
    )
  if (!receipt || directory.atMs === undefined) return <p class="loading">Reading …</p>
  return <Shown receipt={receipt} feed={feed} />
}

function Shown({ receipt, feed }: { receipt: Receipt; feed: Feed }) {
  const intent = feed.intent.value
  const state = stateOf(receipt, nowMs.value)
  const moved = movesOf(receipt)
  const held = heldOf(moved)
  const isOver = receipt.status === 'SUCCEEDED' || receipt.status === 'FAILED'
  const [takes, setTakes] = useState(false)
  const [sample, setSample] = useState('curl')
  const showSample = (name: string) => {
    setSample(name)
    document.getElementById('program')?.scrollIntoView()
  }
  const mayRest = receipt.status === 'COMMITTED' || receipt.status === 'EXECUTING' || held.length > 0
  const canTake = useTakeOutReady(mayRest) && intent !== undefined
  useLoad(async () => {
    const named = [
      ...moved,
      { chainId: receipt.originChainId, tokenAddress: receipt.summary.originTokenAddress },
      { chainId: receipt.destinationChainId, tokenAddress: receipt.summary.destinationTokenAddress },
    ]
    await loadTokens(named)
    await loadPrices(named)
  }, [moved.length])
  const link = `${window.location.origin}/i/${receipt.intentId}`
  return (
    <div class="stack">
      <div>
        <div class="eyebrow">
          <Pill status={pillOf(state, receipt)} />
          <span class="nowrap">
            <span class="word">Intent </span>
            <span class="addr" title={receipt.intentId}>
              {shortHash(receipt.intentId)}
            </span>{' '}
            <Copy text={receipt.intentId} what="the intent id" />
          </span>
          <LiveMark feed={feed} />
          <div class="acts">
            <button type="button" class="btn" aria-label="Copy link" onClick={() => copy(link)}>
              <Icon name="link" />
              <span class="not-phone">Copy link</span>
            </button>
            <button type="button" class="btn not-phone" onClick={() => showSample('curl')}>
              <Icon name="code" /> curl
            </button>
            <button type="button" class="btn not-phone" onClick={() => showSample('Receipt JSON')}>
              <Icon name="braces" /> JSON
            </button>
          </div>
        </div>
        <h1 class="hero" aria-live="polite">
          <Sentence receipt={receipt} intent={intent} state={state} />
        </h1>
        <Facts receipt={receipt} feed={feed} next={nextOf(state, receipt)} />
      </div>
      <CutNote feed={feed} />
      {(takes || (isOver && held.length > 0)) && <RecoverCard receipt={receipt} intent={intent} held={held} />}
      <OutcomeCard receipt={receipt} intent={intent} state={state} />
      <MoneyCard receipt={receipt} intent={intent} state={state} />
      <div class="cols">
        <Timeline receipt={receipt} intent={intent} events={feed.events.value} state={state} />
        <div class="stack">
          <IfWrong receipt={receipt} state={state} />
          <Details receipt={receipt} feed={feed} canTake={canTake} onTake={() => setTakes(true)} />
        </div>
      </div>
      <Legs receipt={receipt} intent={intent} />
      <CodeCard
        key={sample}
        id="program"
        title="The same from your program"
        samples={samplesOf(receipt)}
        first={sample}
      />
    </div>
  )
}

const copy = (link: string) =>
  navigator.clipboard.writeText(link).then(
    () => say('Link copied'),
    () => say(link),
  )

/** How old the page's data is. */
function LiveMark({ feed }: { feed: Feed }) {
  const { is, heardAtMs } = feed.link.value
  if (is === 'opening' || is === 'cut') return null
  if (is === 'ended')
    return (
      <span class="small muted" title={fullTime(heardAtMs)}>
        Final, read at {clockTime(heardAtMs)}
      </span>
    )
  return <span class="live">Live, {duration(Math.max(0, nowMs.value - heardAtMs))} old</span>
}

function CutNote({ feed }: { feed: Feed }) {
  const { is, heardAtMs, retryAtMs } = feed.link.value
  if (is !== 'cut') return null
  return (
    <div class="callout back" role="status">
      <h2>
        Not live since {clockTime(heardAtMs)}, {duration(nowMs.value - heardAtMs)} ago
      </h2>
      <p>
        What you see was true then. Trying again in {Math.max(0, Math.ceil((retryAtMs - nowMs.value) / 1_000))} s; the
        money does not depend on this page. <LinkButton onClick={feed.tryNow}>Try now</LinkButton>
      </p>
    </div>
  )
}

type FactsProps = { receipt: Receipt; feed: Feed; next: ReturnType<typeof nextOf> }

/** Promised, expected and arrived are different figures and never share a heading. */
function Facts({ receipt, feed, next }: FactsProps) {
  const { summary } = receipt
  const quote = feed.intent.value?.quote
  const paid = paidIn(receipt)
  const arrived = BigInt(summary.destinationTokenAmount)
  const started = summary.startedAt ? Date.parse(summary.startedAt) : undefined
  const [fromUsd, toUsd] = [
    dollarsOf(receipt.originChainId, summary.originTokenAddress, paid || BigInt(summary.originTokenAmount)),
    dollarsOf(receipt.destinationChainId, summary.destinationTokenAddress, arrived),
  ]
  const isOver = receipt.status === 'SUCCEEDED' || receipt.status === 'FAILED'
  return (
    <dl class="facts">
      <div>
        <dt>{paid > 0n ? 'Paid' : 'To pay'}</dt>
        <dd>
          <Exact
            chainId={receipt.originChainId}
            token={summary.originTokenAddress}
            amount={paid > 0n ? paid : BigInt(summary.originTokenAmount)}
          />
          <small>{usd(fromUsd)}</small>
        </dd>
      </div>
      {receipt.status !== 'FAILED' && (
        <div>
          <dt>{summary.arrived ? 'Arrived' : 'Should arrive'}</dt>
          <dd>
            <Exact chainId={receipt.destinationChainId} token={summary.destinationTokenAddress} amount={arrived} />
            <small>{usd(toUsd)}</small>
          </dd>
        </div>
      )}
      {quote && (
        <div>
          <dt>Promised at least</dt>
          <dd>
            <Exact
              chainId={receipt.destinationChainId}
              token={summary.destinationTokenAddress}
              amount={BigInt(quote.toAmountMin)}
            />
            <small class={receipt.status === 'SUCCEEDED' ? 'c-ok' : ''}>
              {receipt.status === 'SUCCEEDED'
                ? keptText(receipt, arrived - BigInt(quote.toAmountMin))
                : receipt.status === 'FAILED'
                  ? 'did not happen'
                  : 'or the money comes back'}
            </small>
          </dd>
        </div>
      )}
      {receipt.status === 'SUCCEEDED' && fromUsd !== undefined && toUsd !== undefined && (
        <div>
          <dt>Cost</dt>
          <dd>
            {usd(fromUsd - toUsd)}
            <small>{percent((fromUsd - toUsd) / fromUsd)} of what was paid</small>
          </dd>
        </div>
      )}
      {started !== undefined && (
        <div>
          <dt>{isOver ? 'Took' : 'So far'}</dt>
          <dd>
            {duration((summary.finishedAt ? Date.parse(summary.finishedAt) : nowMs.value) - started)}
            {quote && <small>about {formatEstimate(quote.estimatedDuration)} were expected</small>}
          </dd>
        </div>
      )}
      {next && (
        <div>
          <dt>Acts next</dt>
          <dd>
            {next.who}
            <small>{next.after}</small>
          </dd>
        </div>
      )}
    </dl>
  )
}

function keptText({ destinationChainId, summary }: Receipt, more: bigint): string {
  const worth = more > 0n ? dollarsOf(destinationChainId, summary.destinationTokenAddress, more) : undefined
  return worth === undefined || worth < 0.01 ? 'kept' : `kept, and ${usd(worth)} more`
}

type DetailsProps = { receipt: Receipt; feed: Feed; canTake: boolean; onTake(): void }

function Details({ receipt, feed, canTake, onTake }: DetailsProps) {
  const { summary } = receipt
  const intent = feed.intent.value
  const held = heldOf(movesOf(receipt))
  return (
    <Card id="details" title="Details">
      <div class="body">
        <dl class="kv">
          <dt>Asked</dt>
          <dd>{askedText(summary)}</dd>
          <dt>Route</dt>
          <dd>{formatRoute(summary.routeProviders) || 'a plain transfer'}</dd>
          {intent && (
            <>
              <dt>Slippage</dt>
              <dd>{percent(intent.quote.maxSlippage)} at most</dd>
            </>
          )}
          <dt>Owner</dt>
          <dd>
            <Addr address={receipt.ownerAddress} copy="the owner's address" />
          </dd>
          <dt>Recipient</dt>
          <dd>
            {paysOwner(receipt) ? (
              'the owner'
            ) : (
              <Addr address={summary.destinationToAddress} copy="the recipient's address" />
            )}
          </dd>
          <dt>Intent addresses</dt>
          <dd>
            <Addr address={summary.originIntentAddress} copy="the intent address" /> {chainName(receipt.originChainId)}
            {receipt.originChainId !== receipt.destinationChainId && summary.destinationIntentAddress && (
              <div>
                <Addr address={summary.destinationIntentAddress} copy="the intent address of the destination" />{' '}
                {chainName(receipt.destinationChainId)}
              </div>
            )}
            <div class={held.length > 0 && receipt.status === 'FAILED' ? 'c-act' : 'muted'}>
              {held.length > 0 ? 'not empty' : 'empty by the ledger'}
            </div>
          </dd>
          <Fees receipt={receipt} />
          <dt>Project</dt>
          <dd>{receipt.projectId}</dd>
          <dt>Quoted</dt>
          <dd>{fullTime(receipt.createdAt)}</dd>
        </dl>
        {receipt.status !== 'QUOTED' && (
          <p class="small pad-top">
            If this service is gone, the owner takes the money out alone:{' '}
            <LinkButton onClick={onTake}>with a wallet</LinkButton> or <code class="mono">causeway recover</code>.
            {canTake && ' This page can take the money out even if the service stops now.'}
          </p>
        )}
      </div>
    </Card>
  )
}

/** The request: amount and token of the side that was exact, the token alone of the other. */
function askedText({ tradeType, ...summary }: Receipt['summary']): string {
  const [from, to] = [
    tokenUnit(summary.originChainId, summary.originTokenAddress),
    tokenUnit(summary.destinationChainId, summary.destinationTokenAddress),
  ]
  return tradeType === 'EXACT_OUTPUT'
    ? `Get ${exact(BigInt(summary.destinationTokenAmount), to.decimals)} ${to.symbol}, spend ${from.symbol}`
    : `Spend ${exact(BigInt(summary.originTokenAmount), from.decimals)} ${from.symbol}, get ${to.symbol}`
}

const feeWords = { fee: 'to the service', relayFee: 'for sending the signed deposit' } as const

/** The service's fees, by the ledger; empty before one was taken. */
function Fees({ receipt }: { receipt: Receipt }) {
  const rows = movesOf(receipt).flatMap((move) =>
    move.why === 'fee' || move.why === 'relayFee' ? [{ ...move, words: feeWords[move.why] }] : [],
  )
  if (rows.length === 0) return null
  return (
    <>
      <dt>Fees</dt>
      <dd>
        {rows.map(({ chainId, tokenAddress, amount, words }, index) => (
          <div key={index}>
            <Exact chainId={chainId} token={tokenAddress} amount={amount} /> {words}
          </div>
        ))}
      </dd>
    </>
  )
}

function samplesOf(receipt: Receipt) {
  const { origin } = window.location
  const { intentId } = receipt
  const { isKeyNeeded } = pageSettings.value
  const curl = [
    '# this page, as data',
    curlOf(`${origin}${operationPath('GetIntentReceipt')}`, { intentId }, isKeyNeeded),
    '# and as it happens',
    `curl -N ${origin}/intents/${intentId}/events${keyHeader(isKeyNeeded)}`,
  ]
  const typescript = [
    "import { createClient } from 'causeway-client'",
    '',
    clientText(origin, isKeyNeeded),
    `for await (const event of client.followIntent('${intentId}')) show(event.kind, event.status)`,
    `const { intentReceipt } = await client.getIntentReceipt({ intentId: '${intentId}' })`,
  ]
  return [
    { name: 'curl', text: curl.join('\n') },
    { name: 'TypeScript', text: typescript.join('\n') },
    { name: 'Receipt JSON', text: JSON.stringify(receipt, hideSignature, 2) },
  ]
}

/** Hides signatures: anyone can use them until the deposit is mined, and pages get shared. The API has them. */
const hideSignature = (name: string, value: unknown): unknown =>
  /Signature$/.test(name) && typeof value === 'string' ? `0x… ${value.length / 2 - 1} bytes, not shown here` : value
