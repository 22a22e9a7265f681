import { dollarsOf, nativeAddress } from '../data/directory.ts'
import type { callAdmin } from '../data/wire.ts'
import { usd } from '../view/format.ts'
import { Card, ChainBadge, Empty, Exact, numHead, Table } from '../view/parts.tsx'
import { hourMs, lastSpans } from './lastSpans.ts'
import { LineChart } from './lineChart.tsx'

type Earned = Awaited<ReturnType<typeof callAdmin<'GetEarnings'>>>
type BooksRow = Awaited<ReturnType<typeof callAdmin<'GetBooks'>>>['rows'][number]

const hoursShown = 24

/** Dollars earned and spent on gas. Tokens without a price are left out, and the page says so. */
export function totalsOf({ earnings, gas }: Earned) {
  const worth = (chainId: number, token: string, amount: bigint) => dollarsOf(chainId, token, amount) ?? 0
  const fees = earnings.reduce(
    (sum, one) => sum + worth(one.chainId, one.tokenAddress, BigInt(one.fees) + BigInt(one.relayFees)),
    0,
  )
  const spent = gas.reduce((sum, one) => sum + worth(one.chainId, nativeAddress, BigInt(one.amount)), 0)
  return { fees, spent }
}

/** Fees against gas, from the ledger. */
export function Earnings({ earned, byHour }: { earned: Earned; byHour: readonly BooksRow[] }) {
  const { fees, spent } = totalsOf(earned)
  const rows = [
    ...earned.earnings.flatMap(({ chainId, tokenAddress, fees, relayFees }) => [
      { chainId, token: tokenAddress, amount: BigInt(fees), what: 'Fees' },
      { chainId, token: tokenAddress, amount: BigInt(relayFees), what: 'Sending signed deposits' },
    ]),
    ...earned.gas.map(({ chainId, amount }) => ({
      chainId,
      token: nativeAddress,
      amount: -BigInt(amount),
      what: 'Gas',
    })),
  ].filter(({ amount }) => amount !== 0n)
  return (
    <Card id="earnings" title="Earned and spent" note={`the last 24 hours, ${usd(fees - spent)} left`}>
      <div class="body">
        <LineChart about="Dollars earned and spent on gas, by hour" points={pointsOf(byHour)} />
      </div>
      {rows.length === 0 ? (
        <Empty title="Nothing yet">
          <p>Fees and gas appear once their blocks are final.</p>
        </Empty>
      ) : (
        <Table label="Rows of earnings" heads={['What', 'On', numHead('Amount'), numHead('Dollars')]}>
          {rows.map(({ chainId, token, amount, what }) => (
            <tr key={what + chainId + token}>
              <td>{what}</td>
              <td>
                <ChainBadge id={chainId} />
              </td>
              <td class="num">
                <Exact chainId={chainId} token={token} amount={amount} />
              </td>
              <td class="num">{usd(dollarsOf(chainId, token, amount))}</td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  )
}

/** Each intent counts at the prices of its quote, so a past hour does not change with today's prices. */
function pointsOf(byHour: readonly BooksRow[]) {
  const found = new Map(byHour.map((row) => [Date.parse(row.start ?? ''), row]))
  return lastSpans(hoursShown, hourMs).map(({ fromMs, ...span }) => {
    const row = found.get(fromMs)
    return {
      ...span,
      earned: row ? row.feesUsd + row.relayFeesUsd + row.sponsoredUsd : 0,
      gas: row?.gasUsd ?? 0,
    }
  })
}
