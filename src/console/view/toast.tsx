import { signal } from '@preact/signals'

const shownMs = 6_000
const toast = signal<{ text: string; id: number } | undefined>(undefined)
let last = 0

/** Shows one sentence at the bottom for six seconds. Never about money: that stays on the page. */
export function say(text: string): void {
  const id = ++last
  toast.value = { text, id }
  setTimeout(() => {
    if (toast.value?.id === id) toast.value = undefined
  }, shownMs)
}

export function Toast() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toast.value && <div class="toast">{toast.value.text}</div>}
    </div>
  )
}
