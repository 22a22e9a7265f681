import type { ComponentChildren } from 'preact'
import type { Intent } from '../../interface/intentShapes.ts'
import { chainName } from '../data/directory.ts'
import type { Wire } from '../data/wire.ts'
import type { FlowMove } from '../flow/flow.ts'
import { clockTime, countdown, duration } from '../view/format.ts'
import { nowMs } from '../view/now.ts'
import { Addr, Exact, Rounded } from '../view/parts.tsx'
import { type Held, heldOf, isRefused, movesOf, paysOwner, type Receipt, reasonOf, type StateName } from './state.ts'

type Told = { receipt: Receipt; intent?: Wire<Intent>; state: StateName }

/** The intent's state in words: what left, what arrived, where the rest is, who acts next. */
export function Sentence(told: Told): ComponentChildren {
  return sentences[told.state](told)
}

const Chain = ({ id }: { id: number }) => <b>{chainName(id)}</b>
const Rest = () => <strong>Nothing is anywhere else.</strong>

/** The intent address that holds the money, by the ledger. */
const restsAt = ({ summary }: Receipt, held: readonly Held[]): string =>
  (held[0]?.place === 'destinationIntent' && summary.destinationIntentAddress) || summary.originIntentAddress

const sentences: Record<StateName, (told: Told) => ComponentChildren> = {
  quoted: ({ receipt, intent }) => (
    <>
      <Asked receipt={receipt} /> on <Chain id={receipt.originChainId} /> would bring at least{' '}
      <Promised receipt={receipt} intent={intent} /> on <Chain id={receipt.destinationChainId} />.{' '}
      <strong>Nothing has moved.</strong> Good for {countdown(Date.parse(receipt.summary.expiresAt) - nowMs.value)}.
    </>
  ),
  ended: ({ receipt }) => (
    <>
      The quote for <Asked receipt={receipt} /> on <Chain id={receipt.originChainId} /> ended at{' '}
      {clockTime(receipt.summary.expiresAt)}. <strong>No money moved.</strong>
    </>
  ),
  committed: ({ receipt }) => (
    <>
      The rate is reserved. Waiting for <Asked receipt={receipt} /> at{' '}
      <Addr address={receipt.summary.originIntentAddress} /> on <Chain id={receipt.originChainId} />.{' '}
      <strong>The owner acts next.</strong>
    </>
  ),
  awaitDeposit: ({ receipt }) => (
    <>
      <Asked receipt={receipt} /> are on their way to <Addr address={receipt.summary.originIntentAddress} /> on{' '}
      <Chain id={receipt.originChainId} />.{' '}
      <strong>
        {receipt.depositTransaction.pendingTxnHash || receipt.depositTransaction.depositIntentEntry
          ? 'No action is needed.'
          : 'The service acts as soon as they arrive.'}
      </strong>
    </>
  ),
  mining: ({ receipt }) => (
    <>
      <Asked receipt={receipt} /> are at <Addr address={receipt.summary.originIntentAddress} /> on{' '}
      <Chain id={receipt.originChainId} />; the next step is being mined. <strong>No action is needed.</strong>
    </>
  ),
  crossing: ({ receipt, intent }) => (
    <>
      <Crossing receipt={receipt} /> is{' '}
      <strong>
        crossing from {chainName(receipt.originChainId)} to {chainName(receipt.destinationChainId)}
      </strong>
      . About <Expected receipt={receipt} /> should reach <Addr address={receipt.summary.destinationToAddress} />
      {intent && receipt.summary.startedAt && !isLate(receipt, intent) && (
        <> around {clockTime(Date.parse(receipt.summary.startedAt) + intent.quote.estimatedDuration * 1_000)}</>
      )}
      . <Late receipt={receipt} intent={intent} /> <strong>No action is needed.</strong>
    </>
  ),
  lastStep: ({ receipt }) => (
    <>
      The money is on <Chain id={receipt.destinationChainId} />; the last step is being mined. About{' '}
      <Expected receipt={receipt} /> should reach <Addr address={receipt.summary.destinationToAddress} />.{' '}
      <strong>No action is needed.</strong>
    </>
  ),
  goingBack: ({ receipt }) => (
    <>
      The trade was not made. <Asked receipt={receipt} /> are going back to <Addr address={receipt.ownerAddress} /> on{' '}
      <Chain id={receipt.originChainId} />. <strong>No action is needed.</strong>
    </>
  ),
  succeeded: ({ receipt }) => (
    <>
      <Paid receipt={receipt} /> left <Addr address={receipt.depositTransaction.fromAddress ?? receipt.ownerAddress} />{' '}
      on <Chain id={receipt.originChainId} />. {tookOf(receipt)} <Expected receipt={receipt} /> reached{' '}
      <To receipt={receipt} /> on <Chain id={receipt.destinationChainId} />. <Also receipt={receipt} />
      <Rest />
    </>
  ),
  refunded: ({ receipt, intent }) => (
    <>
      <WhyRefunded receipt={receipt} intent={intent} /> <Returned receipt={receipt} /> with{' '}
      <Addr address={receipt.ownerAddress} /> on <Chain id={receipt.originChainId} />. <Rest />
    </>
  ),
  bridgeRefunded: ({ receipt }) =>
    reasonOf(receipt)?.code === 'PART_EXPIRED' ? (
      <>
        One of two crossings was not filled in time. <strong>Its bridge gave that part back</strong> to{' '}
        <Addr address={receipt.ownerAddress} /> on <Chain id={receipt.originChainId} />, and what the other had brought
        went back on <Chain id={receipt.destinationChainId} />: <Backs receipt={receipt} />. <Rest />
      </>
    ) : (
      <>
        The crossing was not filled in time. <strong>The bridge gave the money back</strong> to{' '}
        <Addr address={receipt.ownerAddress} /> on <Chain id={receipt.originChainId} />: <Backs receipt={receipt} />.{' '}
        <Rest />
      </>
    ),
  paidOnDestination: ({ receipt }) => (
    <>
      The last step failed, so{' '}
      <strong>
        <Backs receipt={receipt} /> were paid to the owner on {chainName(receipt.destinationChainId)}
      </strong>{' '}
      instead. <Rest />
    </>
  ),
  held: ({ receipt }) => {
    const held = heldOf(movesOf(receipt))
    return (
      <>
        <strong>
          {held.map((one, index) => (
            <>
              {index > 0 && ' and '}
              <Exact chainId={one.chainId} token={one.token} amount={one.amount} />
            </>
          ))}{' '}
          rest at <Addr address={restsAt(receipt, held)} /> on {chainName(held[0]?.chainId ?? receipt.originChainId)}.
        </strong>{' '}
        They could not be sent back{heldWhy(receipt)}. Only the owner can take them out.
      </>
    )
  },
  lapsed: ({ receipt }) => (
    <>
      {isRefused(receipt) ? 'The deposit did not go through' : 'No deposit came in time'}, so the offer of{' '}
      {clockTime(receipt.createdAt)} ended. <strong>No money moved.</strong> What is paid now comes back by itself.
    </>
  ),
}

