import type { ComponentChildren } from 'preact'
import type { ReasonCode } from '../../intents/reasons.ts'
import type { Intent } from '../../interface/intentShapes.ts'
import { chainName, listedToken, nativeAddress, tokenUnit } from '../data/directory.ts'
import type { Wire } from '../data/wire.ts'
import { percent } from '../view/format.ts'
import { Addr, Exact } from '../view/parts.tsx'
import { to } from '../view/router.ts'
import { moreSlippage, sendAgain } from './sendAgain.ts'
import { backs } from './sentence.tsx'
import { isRefused, type Receipt, reasonOf, type StateName } from './state.ts'

type Told = { receipt: Receipt; intent?: Wire<Intent>; state: StateName }

/** What happened, where the money is and what to do next, for a failed intent that does not need its owner. */
export function OutcomeCard(told: Told) {
  const happened = whatHappened(told)
  if (happened === undefined) return null
  return (
    <section class="card three" aria-label="What became of it">
      <div>
        <h2>What happened</h2>
        <p>{happened}</p>
      </div>
      <div>
        <h2>Where the money is</h2>
        <p>
          <Where {...told} />
        </p>
      </div>
      <div>
        <h2>What you can do</h2>
        <Again {...told} />
      </div>
    </section>
  )
}

const reasons: Readonly<Partial<Record<ReasonCode, string>>> = {
  SLIPPAGE: 'Between the quote and the execution the price moved by more than was allowed.',
  EXECUTION: 'A call of the trade was refused on chain, so all calls of it were undone together.',
  TOO_LITTLE: 'The deposit was smaller than the quote asks for, so no call was made.',
  UNDERPAID: 'The deposit was smaller than the quote asks for, so no call was made.',
  LATE: 'The deposit came when the time of the trade was over, so no call was made.',
  WRONG_TOKEN: 'Another token came than the quote asks for, so no call was made.',
  REFUND_TIME: 'The time of the trade was over before it could be made.',
  OWNER_ACTED: 'The owner used the intent address otherwise, so the trade never can be made.',
  ABORTED: 'The owner took the money out of the intent address alone, before the trade was made.',
  REORGED: 'The chain took a transaction back, and the trade with it.',
}

function whatHappened({ receipt, state, intent }: Told): ComponentChildren {
  const code = reasonOf(receipt)?.code as ReasonCode | undefined
  if (state === 'refunded') {
    const limit = code === 'SLIPPAGE' && intent ? ` The limit was ${percent(intent.quote.maxSlippage)}.` : ''
    return `${(code && reasons[code]) ?? 'The trade could not be made, so all calls of it were undone.'}${limit}`
  }
  if (state === 'bridgeRefunded') return 'No filler paid at the destination in time, so the bridge gave the money back.'
  if (state === 'paidOnDestination')
    return `The money crossed to ${chainName(receipt.destinationChainId)}. The last step there failed, so what had arrived was paid out as it was.`
  if (state === 'lapsed')
    return isRefused(receipt)
      ? 'The transaction of the deposit did not go through, so nothing reached the intent address.'
      : 'Nothing was paid to the intent address before the offer ended.'
  return undefined
}

function Where({ receipt, state }: Told) {
  const back = backs(receipt)
  if (state === 'lapsed' || back.length === 0) return <>Where it was: nothing moved.</>
  return (
    <>
      {back.map(({ chainId, tokenAddress, amount }, index) => (
        <span key={`${chainId}${tokenAddress}`}>
          {index > 0 && ' and '}
          <Exact chainId={chainId} token={tokenAddress} amount={amount} /> with{' '}
          <Addr address={receipt.ownerAddress} copy="the owner's address" /> on {chainName(chainId)}
        </span>
      ))}
      .
    </>
  )
}

/** Links to the send form with the same trade, and more slippage if the price was the reason. */
function Again({ state, ...told }: Told) {
  const slippage = moreSlippage(told)
  const query = sendAgain(told, (chainId, token) =>
    listedToken(chainId, token) || token.toLowerCase() === nativeAddress
      ? tokenUnit(chainId, token).decimals
      : undefined,
  )
  const nothing =
    state === 'lapsed' ? 'Nothing is needed. What is paid now comes back by itself.' : 'Nothing is needed.'
  if (!query) return <p>{nothing} To try again, ask for a new quote where this one was made: it ends with a call.</p>
  return (
    <>
      <p>
        {nothing} To try again, take a new quote{slippage !== undefined && ' and allow the price a little more room'}.
      </p>
      <a class="btn primary" href={to(`/send?${query}`)}>
        Quote again{slippage !== undefined && ` with ${percent(slippage)}`}
      </a>
    </>
  )
}
