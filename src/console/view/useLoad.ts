import { useEffect, useState } from 'preact/hooks'
import { describeFailure } from '../data/wire.ts'
import { now } from './now.ts'

export type Loaded<T> = {
  value?: T
  error?: string
  /** When the value was read. */
  atMs?: number
  again(): void
}

/** Loads a value when the page opens, when `deps` change, every `everyMs` while it is visible, and on `again`. */
export function useLoad<T>(
  read: (signal: AbortSignal) => Promise<T>,
  deps: readonly unknown[],
  everyMs?: number,
): Loaded<T> {
  const [state, setState] = useState<{ value?: T; error?: string; atMs?: number }>({})
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const ended = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const run = async () => {
      try {
        const value = await read(ended.signal)
        if (!ended.signal.aborted) setState({ value, atMs: now() })
      } catch (error) {
        if (!ended.signal.aborted) setState((before) => ({ ...before, error: describeFailure(error) }))
      }
      if (everyMs !== undefined && !ended.signal.aborted) timer = setTimeout(runAgain, everyMs)
    }
    // A background tab loads once; later loads wait until it is visible.
    const runAgain = () => {
      if (!document.hidden) return void run()
      document.addEventListener('visibilitychange', runAgain, { once: true, signal: ended.signal })
    }
    void run()
    return () => {
      ended.abort()
      clearTimeout(timer)
    }
  }, [...deps, turn])
  return { ...state, again: () => setTurn((before) => before + 1) }
}
