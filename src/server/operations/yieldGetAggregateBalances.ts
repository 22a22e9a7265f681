import { formatUnits } from 'viem'
import { ServiceError } from '../../interface/errors.ts'
import type { YieldBalance } from '../../interface/yieldShapes.ts'
import type { Holding, Yields } from '../../yields/yieldProtocol.ts'
import type { Handler } from '../http/handler.ts'
import type { ServerPorts } from '../http/serverPorts.ts'

export function yieldGetAggregateBalances(yields: Yields): Handler<'YieldGetAggregateBalances'> {
  return async ({ queries }, { ports, cost }) => {
    const questions = queries.map(({ address, network }) => ({ owner: address, chainId: chainOf(network, ports) }))
    // Drop duplicate queries, so that no position is listed twice.
    const distinct = [...new Map(questions.map((one) => [`${one.chainId}:${one.owner}`, one])).values()]
    const answers = await yields.holdings(distinct, cost)
    const failed = answers.filter((answer) => !answer.ok)
    if (failed.length === answers.length) throw new ServiceError('QueryFailed', failed[0]?.why)
    const holdings = answers.flatMap((answer) => (answer.ok ? answer.holdings : []))
    return { payload: JSON.stringify(holdings.map(toWire)) }
  }
}

function chainOf(network: string, { chains }: ServerPorts): number {
  const definitions = [...chains.values()].map(({ definition }) => definition)
  const found = definitions.find((definition) => definition.network === network)
  if (found) return found.id
  const known = definitions.map((definition) => definition.network).join(', ')
  throw new ServiceError('UnsupportedNetwork', `network ${network} is not configured; configured: ${known}`)
}

function toWire({ market, owner, amount, amountUsd }: Holding): YieldBalance {
  const { id, network, token } = market
  return { yieldId: id, address: owner, network, amount: formatUnits(amount, token.decimals), amountUsd }
}
