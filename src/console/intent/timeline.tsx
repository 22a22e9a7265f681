import { useState } from 'preact/hooks'
import type { IntentEvent } from '../../interface/eventShapes.ts'
import type { Intent } from '../../interface/intentShapes.ts'
import { chainName } from '../data/directory.ts'
import type { Wire } from '../data/wire.ts'
import { clockTime, duration } from '../view/format.ts'
import { nowMs } from '../view/now.ts'
import { Hash, SmallButton } from '../view/parts.tsx'
import type { Receipt, StateName } from './state.ts'
import { stepsOf, type TimeStep } from './stepsOf.ts'

type Props = { receipt: Receipt; intent?: Wire<Intent>; events: readonly IntentEvent[]; state: StateName }

/** Rows of the full list that are drawn at once; a button shows older ones. */
const eventsShown = 200

/** What happened and how long each thing took. */
export function Timeline(props: Props) {
  const [isFull, setFull] = useState(false)
  const steps = stepsOf(props)
  return (
    <section class="card" aria-labelledby="steps">
      <header>
        <h2 id="steps">Step by step</h2>
        <div class="tabs end" role="tablist" aria-label="How much">
          <button type="button" role="tab" aria-selected={!isFull} onClick={() => setFull(false)}>
            Short
          </button>
          <button type="button" role="tab" aria-selected={isFull} onClick={() => setFull(true)}>
            Every event, {props.events.length}
          </button>
        </div>
      </header>
      <div class="body">
        {isFull ? (
          <Events events={props.events} />
        ) : (
          <>
            <TimeBar steps={steps} />
            <ol class="time">
              {steps.map((step, index) => (
                <Step key={step.title} step={step} startMs={steps[0]!.atMs} isFirst={index === 0} />
              ))}
            </ol>
          </>
        )}
      </div>
    </section>
  )
}

function Step({ step, startMs, isFirst }: { step: TimeStep; startMs?: number; isFirst: boolean }) {
  const { atMs, title, why, hash, attempts, tone, tookMs, sinceMs } = step
  const at = atMs === undefined ? '' : isFirst ? clockTime(atMs) : `+${duration(atMs - (startMs ?? atMs))}`
  return (
    <li class={tone} aria-current={tone === 'move' ? 'step' : undefined}>
      <span class="at">{at}</span>
      <span class="dot" />
      <div>
        {tone === 'ok' || tone === 'move' || tone === 'act' ? <strong>{title}</strong> : title}
        {why.map((line) => (
          <p key={line} class="sub">
            {line}
          </p>
        ))}
        {hash && (
          <p class="sub">
            <Hash hash={hash} />
          </p>
        )}
        {attempts && <Attempts hashes={attempts} last={hash} />}
      </div>
      <span class="dur">
        {sinceMs !== undefined && `${duration(nowMs.value - sinceMs)} so far`}
        {tookMs !== undefined && !isFirst && duration(tookMs)}
      </span>
    </li>
  )
}

/** The earlier transactions of a step, collapsed. The last one counts. */
function Attempts({ hashes, last }: { hashes: readonly string[]; last?: string }) {
  const others = hashes.filter((hash) => hash !== last)
  return (
    <details class="attempts">
      <summary>Sent {hashes.length === 2 ? 'twice' : `${hashes.length} times`}, the last one counts</summary>
      <ol class="calls">
        {others.map((hash) => (
          <li key={hash}>
            <Hash hash={hash} /> replaced or undone
          </li>
        ))}
      </ol>
    </details>
  )
}

/** Where the time went, as one bar. */
function TimeBar({ steps }: { steps: readonly TimeStep[] }) {
  const parts = steps.filter(({ tookMs, tone }) => tookMs !== undefined && tookMs > 0 && tone !== 'todo')
  const total = parts.reduce((sum, { tookMs }) => sum + tookMs!, 0)
  if (total === 0) return null
  return (
    <div class="bar3" aria-hidden="true">
      {parts
        .filter(({ tookMs }) => tookMs! / total > 0.06)
        .map(({ title, tookMs, tone }) => (
          <div
            key={title}
            class={tone === 'move' ? 'move' : tone === 'back' ? 'back' : 'ok'}
            style={{ flex: tookMs! / total }}
          >
            <i />
            {tookMs! / total > 0.14 ? <span title={title}>{`${duration(tookMs!)} ${title}`}</span> : ''}
          </div>
        ))}
    </div>
  )
}

/** The full log: every event with the legs that it changed. */
function Events({ events }: { events: readonly IntentEvent[] }) {
  const [shown, setShown] = useState(eventsShown)
  const newest = events.slice(-shown).toReversed()
  return (
    <>
      <ol class="events">
        {newest.map(({ id, kind, createdAt, status, transactions }) => (
          <li key={id}>
            <span class="faint">{clockTime(createdAt)}</span> <b>{kind.replace('intent.', '')}</b>{' '}
            <span class="muted">{status.toLowerCase()}</span>
            {transactions.map((leg) => (
              <p key={leg.type} class="sub">
                {leg.type.toLowerCase()} on {chainName(leg.chainId)}: {leg.status.toLowerCase()} {leg.statusReason}{' '}
                {(leg.txnHash ?? leg.pendingTxnHash) && <Hash hash={(leg.txnHash ?? leg.pendingTxnHash)!} />}
              </p>
            ))}
          </li>
        ))}
      </ol>
      {events.length > shown && (
        <SmallButton onClick={() => setShown(shown + eventsShown)}>{events.length - shown} older</SmallButton>
      )}
    </>
  )
}
