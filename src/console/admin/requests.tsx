import { useState } from 'preact/hooks'
import { callAdmin } from '../data/wire.ts'
import { duration, fullTime, count as say } from '../view/format.ts'
import { nowMs } from '../view/now.ts'
import { Card, Copy, Empty, numHead, Pill, Table } from '../view/parts.tsx'
import { useLoad } from '../view/useLoad.ts'

const refreshMs = 5_000

type Group = Awaited<ReturnType<typeof callAdmin<'ListRequests'>>>['groups'][number]

/** Calls grouped by operation and outcome, errors first. A row expands to its last calls. */
export function Requests({ projectId }: { projectId: number }) {
  const { value, error } = useLoad((signal) => callAdmin('ListRequests', { projectId }, signal), [projectId], refreshMs)
  const [opened, setOpened] = useState('')
  const errors = (value?.groups ?? []).filter(({ outcome }) => outcome !== 'ok')
  const failed = errors.reduce((sum, { count }) => sum + count, 0)
  return (
    <Card
      id="requests"
      title="Requests"
      note={`the last 24 hours, ${say(failed, 'error')}${failed > 0 ? ` of ${say(errors.length, 'kind')}` : ''}`}
    >
      {error && <p class="pad">{error}</p>}
      {value && value.groups.length === 0 && (
        <Empty title="No calls yet">
          <p>Calls with a key of this project appear here within seconds.</p>
        </Empty>
      )}
      {value && value.groups.length > 0 && (
        <Table
          label="Rows of requests"
          heads={['Operation', 'Ended', numHead('Calls'), numHead('Took'), numHead('Last'), 'Cause of the last one']}
        >
          {value.groups.map((group) => {
            const key = `${group.operation} ${group.outcome}`
            const isOpen = opened === key
            return (
              <>
                <GroupRow key={key} group={group} isOpen={isOpen} onToggle={() => setOpened(isOpen ? '' : key)} />
                {isOpen && <CallsRow key={`calls of ${key}`} group={group} />}
              </>
            )
          })}
        </Table>
      )}
    </Card>
  )
}

function GroupRow({ group, isOpen, onToggle }: { group: Group; isOpen: boolean; onToggle(): void }) {
  const { operation, outcome, count, averageMs, lastAt, recent } = group
  return (
    <tr>
      <td class="nowrap">
        <button type="button" class="link mono" aria-expanded={isOpen} onClick={onToggle}>
          {operation}
        </button>
      </td>
      <td>
        <Pill bare status={outcome === 'ok' ? { tone: 'ok', word: 'Answered' } : { tone: 'back', word: outcome }} />
      </td>
      <td class="num">{count.toLocaleString('en-US')}</td>
      <td class="num nowrap">{averageMs} ms</td>
      <td class="num nowrap" title={fullTime(lastAt)}>
        {duration(nowMs.value - Date.parse(lastAt))} ago
      </td>
      <td class="small muted">
        <span class="cause">{recent[0]?.cause ?? ''}</span>
      </td>
    </tr>
  )
}

/** The last calls of a group in full. The service's log has more, under the same id. */
function CallsRow({ group }: { group: Group }) {
  return (
    <tr class="opened">
      <td colSpan={6}>
        <h3>
          {group.count > group.recent.length
            ? `The last ${group.recent.length} of ${group.count.toLocaleString('en-US')}`
            : 'All of them'}
        </h3>
        <ol class="calls">
          {group.recent.map(({ requestId, at, tookMs, status, bytesIn, bytesOut, cause }) => (
            <li key={requestId}>
              <dl class="kv">
                <dt>When</dt>
                <dd>{fullTime(at)}</dd>
                <dt>Request</dt>
                <dd>
                  <span class="mono">{requestId}</span> <Copy text={requestId} what="the request id" />
                </dd>
                <dt>Answer</dt>
                <dd>
                  status {status} after {tookMs.toFixed(1)} ms; {bytesIn.toLocaleString('en-US')} bytes in,{' '}
                  {bytesOut.toLocaleString('en-US')} out
                </dd>
                {cause && (
                  <>
                    <dt>Cause</dt>
                    <dd class="cause">{cause}</dd>
                  </>
                )}
              </dl>
            </li>
          ))}
        </ol>
      </td>
    </tr>
  )
}
