import { useState } from 'preact/hooks'
import type { OperationName } from '../../interface/operations.ts'
import { callAdmin, describeFailure } from '../data/wire.ts'
import { count, duration } from '../view/format.ts'
import { nowMs } from '../view/now.ts'
import { Card, Copy, hiddenHead, LinkButton, Pill, SmallButton, type Status, Table } from '../view/parts.tsx'
import { say } from '../view/toast.tsx'
import { useLoad } from '../view/useLoad.ts'
import { act, isMeant } from './act.ts'

type Props = { projectId: number; turn: number; again(): void }

const wordsOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

/** A project's access keys: create, restrict, rotate, disable. A secret is shown once, after creation or rotation. */
export function AccessKeys({ projectId, turn, again }: Props) {
  const { value, error } = useLoad((signal) => callAdmin('ListAccessKeys', { projectId }, signal), [projectId, turn])
  const [shown, setShown] = useState<{ name: string; secret: string }>()
  const [edited, setEdited] = useState<number>()
  const [name, setName] = useState('')
  const [origins, setOrigins] = useState('')
  const create = (event: Event) => {
    event.preventDefault()
    callAdmin('CreateAccessKey', { projectId, name: name.trim(), origins: wordsOf(origins) })
      .then(({ accessKey, key }) => {
        setShown({ name: key.name, secret: accessKey })
        setName('')
        setOrigins('')
      })
      .catch((failure: unknown) => say(describeFailure(failure)))
      .finally(again)
  }
  const rotate = ({ id: keyId, name: old }: { id: number; name: string }) =>
    isMeant(`Rotate ${old}? The old key works for one more day.`) &&
    callAdmin('RotateAccessKey', { projectId, keyId })
      .then(({ accessKey, key }) => setShown({ name: key.name, secret: accessKey }))
      .catch((failure: unknown) => say(describeFailure(failure)))
      .finally(again)
  return (
    <Card id="keys" title="Keys" note={value ? `${value.keys.filter(({ active }) => active).length} active` : ''}>
      {shown && (
        <div class="callout move inside" role="status">
          <h3>Key {shown.name}, shown this once</h3>
          <p>
            <code class="mono secret">{shown.secret}</code> <Copy text={shown.secret} what="the key" />{' '}
            <LinkButton onClick={() => setShown(undefined)}>I have it</LinkButton>
          </p>
        </div>
      )}
      {error && <p class="pad">{error}</p>}
      <Table label="Rows of keys" heads={['Name', 'Key', 'May be used from', 'Opens', 'State', hiddenHead('Acts')]}>
        {(value?.keys ?? []).flatMap((key) => [
          <tr key={key.id}>
            <td>
              <strong>{key.name}</strong>
            </td>
            <td class="mono">{key.hint}</td>
            <td>{key.origins.join(', ') || 'anywhere'}</td>
            <td title={key.operations.join(', ')}>{opensOf(key)}</td>
            <td>
              <Pill bare status={keyStatus(key)} />
            </td>
            <td class="num">
              {key.active && (
                <>
                  <SmallButton
                    aria-label={`Restrict ${key.name}`}
                    aria-expanded={edited === key.id}
                    onClick={() => setEdited(edited === key.id ? undefined : key.id)}
                  >
                    Restrict
                  </SmallButton>{' '}
                  <SmallButton onClick={() => rotate(key)} aria-label={`Rotate ${key.name}`}>
                    Rotate
                  </SmallButton>{' '}
                  <SmallButton
                    aria-label={`Disable ${key.name}`}
                    onClick={() =>
                      isMeant(`Disable ${key.name}? It opens nothing from now on.`) &&
                      act(
                        () => callAdmin('DisableAccessKey', { projectId, keyId: key.id }),
                        'The key opens nothing any more',
                        again,
                      )
                    }
                  >
                    Disable
                  </SmallButton>
                </>
              )}
            </td>
          </tr>,
          ...(edited === key.id
            ? [<Rules key={`rules of ${key.id}`} of={key} onDone={() => setEdited(undefined)} again={again} />]
            : []),
        ])}
      </Table>
      <form class="row pad wrap-row" onSubmit={create}>
        <input
          class="text"
          aria-label="Name of the new key"
          placeholder="name of a new key"
          value={name}
          required
          maxLength={128}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <input
          class="text"
          aria-label="Origins of the new key"
          placeholder="https://app.example.org; empty: anywhere"
          value={origins}
          onInput={(event) => setOrigins(event.currentTarget.value)}
        />
        <button type="submit" class="btn primary">
          New key
        </button>
      </form>
    </Card>
  )
}