/** Bridges vary: mention a delay only beyond three times the estimate, and not in the first minute. */
const lateFactor = 3
const lateMsMin = 60_000

const soFarMs = ({ summary }: Receipt): number => nowMs.value - Date.parse(summary.startedAt ?? summary.expiresAt)
const saidMs = ({ quote }: Wire<Intent>): number => quote.estimatedDuration * 1_000
const isLate = (receipt: Receipt, intent: Wire<Intent>): boolean =>
  soFarMs(receipt) >= Math.max(lateMsMin, lateFactor * saidMs(intent))

function Late({ receipt, intent }: { receipt: Receipt; intent?: Wire<Intent> }) {
  if (!intent || !isLate(receipt, intent)) return null
  return (
    <>
      It was to take {duration(saidMs(intent))} and has taken {duration(soFarMs(receipt))}. The money is safe in the
      bridge; the service keeps asking.
    </>
  )
}

const Asked = ({ receipt: { summary } }: { receipt: Receipt }) => (
  <Rounded
    chainId={summary.originChainId}
    token={summary.originTokenAddress}
    amount={BigInt(summary.originTokenAmount)}
  />
)

const Expected = ({ receipt: { summary } }: { receipt: Receipt }) => (
  <Rounded
    chainId={summary.destinationChainId}
    token={summary.destinationTokenAddress}
    amount={BigInt(summary.destinationTokenAmount)}
  />
)

const Promised = ({ receipt, intent }: { receipt: Receipt; intent?: Wire<Intent> }) => (
  <Rounded
    chainId={receipt.destinationChainId}
    token={receipt.summary.destinationTokenAddress}
    amount={BigInt(intent?.quote.toAmountMin ?? receipt.summary.destinationTokenAmount)}
  />
)

/** Everything that left the payer, by the ledger, with the relay fee. */
export function paidIn(receipt: Receipt): bigint {
  const token = receipt.summary.originTokenAddress.toLowerCase()
  const paid = movesOf(receipt).filter(
    ({ from, why, tokenAddress, chainId }) =>
      (from === 'owner' || from === 'payer') &&
      why !== 'gas' &&
      chainId === receipt.originChainId &&
      tokenAddress.toLowerCase() === token,
  )
  return paid.reduce((sum, { amount }) => sum + amount, 0n)
}

