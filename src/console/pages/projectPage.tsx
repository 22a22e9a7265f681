import { useState } from 'preact/hooks'
import { act } from '../admin/act.ts'
import { Audit } from '../admin/audit.tsx'
import { Login, readSession } from '../admin/login.tsx'
import { Requests } from '../admin/requests.tsx'
import { Usage } from '../admin/usage.tsx'
import { Webhooks } from '../admin/webhooks.tsx'
import { token } from '../data/session.ts'
import { callAdmin, sayError } from '../data/wire.ts'
import { duration } from '../view/format.ts'
import { nowMs } from '../view/now.ts'
import { Card, Copy, Empty, Pill, type Status, Trouble } from '../view/parts.tsx'
import { go, query, to } from '../view/router.ts'
import { say } from '../view/toast.tsx'
import { useLoad } from '../view/useLoad.ts'

/** Keys, use, webhooks and audit of one project, for its members. The token is in memory alone. */
export function ProjectPage() {
  if (!token.value) return <Login title="Project" />
  return <Chosen />
}

async function readProjects(signal: AbortSignal) {
  const [session, { projects }] = await Promise.all([
    readSession(signal),
    callAdmin('ListProjects', { limit: 100 }, signal),
  ])
  return { session, projects }
}

function Chosen() {
  const { value, error } = useLoad(readProjects, [])
  if (error)
    return (
      <Trouble title="Not shown">
        {error}{' '}
        <button type="button" class="link" onClick={() => (token.value = '')}>
          Use another token
        </button>
      </Trouble>
    )
  if (!value) return <p class="loading">Reading …</p>
  const wanted = Number(query.value.get('id') ?? value.session.projectId ?? value.projects[0]?.id)
  const project = value.projects.find(({ id }) => id === wanted)
  if (!project)
    return (
      <section class="card">
        <Empty title="No such project">
          <p>This token opens {value.projects.length === 0 ? 'no project' : 'others'}.</p>
          {value.projects.map(({ id, name }) => (
            <a key={id} class="btn" href={to(`/project?id=${id}`)}>
              {name}
            </a>
          ))}
        </Empty>
      </section>
    )
  return (
    <div class="stack">
      <div class="row between wrap-row">
        <div class="row">
          <h1 class="page">{project.name}</h1> <span class="muted">project {project.id}</span>
        </div>
        <span class="row">
          {value.projects.length > 1 && (
            <select
              class="text"
              aria-label="Project"
              value={project.id}
              onChange={(event) => go(`/project?id=${event.currentTarget.value}`)}
            >
              {value.projects.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
          <span class="small muted">
            {value.session.role} {value.session.subject}, token good for{' '}
            {duration(Date.parse(value.session.expiresAt) - nowMs.value)}
          </span>
        </span>
      </div>
      <Details key={project.id} projectId={project.id} />
    </div>
  )
}

function Details({ projectId }: { projectId: number }) {
  const [turn, setTurn] = useState(0)
  const again = () => setTurn((before) => before + 1)
  return (
    <>
      <Usage projectId={projectId} />
      <Keys projectId={projectId} turn={turn} again={again} />
      <Requests projectId={projectId} />
      <Webhooks projectId={projectId} turn={turn} again={again} />
      <Audit projectId={projectId} turn={turn} />
    </>
  )
}

function Keys({ projectId, turn, again }: { projectId: number; turn: number; again(): void }) {
  const { value, error } = useLoad((signal) => callAdmin('ListAccessKeys', { projectId }, signal), [projectId, turn])
  const [shown, setShown] = useState<{ name: string; secret: string }>()
  const [name, setName] = useState('')
  const [origins, setOrigins] = useState('')
  const create = (event: Event) => {
    event.preventDefault()
    const list = origins.split(/[\s,]+/).filter(Boolean)
    callAdmin('CreateAccessKey', { projectId, name: name.trim(), origins: list })
      .then(({ accessKey, key }) => {
        setShown({ name: key.name, secret: accessKey })
        setName('')
        setOrigins('')
      })
      .catch((failure: unknown) => say(sayError(failure)))
      .finally(again)
  }
  const rotate = (keyId: number) =>
    callAdmin('RotateAccessKey', { projectId, keyId })
      .then(({ accessKey, key }) => setShown({ name: key.name, secret: accessKey }))
      .catch((failure: unknown) => say(sayError(failure)))
      .finally(again)
  return (
    <Card id="keys" title="Keys" note={value ? `${value.keys.filter(({ active }) => active).length} active` : ''}>
      {shown && (
        <div class="callout move inside" role="status">
          <h3>Key {shown.name}, shown this once</h3>
          <p>
            <code class="mono secret">{shown.secret}</code> <Copy text={shown.secret} what="the key" />{' '}
            <button type="button" class="link" onClick={() => setShown(undefined)}>
              I have it
            </button>
          </p>
        </div>
      )}
      {error && <p class="pad">{error}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section class="scroll" tabIndex={0} aria-label="Rows of keys">
        <table>
          <thead>
            <tr>
              <th>Name</th>
              <th>Key</th>
              <th>May be used from</th>
              <th>State</th>
              <th>
                <span class="sr">Acts</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {(value?.keys ?? []).map((key) => (
              <tr key={key.id}>
                <td>
                  <strong>{key.name}</strong>
                </td>
                <td class="mono">{key.hint}</td>
                <td>{key.origins.join(', ') || 'anywhere'}</td>
                <td>
                  <Pill bare status={keyStatus(key)} />
                </td>
                <td class="num">
                  {key.active && (
                    <>
                      <button
                        type="button"
                        class="btn sm"
                        onClick={() => rotate(key.id)}
                        aria-label={`Rotate ${key.name}`}
                      >
                        Rotate
                      </button>{' '}
                      <button
                        type="button"
                        class="btn sm"
                        aria-label={`Disable ${key.name}`}
                        onClick={() =>
                          act(
                            () => callAdmin('DisableAccessKey', { projectId, keyId: key.id }),
                            'The key opens nothing any more',
                            again,
                          )
                        }
                      >
                        Disable
                      </button>
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
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

type Key = Awaited<ReturnType<typeof callAdmin<'ListAccessKeys'>>>['keys'][number]

function keyStatus({ active, isDefault, expiresAt }: Key): Status {
  if (!active) return { tone: 'none', word: 'Ended' }
  if (expiresAt) return { tone: 'none', word: `Ends in ${duration(Date.parse(expiresAt) - nowMs.value)}` }
  return { tone: 'ok', word: isDefault ? 'Default' : 'Active' }
}
