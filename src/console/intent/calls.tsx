import { useState } from 'preact/hooks'
import { count } from '../view/format.ts'
import type { ShownBatch } from './describeCalls.ts'

/** The calls of a batch. The decoder loads when they are opened. */
export function Calls({ payload }: { payload: ShownBatch }) {
  const [lines, setLines] = useState<readonly string[]>()
  const open = async (event: Event) => {
    if (!(event.currentTarget as HTMLDetailsElement).open || lines) return
    const { describeCalls } = await import('./describeCalls.ts')
    setLines(describeCalls(payload))
  }
  return (
    <details onToggle={open}>
      <summary>{count(payload.calls.length, 'call')}, decoded</summary>
      <ol class="calls">
        {(lines ?? ['Reading …']).map((line, index) => (
          <li key={index}>{line}</li>
        ))}
      </ol>
    </details>
  )
}
