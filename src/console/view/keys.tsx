import { useEffect, useState } from 'preact/hooks'
import { path } from './router.ts'
import { say } from './toast.tsx'

const keys = [
  ['/', 'search'],
  ['j', 'next row'],
  ['k', 'row before'],
  ['Enter', 'open the row'],
  ['c', 'copy a link to this page'],
  ['?', 'these keys'],
] as const

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('input, textarea, select, [contenteditable]')

/** Moves from row to row of the page's list; the first press selects the first row. */
function move(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLAnchorElement>('a.rowlink')]
  if (rows.length === 0) return
  const at = rows.indexOf(document.activeElement as HTMLAnchorElement)
  rows[Math.max(0, Math.min(rows.length - 1, at < 0 ? 0 : at + by))]?.focus()
}

function copyLink(): void {
  const intentId = /^\/intents\/(.+)$/.exec(path.value)?.[1]
  const link = intentId ? `${window.location.origin}/i/${intentId}` : window.location.href
  navigator.clipboard.writeText(link).then(
    () => say('Link copied'),
    () => say(link),
  )
}

/** Keys for the whole console, and their list. `SearchBox` handles `/`. */
export function Keys() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.key === 'j') move(1)
      else if (event.key === 'k') move(-1)
      else if (event.key === 'c') copyLink()
      else if (event.key === '?') setOpen(true)
      else if (event.key === 'Escape') setOpen(false)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  if (!isOpen) return null
  return (
    <dialog
      ref={(dialog) => {
        if (!dialog?.open) dialog?.showModal()
      }}
      class="pop keys"
      aria-labelledby="keys"
      onClose={() => setOpen(false)}
    >
      <h2 id="keys">Keys</h2>
      <dl class="kv">
        {keys.map(([key, what]) => (
          <>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit" class="btn">
          Close
        </button>
      </form>
    </dialog>
  )
}
