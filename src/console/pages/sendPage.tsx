import type { YieldMarket } from '../../interface/yieldShapes.ts'
import { pageSettings } from '../data/session.ts'
import { callService } from '../data/wire.ts'
import { createSend, SendProvider } from '../send/createSend.ts'
import { namedIn } from '../send/form.ts'
import { QuoteView } from '../send/quoteView.tsx'
import { FormCard, SignBar, WalletCard } from '../send/sendForm.tsx'
import { ClockNote, EndNote, Program, WaitingNote } from '../send/sendNotes.tsx'
import { useSendSetup } from '../send/useSendSetup.ts'
import { parseShown } from '../view/format.ts'
import { Empty } from '../view/parts.tsx'
import { go, query } from '../view/router.ts'

/** Outlives the page, so that the input is not lost while the reader visits others. */
const send = createSend({ onExecuting: (intentId) => go(`/intents/${intentId}`) })

/** The yield market that the explore page's link names. */
async function marketOf(id: string | null): Promise<YieldMarket | undefined> {
  if (id === null) return undefined
  const { payload } = await callService('YieldGetMarkets', {})
  return (parseShown(payload) as YieldMarket[]).find((market) => market.id === id)
}

/** With test money the form starts filled in, so that a price shows before any input. */
const testAmount = '100'
function firstAmount(): { amount?: string } {
  const isFirst = pageSettings.value.localNodes.length > 0 && query.value.size === 0 && send.form.value.amount === ''
  return isFirst ? { amount: testAmount } : {}
}

/** Any token to any token: quote, review, sign. The client library in this page checks what is signed. */
export function SendPage() {
  const { isReady, error } = useSendSetup(send, async () => ({
    ...firstAmount(),
    ...(await namedIn(query.value)),
    into: await marketOf(query.value.get('into')),
  }))
  if (error) return <Empty title="The tokens could not be read">{error}</Empty>
  if (!isReady) return <p class="loading">Reading …</p>
  return (
    <SendProvider value={send}>
      <h1 class="page">Send</h1>
      <p class="lede">Any token to any token, on the same chain or another.</p>
      <div class="send">
        <div class="stack">
          <FormCard />
          <WalletCard />
          <SignBar />
        </div>
        <div class="stack">
          <ClockNote />
          {send.end.value && <EndNote end={send.end.value} />}
          {send.quoted.value && <QuoteView quoted={send.quoted.value} again={send.quoteNow} />}
          {!send.quoted.value && !send.end.value && <WaitingNote />}
          <Program />
        </div>
      </div>
    </SendProvider>
  )
}
