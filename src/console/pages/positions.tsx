import { useState } from 'preact/hooks'
import type { YieldBalance, YieldMarket } from '../../interface/yieldShapes.ts'
import { call, sayError } from '../data/wire.ts'
import { shortAddress, usd } from '../view/format.ts'
import { Card } from '../view/parts.tsx'

/** What an address has in the markets. */
export function Positions({ markets }: { markets: readonly YieldMarket[] }) {
  const [address, setAddress] = useState('')
  const [found, setFound] = useState<{ of: string; list: YieldBalance[] }>()
  const [error, setError] = useState('')
  const networks = [...new Set(markets.map(({ network }) => network))]
  const look = (event: Event) => {
    event.preventDefault()
    const of = address.trim()
    setError('')
    call('YieldGetAggregateBalances', { queries: networks.map((network) => ({ address: of, network })) }).then(
      ({ payload }) => setFound({ of, list: JSON.parse(payload) as YieldBalance[] }),
      (failure: unknown) => setError(sayError(failure)),
    )
  }
  return (
    <Card id="positions" title="Positions of an address" note="as the protocols say">
      <form class="row pad" onSubmit={look}>
        <input
          class="text addr grow"
          aria-label="Address whose positions to show"
          placeholder="0x…"
          required
          pattern="0x[0-9a-fA-F]{40}"
          value={address}
          onInput={(event) => setAddress(event.currentTarget.value)}
          spellcheck={false}
          autocomplete="off"
        />
        <button type="submit" class="btn">
          Show
        </button>
      </form>
      {error && <p class="pad">{error}</p>}
      {found && found.list.length === 0 && <p class="pad">{shortAddress(found.of)} has nothing in these markets.</p>}
      {found && found.list.length > 0 && (
        <table>
          <thead>
            <tr>
              <th>Market</th>
              <th>Network</th>
              <th class="num">Amount</th>
              <th class="num">Dollars</th>
            </tr>
          </thead>
          <tbody>
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
          </tbody>
        </table>
      )}
    </Card>
  )
}
