import type { IntentEvent } from '../../interface/eventShapes.ts'
import type { Intent } from '../../interface/intentShapes.ts'
import { chainName, providerTitle } from '../data/directory.ts'
import { crossingName, routeParts } from '../data/routeParts.ts'
import type { Wire } from '../data/wire.ts'
import { wayWords } from '../send/wayWords.ts'
import { isRefused, type Receipt, reasonOf, type StateName } from './state.ts'

export type StepTone = 'done' | 'ok' | 'move' | 'back' | 'act' | 'todo'
export type TimeStep = {
  atMs?: number
  title: string
  why: string[]
  hash?: string
  /** All transactions sent for the step, if more than one: resent, or replaced with a higher fee. */
  attempts?: readonly string[]
  chainId?: number
  tone: StepTone
  /** Since the step before it. */
  tookMs?: number
  /** For the current step: when the one before it was done. */
  sinceMs?: number
}

type Told = { receipt: Receipt; intent?: Wire<Intent>; events: readonly IntentEvent[]; state: StateName }

const time = (at: string | undefined): number | undefined => (at === undefined ? undefined : Date.parse(at))

/** When a leg was first seen in one of the statuses, by the events. */
function seen(events: readonly IntentEvent[], type: string, statuses: readonly string[]): number | undefined {
  const event = events.find(({ transactions }) =>
    transactions.some((leg) => leg.type === type && statuses.includes(leg.status)),
  )
  return time(event?.createdAt)
}

/** A leg's hashes, oldest first, by the events; undefined if there is at most one. */
function attemptsOf(events: readonly IntentEvent[], type: string): readonly string[] | undefined {
  const legs = events.flatMap(({ transactions }) => transactions.filter((leg) => leg.type === type))
  const hashes = new Set(legs.flatMap(({ txnHash, pendingTxnHash }) => txnHash ?? pendingTxnHash ?? []))
  return hashes.size > 1 ? [...hashes] : undefined
}

/** The short list: one line for each thing that a reader waits for. */
export function stepsOf({ receipt, intent, events, state }: Told): TimeStep[] {
  const {
    depositTransaction: deposit,
    originTransaction: origin,
    destinationTransaction,
    refundTransaction,
    summary,
  } = receipt
  const [here, there] = [chainName(receipt.originChainId), chainName(receipt.destinationChainId)]
  const isCrossing = receipt.originChainId !== receipt.destinationChainId
  const committedAt = time(events.find(({ kind }) => kind === 'intent.committed')?.createdAt)
  const steps: TimeStep[] = [
    {
      atMs: committedAt ?? time(receipt.createdAt),
      title: committedAt ? 'Quoted and committed' : 'Quoted',
      why: [
        intent
          ? `Promised for a price within ${Number((intent.quote.maxSlippage * 100).toPrecision(3))} %.`
          : 'A price was given.',
      ],
      tone: 'done',
    },
  ]
  const isSigned = deposit.depositIntentEntry !== undefined
  const isReverted = deposit.status === 'FAILED'
  if (summary.startedAt)
    steps.push({
      atMs: time(summary.startedAt),
      title: isSigned ? 'Deposit signed by the owner' : 'Execution began',
      why: [
        isSigned
          ? `By ${deposit.depositIntentEntry?.way ? wayWords[deposit.depositIntentEntry.way].name : 'signature'}, so the wallet paid no gas. The service sent it.`
          : 'The deposit was reported to the service.',
      ],
      tone: 'done',
    })
  if (deposit.txnHash && deposit.txnHash !== origin.txnHash)
    steps.push({
      atMs: time(deposit.txnMinedAt) ?? seen(events, 'DEPOSIT', ['SUCCEEDED']),
      title: `Deposit ${isReverted ? 'reverted' : 'mined'} on ${here}`,
      why: [],
      hash: deposit.txnHash,
      // Several hashes of a signed deposit are resends by the service. Those of the owner's own are separate payments.
      attempts: isSigned ? attemptsOf(events, 'DEPOSIT') : undefined,
      chainId: deposit.chainId,
      tone: isReverted ? 'back' : 'done',
    })
  const failed = origin.status === 'FAILED'
  if (origin.txnHash)
    steps.push({
      atMs: seen(events, 'ORIGIN', ['MINING', 'SUCCEEDED', 'FAILED']) ?? time(origin.txnMinedAt),
      title: failed
        ? `Trade undone on ${here}`
        : deposit.txnHash === origin.txnHash
          ? `Deposit and batch mined on ${here}`
          : `Batch mined on ${here}`,
      why: [
        deposit.txnHash === origin.txnHash ? 'Both in one transaction.' : '',
        failed ? (origin.statusReason ?? '') : '',
      ].filter(Boolean),
      hash: origin.txnHash,
      attempts: attemptsOf(events, 'ORIGIN'),
      chainId: origin.chainId,
      tone: failed ? 'back' : 'done',
    })
  if (state === 'committed' || state === 'awaitDeposit')
    steps.push({ title: `Waiting for the deposit on ${here}`, why: [], hash: deposit.pendingTxnHash, tone: 'move' })
  if (state === 'mining' && !origin.txnHash)
    steps.push({
      title: `Batch being mined on ${here}`,
      why: [origin.pendingTxnHash ? 'Sent, and in no block yet.' : 'The service sends it next.'],
      hash: origin.pendingTxnHash,
      attempts: attemptsOf(events, 'ORIGIN'),
      chainId: origin.chainId,
      tone: 'move',
    })
  const { crossing } = routeParts(summary.routeProviders)
  const name = crossingName(summary.routeProviders) ?? providerTitle('the bridge')
  const isAhead = isCrossing && (state === 'committed' || state === 'awaitDeposit' || state === 'mining')
  if (isAhead) steps.push({ title: `Crossing by ${name}`, why: [], tone: 'todo' })
  if (isCrossing && origin.status === 'SUCCEEDED') {
    const crossedAt = seen(events, 'DESTINATION', ['PENDING', 'RELAYING', 'RELAYED', 'MINING', 'SUCCEEDED', 'FAILED'])
    steps.push({
      atMs: crossedAt,
      title: crossedAt
        ? `Crossed by ${name}`
        : state === 'bridgeRefunded'
          ? `Not carried by ${name}`
          : `Crossing by ${name}`,
      why: crossing.length > 0 ? crossing.map(waitsFor) : [waitsFor(undefined)],
      tone: crossedAt ? 'done' : state === 'bridgeRefunded' ? 'back' : 'move',
    })
  }
  if (destinationTransaction?.txnHash) {
    const isFailed = destinationTransaction.status === 'FAILED'
    steps.push({
      atMs: seen(events, 'DESTINATION', ['MINING', 'SUCCEEDED', 'FAILED']) ?? time(destinationTransaction.txnMinedAt),
      title: isFailed ? `Last step failed on ${there}` : `Paid on ${there}`,
      why: isFailed && destinationTransaction.statusReason ? [destinationTransaction.statusReason] : [],
      hash: destinationTransaction.txnHash,
      attempts: attemptsOf(events, 'DESTINATION'),
      chainId: destinationTransaction.chainId,
      tone: isFailed ? 'back' : 'done',
    })
  }
  if (isAhead || state === 'crossing') steps.push({ title: `Paid on ${there}`, why: [], tone: 'todo' })
  if (state === 'lastStep' && !destinationTransaction?.txnHash)
    steps.push({
      title: `Last step being mined on ${there}`,
      why: [],
      hash: destinationTransaction?.pendingTxnHash,
      attempts: attemptsOf(events, 'DESTINATION'),
      tone: 'move',
    })
  if (refundTransaction && refundTransaction.status !== 'UNKNOWN')
    steps.push({
      atMs: time(refundTransaction.txnMinedAt) ?? seen(events, 'REFUND', ['MINING', 'SUCCEEDED']),
      title: `${refundWords[refundTransaction.status] ?? 'Going back'} on ${chainName(refundTransaction.chainId)}`,
      why: [],
      hash: refundTransaction.txnHash ?? refundTransaction.pendingTxnHash,
      attempts: attemptsOf(events, 'REFUND'),
      chainId: refundTransaction.chainId,
      tone: refundWords[refundTransaction.status] ? 'back' : 'move',
    })
  steps.push(lastOf(receipt, state))
  return timed(steps)
}

