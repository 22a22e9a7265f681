import { dollarsOf, nativeAddress } from '../data/directory.ts'
import type { callAdmin } from '../data/wire.ts'
import { usd } from '../view/format.ts'
import { Card, ChainBadge, Empty, Exact, numHead, Table } from '../view/parts.tsx'
import { hourMs, lastSpans } from './lastSpans.ts'
import { LineChart } from './lineChart.tsx'

type Earned = Awaited<ReturnType<typeof callAdmin<'GetEarnings'>>>
type Books = Awaited<ReturnType<typeof callAdmin<'GetBooks'>>>

const hoursShown = 24

/** Everything that was earned, dollars at the prices of the quotes. */
export const earnedUsd = ({ feesUsd, relayFeesUsd, sponsoredUsd }: Books['total']): number =>
  feesUsd + relayFeesUsd + sponsoredUsd

/** Fees against gas, from the ledger. */
export function Earnings({ earned, books }: { earned: Earned; books: Books }) {
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
    <Card id="earnings" title="Earned and spent" note={`the last 24 hours, ${usd(books.total.resultUsd)} left`}>
      <div class="body">
        <LineChart about="Dollars earned and spent on gas, by hour" points={pointsOf(books)} />
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
function pointsOf({ rows }: Books) {
  const found = new Map(rows.map((row) => [Date.parse(row.start ?? ''), row]))
  return lastSpans(hoursShown, hourMs).map(({ fromMs, ...span }) => {
    const row = found.get(fromMs)
    return {
      ...span,
      earned: row ? earnedUsd(row) : 0,
      gas: row?.gasUsd ?? 0,
    }
  })
}
