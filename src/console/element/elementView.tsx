import type { Signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { loadDirectory } from '../data/directory.ts'
import { type Feed, startFeed } from '../intent/feed.ts'
import { pillOf } from '../intent/pillOf.ts'
import { Sentence } from '../intent/sentence.tsx'
import { type Receipt, stateOf } from '../intent/state.ts'
import { type Send, SendProvider } from '../send/createSend.ts'
import type { Form } from '../send/form.ts'
import { QuoteHead } from '../send/quoteView.tsx'
import { FormCard, SignBar, WalletCard } from '../send/sendForm.tsx'
import { EndNote } from '../send/sendNotes.tsx'
import { useSendSetup } from '../send/useSendSetup.ts'
import { Mishap } from '../view/mishap.tsx'
import { nowMs } from '../view/now.ts'
import { Pill, Trouble } from '../view/parts.tsx'
import { to } from '../view/router.ts'
import { Toast } from '../view/toast.tsx'
import { useLoad } from '../view/useLoad.ts'

type Props = {
  send: Send
  executing: Signal<string | undefined>
  named(): Partial<Form>
  onEnd(receipt: Receipt): void
  onAgain(): void
}

/** The form in one column; once the intent executes, where its money is. */
export function ElementView({ send, executing, named, onEnd, onAgain }: Props) {
  const { isReady, error } = useSendSetup(send, named)
  const intentId = executing.value
  if (error)
    return (
      <div class="element">
        <Trouble title="The service cannot be reached">{error}</Trouble>
      </div>
    )
  if (!isReady) return <p class="loading">Reading …</p>
  return (
    <SendProvider value={send}>
      <div class="element stack">
        <Mishap>
          {intentId ? (
            <Follow key={intentId} intentId={intentId} onEnd={onEnd} onAgain={onAgain} />
          ) : (
            <>
              <FormCard />
              <WalletCard />
              {send.end.value && <EndNote end={send.end.value} />}
              {send.quoted.value && <QuoteHead quoted={send.quoted.value} again={send.quoteNow} />}
              <SignBar />
            </>
          )}
        </Mishap>
      </div>
      <Toast />
    </SendProvider>
  )
}

type FollowProps = Pick<Props, 'onEnd' | 'onAgain'> & { intentId: string }

function Follow({ intentId, onEnd, onAgain }: FollowProps) {
  const feed: Feed = useMemo(() => startFeed(intentId), [intentId])
  useEffect(() => feed.stop, [feed])
  useLoad(loadDirectory, [])
  const receipt = feed.receipt.value
  const isOver = receipt?.status === 'SUCCEEDED' || receipt?.status === 'FAILED'
  useEffect(() => {
    if (receipt && isOver) onEnd(receipt)
  }, [isOver])
  if (!receipt) return <p class="loading">{feed.error.value || 'Reading …'}</p>
  const state = stateOf(receipt, nowMs.value)
  return (
    <section class="card quote" aria-live="polite">
      <p>
        <Pill status={pillOf(state, receipt)} />
      </p>
      <p class="quote-head">
        <Sentence receipt={receipt} intent={feed.intent.value} state={state} />
      </p>
      <p class="row">
        <a class="btn" href={to(`/intents/${intentId}`)} target="_blank" rel="noopener">
          Where every unit is
        </a>
        {isOver && (
          <button type="button" class="btn" onClick={onAgain}>
            Send again
          </button>
        )}
      </p>
    </section>
  )
}
