import type { RouteChain } from '../../interface/routeGraph.ts'
import { knownChains } from '../data/directory.ts'
import type { callAdmin, callService } from '../data/wire.ts'
import { duration, gwei } from '../view/format.ts'
import { nowMs } from '../view/now.ts'
import { Card, ChainBadge, numHead, Pill, Table } from '../view/parts.tsx'

type Check = Awaited<ReturnType<typeof callService<'RuntimeStatus'>>>['status']['checks'][number]
type Fund = Awaited<ReturnType<typeof callAdmin<'GetHeldFunds'>>>['funds'][number]
type ChainsProps = { checks: readonly Check[]; told: readonly RouteChain[]; moving: readonly Fund[] }

/** Each chain's age of the newest block, healthy nodes, gas price, and number of amounts under way. */
export function Chains({ checks, told, moving }: ChainsProps) {
  return (
    <Card id="chains" title="Chains" note="quorum of nodes that must agree">
      <Table label="Rows of chains" heads={['Chain', 'Head', 'Nodes', numHead('Gas'), numHead('Under way'), 'State']}>
        {knownChains.value.map(({ id, name }) => {
          const check = checks.find((one) => one.kind === 'chain' && one.name.toLowerCase() === name.toLowerCase())
          const { head, gasPrice } = told.find(({ chainId }) => chainId === id) ?? {}
          return (
            <tr key={id}>
              <td>
                <ChainBadge id={id} />
              </td>
              <td class="nowrap" title={head && `block ${head.number.toLocaleString('en-US')}`}>
                {head ? `${duration(nowMs.value - head.atMs)} old` : 'unknown'}
              </td>
              <td class="nowrap muted" title={check?.detail}>
                {nodesIn(check?.detail)}
              </td>
              <td class="num nowrap">{gasPrice === undefined ? 'unknown' : gwei(BigInt(gasPrice))}</td>
              <td class="num">{moving.filter(({ chainId }) => chainId === id).length}</td>
              <td>
                <Pill
                  bare
                  status={check?.healthy === false ? { tone: 'act', word: 'Not well' } : { tone: 'ok', word: 'Well' }}
                />
              </td>
            </tr>
          )
        })}
      </Table>
    </Card>
  )
}

/** Cuts `1 of 1 nodes healthy, 1 needed` to `1 of 1`; returns other texts unchanged. */
const nodesIn = (detail = ''): string => /^\d+ of \d+/.exec(detail)?.[0] ?? detail
