import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon } from './icons.tsx'
import { go } from './router.ts'

/** One box for an intent, a hash on any chain, an address or words. `/` puts the cursor into it. */
export function SearchBox({ isLarge = false, initial = '' }: { isLarge?: boolean; initial?: string }) {
  const [text, setText] = useState(initial)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = (event.target as Element | null)?.matches?.('input, textarea, select')
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      box.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const submit = (event: Event) => {
    event.preventDefault()
    const words = text.trim()
    if (words) go(`/?q=${encodeURIComponent(words)}`)
  }
  return (
    <search>
      <form class="find" onSubmit={submit}>
        <Icon name="search" />
        <input
          ref={box}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          placeholder={isLarge ? '0x…' : 'Intent, hash or address'}
          aria-label="Intent, transaction hash or address"
          maxLength={256}
          spellcheck={false}
          autocomplete="off"
        />
        <kbd>/</kbd>
      </form>
    </search>
  )
}
