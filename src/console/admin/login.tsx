import { useState } from 'preact/hooks'
import { heldToken, pageSettings } from '../data/session.ts'
import { callAdmin, describeFailure } from '../data/wire.ts'
import { Trouble } from '../view/parts.tsx'

/** Who the held token belongs to, and until when it is good. */
export type Session = Awaited<ReturnType<typeof readSession>>
export const readSession = (signal: AbortSignal) => callAdmin('GetSession', {}, signal)

/** Accepts a token, or exchanges the operator secret for one (good for 15 minutes by default). Stores neither. */
export function Login({ title }: { title: string }) {
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const open = async (event: Event) => {
    event.preventDefault()
    setError('')
    const given = text.trim()
    try {
      const bearer = given.startsWith('cwop_')
        ? (await callAdmin('CreateOperatorToken', { secret: given, operator: 'console' })).token
        : given
      await callAdmin('GetSession', {}, undefined, bearer)
      // Set only after the service accepted it: setting the token replaces this form, and its error would be lost.
      heldToken.value = bearer
    } catch (failure) {
      setError(describeFailure(failure))
    }
  }
  return (
    <section class="card gate">
      <h1 class="page">{title}</h1>
      <p class="lede">
        Paste a token of yours, or the operator secret. It stays in this page and is gone when you close it.
      </p>
      {!pageSettings.value.hasAdmin && (
        <Trouble title="Not on this port">
          Admin operations of this service are on another port. Open the console there.
        </Trouble>
      )}
      <form class="row" onSubmit={open}>
        <input
          class="text"
          type="password"
          aria-label="Token or operator secret"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          autocomplete="off"
        />
        <button type="submit" class="btn primary">
          Open
        </button>
      </form>
      {error && <Trouble title="Not opened">{error}</Trouble>}
      <p class="small muted">
        A start on this machine leaves the secret in .causeway/operator-secret; an operator makes tokens for members
        with CreateAccountToken.
      </p>
    </section>
  )
}
