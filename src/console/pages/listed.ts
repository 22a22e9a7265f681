import { movesOf, type Receipt, type StateName, stateOf } from '../intent/state.ts'
import { now } from '../view/now.ts'

/** The fields of a row. A receipt is ten times as large, and a list holds thousands. */
export type Listed = Pick<Receipt, 'intentId' | 'status' | 'createdAt' | 'originChainId' | 'destinationChainId'> & {
  /** Only a late payment can still change it. */
  isOver: boolean
  /** As of the read; `stateAt` lets a quote expire without another. */
  state: StateName
  expiresAtMs: number
  startedAtMs?: number
  finishedAtMs?: number
  route: readonly string[]
  paid: Amount
  /** What arrived or is expected to. */
  out: Amount
  hasArrived: boolean
  /** Refunds to the owner, by token. */
  back: readonly Amount[]
}

type Amount = { chainId: number; token: string; amount: bigint }

const time = (at: string | undefined): number | undefined => (at === undefined ? undefined : Date.parse(at))

export function listedOf(receipt: Receipt): Listed {
  const { summary, intentId, status, createdAt, originChainId, destinationChainId } = receipt
  return {
    intentId,
    status,
    createdAt,
    originChainId,
    destinationChainId,
    isOver: status === 'SUCCEEDED' || status === 'FAILED',
    state: stateOf(receipt, now()),
    expiresAtMs: Date.parse(summary.expiresAt),
    startedAtMs: time(summary.startedAt),
    finishedAtMs: time(summary.finishedAt),
    route: summary.routeProviders,
    paid: { chainId: originChainId, token: summary.originTokenAddress, amount: BigInt(summary.originTokenAmount) },
    out: {
      chainId: destinationChainId,
      token: summary.destinationTokenAddress,
      amount: BigInt(summary.destinationTokenAmount),
    },
    hasArrived: summary.arrived === true,
    back: status === 'FAILED' ? backOf(receipt) : [],
  }
}

function backOf(receipt: Receipt): Amount[] {
  const sums = new Map<string, Amount>()
  for (const { to, why, chainId, tokenAddress, amount } of movesOf(receipt)) {
    if (to !== 'owner' || why === 'gas') continue
    const key = `${chainId}:${tokenAddress.toLowerCase()}`
    sums.set(key, { chainId, token: tokenAddress, amount: (sums.get(key)?.amount ?? 0n) + amount })
  }
  return [...sums.values()]
}

/** The row's state now. */
export const stateAt = (row: Listed, nowMs: number): StateName =>
  row.state === 'quoted' && row.expiresAtMs <= nowMs ? 'ended' : row.state