/** What a key allows: its services, and one operation's name or their number; the cell's title lists the names. */
function opensOf({ services, operations }: Key): string {
  const named = [...services, ...(operations.length > 1 ? [count(operations.length, 'operation')] : operations)]
  return named.join(', ') || 'all operations'
}

type Key = Awaited<ReturnType<typeof callAdmin<'ListAccessKeys'>>>['keys'][number]

function keyStatus({ active, isDefault, expiresAt }: Key): Status {
  const leftMs = expiresAt ? Date.parse(expiresAt) - nowMs.value : 1
  if (!active || leftMs <= 0) return { tone: 'none', word: 'Ended' }
  if (expiresAt) return { tone: 'none', word: `Ends in ${duration(leftMs)}` }
  return { tone: 'ok', word: isDefault ? 'Default' : 'Active' }
}

const daySeconds = 86_400
const reading: readonly OperationName[] = [
  'GetChains',
  'GetTokenList',
  'GetTokenPrices',
  'GetExactInputRoutes',
  'GetExactOutputRoutes',
  'RuntimeStatus',
  'GetIntent',
  'SearchIntents',
  'GetIntentHistory',
  'GetIntentReceipt',
  'WaitIntentReceipt',
]
/** The form's choices of operations; an empty list allows all. For other sets, call `UpdateAccessKey` yourself. */
const scopes = {
  'as it is': undefined,
  'all operations': [],
  'what a send form needs': [...reading, 'QuoteIntent', 'CommitIntent', 'ExecuteIntent'],
  'reading alone': reading,
} as const satisfies Record<string, readonly OperationName[] | undefined>
type Scope = keyof typeof scopes

/** The form's choices of expiry, in days from now; 0: never. */
const lives = { 'as it is': undefined, never: 0, 'in a day': 1, 'in 30 days': 30, 'in a year': 365 } as const
type Life = keyof typeof lives

/** A row that edits a key's origins, operations and expiry. Changes take effect at once on every process. */
function Rules({ of, onDone, again }: { of: Key; onDone(): void; again(): void }) {
  const [origins, setOrigins] = useState(of.origins.join(' '))
  const [scope, setScope] = useState<Scope>('as it is')
  const [life, setLife] = useState<Life>('as it is')
  const [error, setError] = useState('')
  const save = (event: Event) => {
    event.preventDefault()
    const [days, operations] = [lives[life], scopes[scope]]
    callAdmin('UpdateAccessKey', {
      projectId: of.projectId,
      keyId: of.id,
      origins: wordsOf(origins),
      ...(operations && { operations: [...operations] }),
      ...(days === 0 && { neverExpires: true }),
      ...(days !== undefined && days > 0 && { expiresInS: days * daySeconds }),
    }).then(
      () => {
        say('The key does this and no more')
        onDone()
        again()
      },
      (failure: unknown) => setError(describeFailure(failure)),
    )
  }
  return (
    <tr class="opened">
      <td colSpan={6}>
        <form class="rules" onSubmit={save}>
          <label>
            May be used from
            <input
              class="text"
              value={origins}
              placeholder="https://app.example.org; empty: anywhere"
              onInput={(event) => setOrigins(event.currentTarget.value)}
            />
          </label>
          <label>
            Opens
            <select class="text" value={scope} onChange={(event) => setScope(event.currentTarget.value as Scope)}>
              {Object.keys(scopes).map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
          <label>
            Ends
            <select class="text" value={life} onChange={(event) => setLife(event.currentTarget.value as Life)}>
              {Object.keys(lives).map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
          <button type="submit" class="btn primary">
            Save the rules
          </button>
          {error && <p role="alert">{error}</p>}
        </form>
      </td>
    </tr>
  )
}
