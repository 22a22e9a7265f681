import { useState } from 'preact/hooks'
import type { YieldBalance, YieldMarket } from '../../interface/yieldShapes.ts'
import { callService } from '../data/wire.ts'
import { AskForm } from '../view/askForm.tsx'
import { parseShown, shortAddress, usd } from '../view/format.ts'
import { Card, numHead, Table } from '../view/parts.tsx'

/** What an address has in the yield markets. */
export function Positions({ markets }: { markets: readonly YieldMarket[] }) {
  const [found, setFound] = useState<{ of: string; list: YieldBalance[] }>()
  const networks = [...new Set(markets.map(({ network }) => network))]
  const look = async (of: string) => {
    const queries = networks.map((network) => ({ address: of, network }))
    const { payload } = await callService('YieldGetAggregateBalances', { queries })
    return { of, list: parseShown(payload) as YieldBalance[] }
  }
  return (
    <Card id="positions" title="Positions of an address" note="as the protocols say">
      <AskForm
        label="Address whose positions to show"
        placeholder="0x…"
        button="Show"
        isAddress
        ask={look}
        onAnswer={setFound}
      />
      {found && found.list.length === 0 && <p class="pad">{shortAddress(found.of)} has nothing in these markets.</p>}
      {found && found.list.length > 0 && (
        <Table label="Rows of positions" heads={['Market', 'Network', numHead('Amount'), numHead('Dollars')]}>
          {found.list.map((one) => {
            const market = markets.find(({ id }) => id === one.yieldId)
            return (
              <tr key={one.yieldId}>
                <td>
                  <strong>{market?.metadata.name ?? one.yieldId}</strong>
                </td>
                <td>{one.network}</td>
                <td class="num">
                  {one.amount} {market?.token.symbol}
                </td>
                <td class="num">{usd(Number(one.amountUsd))}</td>
              </tr>
            )
          })}
        </Table>
      )}
    </Card>
  )
}
