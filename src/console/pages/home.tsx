import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { loadDirectory } from '../data/directory.ts'
import { callService } from '../data/wire.ts'
import { Chip, Empty, LinkButton, Trouble } from '../view/parts.tsx'
import { go, query, to } from '../view/router.ts'
import { SearchBox } from '../view/searchBox.tsx'
import { useLoad } from '../view/useLoad.ts'
import { ChainStrip } from './chainStrip.tsx'
import { createIntentList, rowsMax } from './intentList.ts'
import { groups, IntentTable, type ViewListener } from './intentTable.tsx'
import { type Listed, listedOf } from './listed.ts'

const foundMax = 50
const refreshMs = 4_000
/** Reads older intents once at most this many rows follow those in view. */
const aheadRows = 150

/** The front page: search, chain health, recent intents. */
export function Home() {
  const words = query.value.get('q') ?? ''
  return (
    <>
      <div class="home">
        <h1>Where is the money?</h1>
        <p>Paste an intent, a transaction from any chain, or an address.</p>
        <SearchBox isLarge initial={words} />
      </div>
      <div class="stack">
        <ChainStrip />
        {words ? <Found key={words} words={words} /> : <Recent />}
      </div>
    </>
  )
}

/** All intents, newest first, loaded while scrolling; those in view are refreshed every few seconds. */
function Recent() {
  const list = useMemo(createIntentList, [])
  const inView = useRef<readonly Listed[]>([])
  const directory = useLoad(loadDirectory, [])
  useEffect(() => {
    void list.readOlder()
    const timer = setInterval(() => {
      if (!document.hidden) void list.refresh(inView.current)
    }, refreshMs)
    return () => {
      clearInterval(timer)
      list.stop()
    }
  }, [list])
  const onView = (seen: readonly Listed[], rowsLeft: number) => {
    inView.current = seen
    if (rowsLeft <= aheadRows) void list.readOlder()
  }
  const error = list.error.value || directory.error
  const again = () => void list.refresh(inView.current)
  return (
    <>
      {error && <Unread error={error} again={again} />}
      <Rows
        title="Recent intents"
        rows={directory.atMs === undefined ? undefined : list.rows.value}
        onView={onView}
        isFailed={Boolean(error)}
        nothing={
          <Empty title="No intents yet">
            <p>The first one takes about ten seconds with a test wallet.</p>
            <a class="btn primary" href={to('/send')}>
              Send something
            </a>
          </Empty>
        }
      />
      {list.end.value === 'bound' && (
        <p class="small muted">
          The newest {rowsMax.toLocaleString('en-US')} are in this list. The search finds older ones.
        </p>
      )}
    </>
  )
}

function Unread({ error, again }: { error: string; again: () => void }) {
  return (
    <Trouble title="The list could not be read">
      {error} <LinkButton onClick={again}>Ask again</LinkButton>
    </Trouble>
  )
}

async function find(words: string, signal: AbortSignal): Promise<Listed[]> {
  await loadDirectory()
  const { intents } = await callService('SearchIntents', { byQueryString: words }, signal)
  const found = await Promise.all(
    intents.slice(0, foundMax).map(({ intentId }) => callService('GetIntentReceipt', { intentId }, signal)),
  )
  return found.map(({ intentReceipt }) => listedOf(intentReceipt))
}

function Found({ words }: { words: string }) {
  const { value, error, again } = useLoad((signal) => find(words, signal), [words])
  if (value?.length === 1) queueMicrotask(() => go(`/intents/${value[0]!.intentId}`))
  return (
    <>
      {error && <Unread error={error} again={again} />}
      <Rows
        title="Found"
        rows={value}
        isFailed={Boolean(error)}
        nothing={
          <Empty
            title={`Nothing known under ${words.length > 24 ? `${words.slice(0, 10)}…${words.slice(-4)}` : words}`}
          >
            <p>Not an intent, a transaction or an address seen here.</p>
            <button type="button" class="btn" onClick={again}>
              Ask again
            </button>
          </Empty>
        }
      />
    </>
  )
}

type GroupName = keyof typeof groups
const groupNames = Object.keys(groups) as GroupName[]

type RowsProps = {
  title: string
  rows: readonly Listed[] | undefined
  isFailed: boolean
  nothing: ComponentChildren
  onView?: ViewListener
}

function Rows({ title, rows, isFailed, nothing, onView }: RowsProps) {
  const [group, setGroup] = useState<GroupName>('All')
  const shown = useMemo(() => (rows ?? []).filter(({ state }) => groups[group].has(state)), [rows, group])
  const counts = useMemo(() => {
    const of = (name: GroupName) => (rows ?? []).filter(({ state }) => groups[name].has(state)).length
    return new Map(groupNames.map((name) => [name, of(name)]))
  }, [rows])
  return (
    <section class="card" aria-labelledby="recent">
      <header>
        <h2 id="recent">{title}</h2>
        <div class="chips end">
          {groupNames.map((name) => (
            <Chip key={name} aria-pressed={group === name} onClick={() => setGroup(name)}>
              {name === 'All' ? name : `${name} ${counts.get(name)}`}
            </Chip>
          ))}
        </div>
      </header>
      {shown.length > 0 && <IntentTable rows={shown} onView={onView} />}
      {rows && rows.length > 0 && shown.length === 0 && (
        <Empty title="None of this kind">
          <p>The other intents are under All.</p>
        </Empty>
      )}
      {rows?.length === 0 && nothing}
      {!rows && !isFailed && <p class="loading">Reading …</p>}
    </section>
  )
}