const refundWords: Readonly<Record<string, string>> = { SUCCEEDED: 'Sent back', FAILED: 'Could not be sent back' }

function lastOf(receipt: Receipt, state: StateName): TimeStep {
  const atMs = time(receipt.summary.finishedAt)
  const reason = reasonOf(receipt)
  const why = reason ? [`${reason.code ? `${reason.code}: ` : ''}${reason.text}`] : []
  if (receipt.status === 'SUCCEEDED')
    return { atMs, title: 'Settled', why: ['The recipient has what was promised.'], tone: 'ok' }
  if (receipt.status !== 'FAILED') return { title: 'Settled', why: [], tone: 'todo' }
  if (state === 'held') return { atMs, title: 'Needs its owner', why, tone: 'act' }
  if (state === 'lapsed')
    return { atMs, title: 'Lapsed', why: isRefused(receipt) ? why : ['No deposit came in time.'], tone: 'done' }
  return { atMs, title: 'Ended: the money is back with its owner', why, tone: 'back' }
}

/** Sorts steps by time, undated ones last, and adds durations. */
function timed(steps: readonly TimeStep[]): TimeStep[] {
  let before: number | undefined
  // The quote stays first: block times are whole seconds, so a deposit may seem older than the commit.
  const first = steps.slice(0, 1)
  const dated = steps.slice(1).filter(({ atMs }) => atMs !== undefined)
  const ordered = [
    ...first,
    ...dated.toSorted((a, b) => a.atMs! - b.atMs!),
    ...steps.slice(1).filter(({ atMs }) => atMs === undefined),
  ]
  return ordered.map((step) => {
    const atMs = step.atMs === undefined ? undefined : Math.max(step.atMs, before ?? step.atMs)
    const tookMs = atMs !== undefined && before !== undefined ? atMs - before : undefined
    const sinceMs = atMs === undefined && step.tone === 'move' ? before : undefined
    before = atMs ?? before
    return { ...step, atMs, tookMs, sinceMs }
  })
}

const waitsFor = (bridge: string | undefined): string => {
  if (bridge === 'LAYERZERO') return 'Waits for the message to be verified and handed over.'
  return bridge?.startsWith('CCTP') ? 'Waits for the attestation of the burn.' : 'Waits for a filler.'
}
