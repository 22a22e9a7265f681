import type { ComponentChildren } from 'preact'
import { chainName } from '../data/directory.ts'
import { pageSettings, serviceOrigin } from '../data/session.ts'
import { operationPath } from '../data/wire.ts'
import { CodeCard, clientText, curlOf } from '../intent/codeCard.tsx'
import { duration, exact, printableText } from '../view/format.ts'
import { clockAheadMs } from '../view/now.ts'
import { Empty, LinkButton } from '../view/parts.tsx'
import { to } from '../view/router.ts'
import type { RunEnd } from './checkedRun.ts'
import { useSend } from './createSend.ts'
import { OneBridge } from './otherWays.tsx'

type CalloutProps = { tone?: 'back' | 'act'; title: string; children: ComponentChildren }

const Callout = ({ tone = 'back', title, children }: CalloutProps) => (
  <div class={`callout ${tone}`} role="alert">
    <h2>{title}</h2>
    <p>{children}</p>
  </div>
)

/** How the run ended, why, and the nearest amount that works. */
export function EndNote({ end: told }: { end: RunEnd }) {
  const { form, set, quoteNow } = useSend()
  const { pay } = form.value
  if (told.is === 'untrusted')
    return (
      <Callout tone="act" title="This quote does not do what you asked, so it cannot be signed">
        {printableText(told.message)}. Do not send money to its address.
      </Callout>
    )
  if (told.is === 'short' && pay)
    return (
      <Callout
        title={`${exact(told.needed - told.held, pay.decimals)} ${pay.symbol} short on ${chainName(pay.chainId)}`}
      >
        <LinkButton onClick={() => set({ amount: exact(told.held, pay.decimals), exact: 'pay' })}>
          Use {exact(told.held, pay.decimals)} {pay.symbol}
        </LinkButton>
      </Callout>
    )
  if (told.is === 'declined')
    return (
      <Callout title="You declined. Nothing was signed.">
        <LinkButton onClick={quoteNow}>New quote</LinkButton>
      </Callout>
    )
  if (told.is === 'noWay')
    return (
      <Callout title="Your wallet cannot pay in this way">
        {printableText(told.message)}. Nothing was signed.{' '}
        <LinkButton onClick={() => set({ by: 'auto' })}>Pay the cheapest way</LinkButton>
      </Callout>
    )
  if (told.is === 'interrupted')
    return (
      <Callout title="It stopped on the way">
        {printableText(told.message)}. <a href={to(`/intents/${told.intentId}`)}>See where the money is</a>
      </Callout>
    )
  if (told.is === 'refused')
    return (
      <Callout title="No quote now">
        {printableText(told.message)} <Nearest message={told.message} />{' '}
        <LinkButton onClick={quoteNow}>Ask again</LinkButton> <OneBridge />
      </Callout>
    )
  return null
}

/** A button with the nearest amount that works, if the refusal names one. */
function Nearest({ message }: { message: string }) {
  const { form, set } = useSend()
  const { pay, exact: side } = form.value
  const units = /about (\d{1,78}) is the (?:least|most) that works/.exec(message)?.[1]
  if (!pay || side !== 'pay' || units === undefined) return null
  const amount = exact(BigInt(units), pay.decimals)
  return (
    <LinkButton onClick={() => set({ amount, exact: 'pay' })}>
      Use {amount} {pay.symbol}
    </LinkButton>
  )
}

/** With a clock that is off by more than this, a quote or signature may have expired before it is made. */
const clockOffMsMax = 60_000

/** Warns of a wrong clock: quotes are checked against the reader's own, because the service's may lie. */
export function ClockNote() {
  const aheadMs = clockAheadMs.value
  if (Math.abs(aheadMs) <= clockOffMsMax) return null
  return (
    <Callout
      title={`Your clock is ${duration(Math.abs(aheadMs))} ${aheadMs > 0 ? 'behind' : 'ahead of'} the service’s`}
    >
      Quotes end and signatures lapse by the clock, so a quote may be refused here. Set the clock of this machine.
    </Callout>
  )
}

export function WaitingNote() {
  const { asked, phase, wallet, form } = useSend()
  const chainId = form.value.pay?.chainId
  const isElsewhere = wallet.value?.chainId !== undefined && wallet.value.chainId !== chainId
  const why =
    'why' in asked.value
      ? asked.value.why
      : phase.value === 'quoting'
        ? 'Asking for a price, then checking it.'
        : !wallet.value
          ? 'Choose a wallet for a price.'
          : isElsewhere && chainId !== undefined
            ? `Your wallet is on another chain. Switch it to ${chainName(chainId)} for a price.`
            : 'A moment.'
  return (
    <section class="card">
      <Empty title={phase.value === 'quoting' ? 'Asking …' : 'Your quote appears here'}>
        <p>{why}</p>
      </Empty>
    </section>
  )
}

/** The same from a shell and from a program. */
export function Program() {
  const { asked, wallet, quoted } = useSend()
  if ('why' in asked.value) return null
  const origin = serviceOrigin
  const request = { ownerAddress: wallet.value?.account ?? '0x…', ...asked.value.request }
  const { isKeyNeeded } = pageSettings.value
  const step = (name: string, body: unknown) => curlOf(`${origin}${operationPath(name)}`, body, isKeyNeeded)
  const intentId = quoted.value?.intent.intentId ?? '0x…'
  const curl = [
    '# 1. the quote',
    step('QuoteIntent', request),
    '# 2. commit what was quoted: the whole intent, unmodified',
    step('CommitIntent', { intent: '… the intent of the answer …' }),
    '# 3. pay to depositTransaction, then say so',
    step('ExecuteIntent', { intentId, depositTransactionHash: '0x…' }),
    '# 4. wait for the end',
    step('WaitIntentReceipt', { intentId }),
  ].join('\n')
  const text = JSON.stringify(request, (_name, value) => (typeof value === 'bigint' ? `${value}n` : value), 2)
  const typescript = [
    "import { createClient, runIntent } from 'causeway-client'",
    '',
    clientText(origin, isKeyNeeded),
    'const receipt = await runIntent({',
    '  client,',
    '  wallet, // any viem wallet client with an account',
    `  request: ${text.replace(/"(\d+n)"/g, '$1').replaceAll('\n', '\n  ')},`,
    '  accept: ({ intent }) => intent.quote.toAmountMin > 0n, // look before anything is signed',
    '})',
  ].join('\n')
  return (
    <CodeCard
      id="program"
      title="The same from your program"
      samples={[
        { name: 'curl', text: curl },
        { name: 'TypeScript', text: typescript },
      ]}
    />
  )
}
