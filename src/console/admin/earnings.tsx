import { nativeAddress, usdOf } from '../data/directory.ts'
import type { callAdmin } from '../data/wire.ts'
import { usd } from '../view/format.ts'
import { Card, ChainBadge, Empty, Exact } from '../view/parts.tsx'

type Earned = Awaited<ReturnType<typeof callAdmin<'GetEarnings'>>>

/** Dollars of all that was earned, and of the gas; what has no price is left out and said. */
export function totalsOf({ earnings, gas }: Earned) {
  const worth = (chainId: number, token: string, amount: bigint) => usdOf(chainId, token, amount) ?? 0
  const fees = earnings.reduce(
    (sum, one) => sum + worth(one.chainId, one.tokenAddress, BigInt(one.fees) + BigInt(one.relayFees)),
    0,
  )
  const spent = gas.reduce((sum, one) => sum + worth(one.chainId, nativeAddress, BigInt(one.amount)), 0)
  return { fees, spent }
}

/** What fees brought against what gas cost, by the ledger. */
export function Earnings({ earned }: { earned: Earned }) {
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
    <Card
      id="earnings"
      title="Earnings against gas"
      note={`the last 24 hours: ${usd(fees)} earned, ${usd(spent)} spent, ${usd(fees - spent)} left`}
    >
      {rows.length === 0 ? (
        <Empty title="Nothing yet">
          <p>Fees and gas appear once their blocks are final.</p>
        </Empty>
      ) : (
        <table>
          <thead>
            <tr>
              <th>What</th>
              <th>On</th>
              <th class="num">Amount</th>
              <th class="num">Dollars</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ chainId, token, amount, what }) => (
              <tr key={what + chainId + token}>
                <td>{what}</td>
                <td>
                  <ChainBadge id={chainId} />
                </td>
                <td class="num">
                  <Exact chainId={chainId} token={token} amount={amount} />
                </td>
                <td class="num">{usd(usdOf(chainId, token, amount))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}
