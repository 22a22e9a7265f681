import { callAdmin } from '../data/wire.ts'
import { clock, fullTime } from '../view/format.ts'
import { Card } from '../view/parts.tsx'
import { useLoad } from '../view/useLoad.ts'

/** Who did what, newest first. */
export function Audit({ projectId, turn }: { projectId?: number; turn: number }) {
  const { value, error } = useLoad(
    (signal) => callAdmin('ListAudit', { projectId, limit: 20 }, signal),
    [projectId, turn],
  )
  return (
    <Card id="audit" title="Audit" note="newest first; nothing is ever removed">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section class="scroll" tabIndex={0} aria-label="Rows of the audit">
        <table>
          <thead>
            <tr>
              <th>When</th>
              <th>Who</th>
              <th>What</th>
              <th>Project</th>
            </tr>
          </thead>
          <tbody>
            {(value?.entries ?? []).map(({ id, at, actor, act, projectId: project }) => (
              <tr key={id}>
                <td title={fullTime(at)}>{clock(at)}</td>
                <td>{actor}</td>
                <td>{act}</td>
                <td>{project ?? ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {error && <p class="pad">{error}</p>}
    </Card>
  )
}
