import { useState } from 'preact/hooks'
import { describeFailure } from '../data/wire.ts'

type AskProps<T> = {
  /** The field's label for screen readers. */
  label: string
  placeholder: string
  button: string
  isPrimary?: boolean
  /** Accepts an address only, in monospace. */
  isAddress?: boolean
  ask(words: string): Promise<T>
  onAnswer(answer: T): void
}

const addressPattern = '0x[0-9a-fA-F]{40}'

/** One field and one button. Submits the input and shows a refusal below. */
export function AskForm<T>({ label, placeholder, button, isPrimary, isAddress, ask, onAnswer }: AskProps<T>) {
  const [words, setWords] = useState('')
  const [error, setError] = useState('')
  const submit = (event: Event) => {
    event.preventDefault()
    setError('')
    ask(words.trim()).then(onAnswer, (failure: unknown) => setError(describeFailure(failure)))
  }
  return (
    <>
      <form class="row pad" onSubmit={submit}>
        <input
          class={isAddress ? 'text addr grow' : 'text grow'}
          aria-label={label}
          placeholder={placeholder}
          required={isAddress}
          pattern={isAddress ? addressPattern : undefined}
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
          spellcheck={false}
          autocomplete="off"
        />
        <button type="submit" class={isPrimary ? 'btn primary' : 'btn'}>
          {button}
        </button>
      </form>
      {error && (
        <p class="pad" role="alert">
          {error}
        </p>
      )}
    </>
  )
}
