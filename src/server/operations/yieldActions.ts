import type { CallCost } from '../../host/callCost.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Request } from '../../interface/operations.ts'
import type { YieldAction } from '../../interface/yieldShapes.ts'
import type { YieldActionRequest, Yields } from '../../yields/yieldProtocol.ts'
import type { Handlers } from '../http/handler.ts'

/** Unsigned transactions into and out of a market. Stores nothing: the wallet decides whether to send them. */
export function yieldActions(
  yields: Yields,
): Pick<Required<Handlers>, 'YieldCreateEnterAction' | 'YieldCreateExitAction'> {
  const answer = async (request: YieldActionRequest, cost: CallCost) => {
    const { market, calls } = await yields.action(request, cost)
    const action: YieldAction = {
      earnMarketId: market.id,
      userWalletAddress: request.owner,
      action: request.action,
      simulated: true,
      transactions: calls.map(({ type, to, data }) => ({
        type,
        chainId: market.chainId,
        from: request.owner,
        to,
        data,
        value: '0',
      })),
    }
    return { payload: JSON.stringify(action) }
  }
  return {
    YieldCreateEnterAction: ({ earnMarketId, userWalletAddress, args }, { cost }) => {
      if (args?.amount === undefined) throw new ServiceError('InvalidArgument', 'args.amount: is required')
      return answer({ marketId: earnMarketId, owner: userWalletAddress, action: 'enter', amount: args.amount }, cost)
    },
    YieldCreateExitAction: ({ earnMarketId, userWalletAddress, args }, { cost }) =>
      answer({ marketId: earnMarketId, owner: userWalletAddress, action: 'exit', amount: exitAmount(args) }, cost),
  }
}

type ExitArgs = Request<'YieldCreateExitAction'>['args']

function exitAmount({ amount, shareAmount, useMaxAmount }: NonNullable<ExitArgs> = {}) {
  const amounts = [amount !== undefined, shareAmount !== undefined, useMaxAmount === true].filter(Boolean)
  if (amounts.length !== 1)
    throw new ServiceError('InvalidArgument', 'args: needs exactly one of amount, shareAmount and useMaxAmount')
  if (amount !== undefined) return { assets: amount }
  return shareAmount === undefined ? ('all' as const) : { shares: shareAmount }
}
