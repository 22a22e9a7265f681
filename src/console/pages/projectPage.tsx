import { useState } from 'preact/hooks'
import { AccessKeys } from '../admin/accessKeys.tsx'
import { Audit } from '../admin/audit.tsx'
import { Login, readSession } from '../admin/login.tsx'
import { Requests } from '../admin/requests.tsx'
import { Usage } from '../admin/usage.tsx'
import { Webhooks } from '../admin/webhooks.tsx'
import { heldToken } from '../data/session.ts'
import { callAdmin } from '../data/wire.ts'
import { duration } from '../view/format.ts'
import { nowMs } from '../view/now.ts'
import { Empty, LinkButton, Trouble } from '../view/parts.tsx'
import { go, query, to } from '../view/router.ts'
import { useLoad } from '../view/useLoad.ts'

/** Keys, usage, webhooks and audit of one project, for its members. The token stays in memory. */
export function ProjectPage() {
  if (!heldToken.value) return <Login title="Project" />
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
        {error} <LinkButton onClick={() => (heldToken.value = '')}>Use another token</LinkButton>
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
      <AccessKeys projectId={projectId} turn={turn} again={again} />
      <Requests projectId={projectId} />
      <Webhooks projectId={projectId} turn={turn} again={again} />
      <Audit projectId={projectId} turn={turn} />
    </>
  )
}
