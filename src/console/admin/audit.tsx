import { callAdmin } from '../data/wire.ts'
import { atMost, clockTime, fullTime } from '../view/format.ts'
import { nowMs } from '../view/now.ts'
import { Card, Table } from '../view/parts.tsx'
import { useLoad } from '../view/useLoad.ts'

const dayMs = 24 * 3_600_000
const aboutCharsMax = 120

/** The details of an act in at most 120 characters: `chainId 31337, nonce 4`. The cell's title has all of them. */
function aboutOf(detail: string): string {
  try {
    const known = Object.entries(JSON.parse(detail) as Record<string, unknown>)
    const words = known.map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    return atMost(words.join(', '), aboutCharsMax)
  } catch {
    return atMost(detail, aboutCharsMax)
  }
}

/** Who did what, newest first. */
export function Audit({ projectId, turn }: { projectId?: number; turn: number }) {
  const { value, error } = useLoad(
    (signal) => callAdmin('ListAudit', { projectId, limit: 20 }, signal),
    [projectId, turn],
  )
  return (
    <Card id="audit" title="Audit" note="newest first; nothing is ever removed">
      <Table label="Rows of the audit" heads={['When', 'Who', 'What', 'About', 'Project']}>
        {(value?.entries ?? []).map(({ id, at, actor, act, detail, projectId: project }) => (
          <tr key={id}>
            <td class="nowrap" title={fullTime(at)}>
              {nowMs.value - Date.parse(at) < dayMs ? clockTime(at) : fullTime(at)}
            </td>
            <td>{actor}</td>
            <td>{act}</td>
            <td class="small muted" title={detail}>
              {aboutOf(detail)}
            </td>
            <td>{project ?? ''}</td>
          </tr>
        ))}
      </Table>
      {error && <p class="pad">{error}</p>}
    </Card>
  )
}
