import { useState } from 'preact/hooks'
import { loadDirectory } from '../data/directory.ts'
import { call } from '../data/wire.ts'
import { stateOf } from '../intent/state.ts'
import { nowMs } from '../view/now.ts'
import { Empty, Trouble } from '../view/parts.tsx'
import { go, query, to } from '../view/router.ts'
import { SearchBox } from '../view/searchBox.tsx'
import { useLoad } from '../view/useLoad.ts'
import { ChainStrip } from './chainStrip.tsx'
import { groups, IntentTable, type Listed } from './intentTable.tsx'

const pageSize = 50
const refreshMs = 4_000

/** What a query finds, or the newest intents. */
async function read(words: string, signal: AbortSignal): Promise<Listed[]> {
  await loadDirectory()
  if (!words)
    return (await call('GetIntentHistory', { page: { pageSize } }, signal)).intents.map(({ receipt }) => receipt)
  const { intents } = await call('SearchIntents', { byQueryString: words }, signal)
  const found = await Promise.all(
    intents.slice(0, pageSize).map(({ intentId }) => call('GetIntentReceipt', { intentId }, signal)),
  )
  return found.map(({ intentReceipt }) => intentReceipt)
}

/** The front page: one box, the health of the chains, what happened lately. */
export function Home() {
  const words = query.value.get('q') ?? ''
  const { value, error, again } = useLoad((signal) => read(words, signal), [words], words ? undefined : refreshMs)
  const [group, setGroup] = useState<keyof typeof groups>('All')
  if (words && value?.length === 1) queueMicrotask(() => go(`/intents/${value[0]!.intentId}`))
  const states = (value ?? []).map((receipt) => stateOf(receipt, nowMs.value))
  const shown = (value ?? []).filter((_receipt, index) => groups[group].has(states[index]!))
  return (
    <>
      <div class="home">
        <h1>Where is the money?</h1>
        <p>Paste an intent, a transaction from any chain, or an address.</p>
        <SearchBox isLarge initial={words} />
      </div>
      <div class="stack">
        <ChainStrip />
        {error && (
          <Trouble title="The list could not be read">
            {error}{' '}
            <button type="button" class="link" onClick={again}>
              Ask again
            </button>
          </Trouble>
        )}
        <section class="card" aria-labelledby="recent">
          <header>
            <h2 id="recent">{words ? 'Found' : 'Recent intents'}</h2>
            <div class="chips end">
              {(Object.keys(groups) as (keyof typeof groups)[]).map((name) => (
                <button
                  key={name}
                  type="button"
                  class="chip"
                  aria-pressed={group === name}
                  onClick={() => setGroup(name)}
                >
                  {name === 'All' ? name : `${name} ${states.filter((state) => groups[name].has(state)).length}`}
                </button>
              ))}
            </div>
          </header>
          {value && shown.length > 0 && <IntentTable receipts={shown} />}
          {value && shown.length === 0 && <Nothing words={words} isFiltered={value.length > 0} again={again} />}
          {!value && !error && <p class="loading">Reading …</p>}
        </section>
      </div>
    </>
  )
}

function Nothing({ words, isFiltered, again }: { words: string; isFiltered: boolean; again(): void }) {
  if (isFiltered)
    return (
      <Empty title="None of this kind">
        <p>The other intents are under All.</p>
      </Empty>
    )
  if (words)
    return (
      <Empty title={`Nothing known under ${words.length > 24 ? `${words.slice(0, 10)}…${words.slice(-4)}` : words}`}>
        <p>Not an intent, a transaction or an address seen here.</p>
        <button type="button" class="btn" onClick={again}>
          Ask again
        </button>
      </Empty>
    )
  return (
    <Empty title="No intents yet">
      <p>The first one takes about ten seconds with a test wallet.</p>
      <a class="btn primary" href={to('/send')}>
        Send something
      </a>
    </Empty>
  )
}
