import { useState } from 'preact/hooks'
import { sayError } from '../data/wire.ts'

type AskProps<T> = {
  /** What the field is for, for whoever does not see it. */
  label: string
  placeholder: string
  button: string
  isPrimary?: boolean
  /** Where only an address will do: as monospace, and nothing else is asked. */
  isAddress?: boolean
  ask(words: string): Promise<T>
  onAnswer(answer: T): void
}

const addressPattern = '0x[0-9a-fA-F]{40}'

/** One field and one button: what was typed is asked, and a refusal is told below. */
export function AskForm<T>({ label, placeholder, button, isPrimary, isAddress, ask, onAnswer }: AskProps<T>) {
  const [words, setWords] = useState('')
  const [error, setError] = useState('')
  const submit = (event: Event) => {
    event.preventDefault()
    setError('')
    ask(words.trim()).then(onAnswer, (failure: unknown) => setError(sayError(failure)))
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
