import { useState } from 'preact/hooks'
import { callAdmin } from '../data/wire.ts'
import { AskForm } from '../view/askForm.tsx'
import { clockTime, tinyHash } from '../view/format.ts'
import { Addr, Card, ChainBadge, numHead, Table } from '../view/parts.tsx'
import { to } from '../view/router.ts'

type Found = Awaited<ReturnType<typeof callAdmin<'FindIntents'>>>['intents']

/** Search over all projects. */
export function FindIntents() {
  const [found, setFound] = useState<Found>()
  return (
    <Card id="find" title="Intents of all projects" note="by id, hash, address, symbol, chain or status">
      <AskForm
        label="Words to find intents by"
        placeholder="empty: the newest"
        button="Find"
        isPrimary
        ask={(words) => callAdmin('FindIntents', { query: words || undefined, limit: 20 })}
        onAnswer={({ intents }) => setFound(intents)}
      />
      {found && found.length === 0 && <p class="pad">Nothing is known under these words.</p>}
      {found && found.length > 0 && (
        <Table
          label="Rows of intents"
          heads={['Intent', numHead('Project'), 'Status', 'Step', 'Owner', 'From', 'To', numHead('Changed')]}
        >
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
              <td class="num">{clockTime(one.updatedAt)}</td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  )
}
