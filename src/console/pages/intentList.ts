import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { loadTokens } from '../data/directory.ts'
import { callService, describeFailure } from '../data/wire.ts'
import { type Listed, listedOf } from './listed.ts'

export type IntentList = {
  /** Newest first; undefined until the first read. */
  rows: ReadonlySignal<readonly Listed[] | undefined>
  error: ReadonlySignal<string>
  /** Whether older ones follow: `more` do, `all` are listed, or the list is at its `bound`, `rowsMax`. */
  end: ReadonlySignal<'more' | 'all' | 'bound'>
  /** Reads the page after the last one, after any read under way. */
  readOlder(): Promise<void>
  /** Rereads the newest page, and those in view that can still change. */
  refresh(inView: readonly Listed[]): Promise<void>
  stop(): void
}

/** Small, because an intent is 15 kB on the wire: a page of a hundred took 90 ms to parse, in one task. */
const pageSize = 40
/** Rows held at once: 10,000 are about 8 MB. The search finds older ones. */
export const rowsMax = 10_000
/** A refresh reads at most so many pages until it meets a known intent; without one, the list restarts. */
const newPagesMax = 3

/** `after`: the cursor to reread this page by; the first page has none. */
type Page = { after?: number; rows: readonly Listed[] }

/** The project's intents, page by page, reduced to the fields that a row shows. */
export function createIntentList(): IntentList {
  const ended = new AbortController()
  const rows: Signal<readonly Listed[] | undefined> = signal(undefined)
  const error = signal('')
  const end: Signal<'more' | 'all' | 'bound'> = signal('more')
  let pages: readonly Page[] = []
  let next: number | undefined
  let isReading = false
  /** A request for older rows came during another read. */
  let wantsOlder = false

  const show = (changed: readonly Page[]) => {
    pages = changed
    const flat = pages.flatMap((page) => page.rows)
    batch(() => {
      rows.value = flat.slice(0, rowsMax)
      error.value = ''
      end.value = flat.length >= rowsMax ? 'bound' : next === undefined ? 'all' : 'more'
    })
  }

  const read = async (after?: number) => {
    const { intents, nextPage } = await callService('GetIntentHistory', { page: { pageSize, after } }, ended.signal)
    // Parsing takes half of the time. Building rows is a task of its own, so that a click need not wait for both.
    await new Promise((resolve) => setTimeout(resolve))
    const rows = intents.map(({ receipt }) => listedOf(receipt))
    // Rows are shown at once; unlisted tokens get their names later.
    const named = rows.flatMap(({ paid, out }) => [paid, out])
    void loadTokens(named.map(({ chainId, token }) => ({ chainId, tokenAddress: token }))).catch(() => undefined)
    return { rows, next: nextPage?.after }
  }

  /** Merges the current first page: new rows before known ones. */
  const readNewest = async (): Promise<void> => {
    const known = new Set(pages[0]?.rows.map(({ intentId }) => intentId))
    const fresh: Page[] = []
    let after: number | undefined
    let met = false
    do {
      const page = await read(after)
      fresh.push({ after, rows: page.rows })
      after = page.next
      met = page.rows.some(({ intentId }) => known.has(intentId))
    } while (!met && after !== undefined && known.size > 0 && fresh.length < newPagesMax)
    if (!met) {
      next = after
      show(fresh)
      return
    }
    const seen = new Set(fresh.flatMap((page) => page.rows.map(({ intentId }) => intentId)))
    const left = pages[0]!.rows.filter(({ intentId }) => !seen.has(intentId))
    // The rest of the old first page follows the new one's cursor, so it can be reread as a page of its own.
    show([...fresh, ...(left.length > 0 ? [{ after, rows: left }] : []), ...pages.slice(1)])
  }

  const readAgain = async (page: Page): Promise<void> => {
    const byId = new Map((await read(page.after)).rows.map((row) => [row.intentId, row]))
    const changed = page.rows.map((row) => byId.get(row.intentId) ?? row)
    show(pages.map((one) => (one === page ? { ...page, rows: changed } : one)))
  }

  const guarded = async (work: () => Promise<void>): Promise<void> => {
    if (isReading || ended.signal.aborted) return
    isReading = true
    try {
      await work()
    } catch (failure) {
      if (!ended.signal.aborted) error.value = describeFailure(failure)
    } finally {
      isReading = false
      if (wantsOlder) void readOlder()
    }
  }

  const readOlder = (): Promise<void> => {
    wantsOlder = isReading
    return guarded(async () => {
      if (pages.length === 0) return readNewest()
      if (end.value !== 'more') return
      const page = await read(next)
      const after = next
      next = page.next
      show([...pages, { after, rows: page.rows }])
    })
  }

  return {
    rows,
    error,
    end,
    readOlder,
    refresh: (inView) =>
      guarded(async () => {
        await readNewest()
        const open = new Set(inView.flatMap(({ intentId, isOver }) => (isOver ? [] : [intentId])))
        const isOpen = ({ intentId }: Listed) => open.has(intentId)
        for (const page of pages) if (page.after !== undefined && page.rows.some(isOpen)) await readAgain(page)
      }),
    stop: () => ended.abort(),
  }
}
