import type { RefObject } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'

/** Rows drawn beyond each end of the window, so that a scroll shows no gap. */
const marginRows = 12
/** Rows enter and leave in groups of this size, so that a scroll by a pixel redraws nothing. */
const stepRows = 6
const rowPxFirst = 41

export type RowWindow = { from: number; to: number; rowPx: number }

/** Which rows of a long table are near the window. All rows have the height of the first one drawn. */
export function useRowWindow(body: RefObject<HTMLElement | null>, count: number): RowWindow {
  const [view, setView] = useState<RowWindow>({ from: 0, to: Math.min(count, 2 * marginRows), rowPx: rowPxFirst })
  useLayoutEffect(() => {
    const measure = () => {
      const table = body.current
      if (!table) return
      const drawn = table.querySelector('tr:not(.gap)')
      const rowPx = drawn?.getBoundingClientRect().height || rowPxFirst
      const top = table.getBoundingClientRect().top
      const first = Math.floor(-top / rowPx / stepRows) * stepRows - marginRows
      const last = Math.ceil((window.innerHeight - top) / rowPx / stepRows) * stepRows + marginRows
      const from = Math.max(0, Math.min(first, count - 1))
      const to = Math.max(from, Math.min(count, last))
      setView((before) =>
        before.from === from && before.to === to && before.rowPx === rowPx ? before : { from, to, rowPx },
      )
    }
    measure()
    window.addEventListener('scroll', measure, { passive: true })
    window.addEventListener('resize', measure)
    return () => {
      window.removeEventListener('scroll', measure)
      window.removeEventListener('resize', measure)
    }
  }, [count])
  return { ...view, to: Math.min(view.to, count) }
}
