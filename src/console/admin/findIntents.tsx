import { useState } from 'preact/hooks'
import { callAdmin, sayError } from '../data/wire.ts'
import { clock, tinyHash } from '../view/format.ts'
import { Addr, Card, ChainBadge } from '../view/parts.tsx'
import { to } from '../view/router.ts'

type Found = Awaited<ReturnType<typeof callAdmin<'FindIntents'>>>['intents']

/** Search over all projects. */
export function FindIntents() {
  const [words, setWords] = useState('')
  const [found, setFound] = useState<Found>()
  const [error, setError] = useState('')
  const find = (event: Event) => {
    event.preventDefault()
    setError('')
    callAdmin('FindIntents', { query: words.trim() || undefined, limit: 20 }).then(
      ({ intents }) => setFound(intents),
      (failure: unknown) => setError(sayError(failure)),
    )
  }
  return (
    <Card id="find" title="Intents of all projects" note="by id, hash, address, symbol, chain or status">
      <form class="row pad" onSubmit={find}>
        <input
          class="text grow"
          aria-label="Words to find intents by"
          placeholder="empty: the newest"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
          spellcheck={false}
          autocomplete="off"
        />
        <button type="submit" class="btn primary">
          Find
        </button>
      </form>
      {error && <p class="pad">{error}</p>}
      {found && found.length === 0 && <p class="pad">Nothing is known under these words.</p>}
      {found && found.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section class="scroll" tabIndex={0} aria-label="Rows of intents">
          <table>
            <thead>
              <tr>
                <th>Intent</th>
                <th class="num">Project</th>
                <th>Status</th>
                <th>Step</th>
                <th>Owner</th>
                <th>From</th>
                <th>To</th>
                <th class="num">Changed</th>
              </tr>
            </thead>
            <tbody>
              {found.map((one) => (
                <tr key={one.intentId}>
                  <td>
                    <a class="addr" href={to(`/intents/${one.intentId}`)} title={one.intentId}>
                      {tinyHash(one.intentId)}
                    </a>
                  </td>
                  <td class="num">{one.projectId}</td>
                  <td>{one.status.toLowerCase()}</td>
                  <td class="muted">{one.step}</td>
                  <td>
                    <Addr address={one.ownerAddress} />
                  </td>
                  <td>
                    <ChainBadge id={one.originChainId} />
                  </td>
                  <td>
                    <ChainBadge id={one.destinationChainId} />
                  </td>
                  <td class="num">{clock(one.updatedAt)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Card>
  )
}