const Paid = ({ receipt }: { receipt: Receipt }) => (
  <Exact chainId={receipt.originChainId} token={receipt.summary.originTokenAddress} amount={paidIn(receipt)} />
)

const To = ({ receipt }: { receipt: Receipt }) =>
  paysOwner(receipt) ? <>the same address</> : <Addr address={receipt.summary.destinationToAddress} />

function tookOf({ summary: { startedAt, finishedAt } }: Receipt): string {
  return startedAt && finishedAt ? `${duration(Date.parse(finishedAt) - Date.parse(startedAt))} later` : 'Later'
}

/** Refunds to the owner, by token. */
export function backs(receipt: Receipt): FlowMove[] {
  const found = movesOf(receipt).filter(({ to, why, from }) => to === 'owner' && why !== 'gas' && from !== 'relayer')
  const sums = new Map<string, FlowMove>()
  for (const move of found) {
    const key = `${move.chainId}:${move.tokenAddress.toLowerCase()}`
    const before = sums.get(key)
    sums.set(key, before ? { ...before, amount: before.amount + move.amount } : move)
  }
  return [...sums.values()]
}

const Backs = ({ receipt }: { receipt: Receipt }) => (
  <>
    {backs(receipt).map(({ chainId, tokenAddress, amount }, index) => (
      <>
        {index > 0 && ' and '}
        <Exact chainId={chainId} token={tokenAddress} amount={amount} />
      </>
    ))}
  </>
)

/** What came back from a trade that was made: a second deposit, an overpayment, or a surplus of the route. */
function Also({ receipt }: { receipt: Receipt }) {
  if (backs(receipt).length === 0) return null
  return (
    <>
      <strong>
        <Backs receipt={receipt} /> came back
      </strong>{' '}
      to the owner.{' '}
    </>
  )
}

function Returned({ receipt }: { receipt: Receipt }) {
  const back = backs(receipt)
  const isAll = back.length === 1 && back[0]!.amount === paidToAddress(receipt)
  return (
    <strong>
      {isAll && 'All '}
      <Backs receipt={receipt} /> are back
    </strong>
  )
}

const paidToAddress = (receipt: Receipt): bigint =>
  movesOf(receipt)
    .filter(({ to, from }) => to === 'originIntent' && (from === 'owner' || from === 'payer'))
    .reduce((sum, { amount }) => sum + amount, 0n)

/** The cause, if known; empty for the general reason, which repeats the sentence. */
function heldWhy(receipt: Receipt): string {
  const text = reasonOf(receipt)?.text ?? ''
  return text === '' || text.startsWith('the balance could not be sent back') ? '' : `: ${text}`
}

/** Why the trade was not made, for the payer. The timeline's last step has the reason with its code. */
function WhyRefunded({ receipt, intent }: { receipt: Receipt; intent?: Wire<Intent> }) {
  const code = reasonOf(receipt)?.code ?? ''
  const needed = BigInt(intent?.depositTransaction.amount ?? 0)
  const came = paidToAddress(receipt)
  const place = { chainId: receipt.originChainId, token: receipt.summary.originTokenAddress }
  if ((code === 'UNDERPAID' || code === 'TOO_LITTLE') && came < needed)
    return (
      <>
        <Exact {...place} amount={came} /> came and <Exact {...place} amount={needed} /> were needed, so the trade was
        not made.
      </>
    )
  return <>{refunds[code] ?? 'The trade was not made.'}</>
}

const refunds: Readonly<Record<string, string>> = {
  SLIPPAGE: 'The price moved too far, so the trade was not made.',
  EXECUTION: 'A call of the trade failed on chain, so the trade was not made.',
  TOO_LITTLE: 'Less came than was needed, so the trade was not made.',
  UNDERPAID: 'Less came than was needed, so the trade was not made.',
  LATE: 'The deposit came too late, so the trade was not made.',
  WRONG_TOKEN: 'Another token came than was asked for, so the trade was not made.',
  REFUND_TIME: 'The time of the trade was over, so it was not made.',
  OWNER_ACTED: 'The owner used the intent address otherwise, so the trade was not made.',
  ABORTED: 'The owner took the money out alone, so the trade was not made.',
}

function Crossing({ receipt }: { receipt: Receipt }) {
  const crossing = movesOf(receipt).find(({ to }) => to === 'bridge')
  if (!crossing) return <Asked receipt={receipt} />
  return <Exact chainId={crossing.chainId} token={crossing.tokenAddress} amount={crossing.amount} />
}
