import type { IntentReceipt } from '../../interface/receiptShapes.ts'
import type { Wire } from '../data/wire.ts'
import type { FlowMove, FlowPlace } from '../flow/flow.ts'

export type Receipt = Wire<IntentReceipt>

export const paysOwner = ({ summary, ownerAddress }: Receipt): boolean =>
  summary.destinationToAddress.toLowerCase() === ownerAddress.toLowerCase()

/** The state of an intent, in the pages' words. Steps that look alike to a reader are one state. */
export type StateName =
  | 'quoted'
  | 'ended'
  | 'committed'
  | 'awaitDeposit'
  | 'mining'
  | 'crossing'
  | 'lastStep'
  | 'goingBack'
  | 'succeeded'
  | 'refunded'
  | 'bridgeRefunded'
  | 'paidOnDestination'
  | 'held'
  | 'lapsed'

export type Held = { place: FlowPlace; chainId: number; token: string; amount: bigint }

export const movesOf = (receipt: Receipt): FlowMove[] =>
  (receipt.moves ?? []).map((move) => ({ ...move, amount: BigInt(move.amount) }))

/** Balances at the intent addresses, by the ledger. */
export function heldOf(moves: readonly FlowMove[]): Held[] {
  const held = new Map<string, Held>()
  const add = (place: FlowPlace, { chainId, tokenAddress: token }: FlowMove, amount: bigint) => {
    if (place !== 'originIntent' && place !== 'destinationIntent') return
    const key = `${place}:${chainId}:${token.toLowerCase()}`
    const one = held.get(key) ?? { place, chainId, token, amount: 0n }
    held.set(key, { ...one, amount: one.amount + amount })
  }
  for (const move of moves) {
    add(move.to, move, move.amount)
    add(move.from, move, -move.amount)
  }
  return [...held.values()].filter(({ amount }) => amount > 0n)
}

/** The first reason that a leg gives: its stable code (`SLIPPAGE`, `LATE`, …) and the text after it. */
export function reasonOf(receipt: Receipt): { code: string; text: string } | undefined {
  const { originTransaction, depositTransaction, destinationTransaction, refundTransaction } = receipt
  const legs = [originTransaction, destinationTransaction, depositTransaction, refundTransaction]
  const said = legs.map((leg) => leg?.statusReason).find((reason) => reason !== undefined)
  if (said === undefined) return undefined
  const [, code = '', text = ''] = /^([A-Z_]+): ?(.*)$/s.exec(said) ?? ['', '', said]
  return { code, text }
}

/** Whether a deposit was attempted and failed, rather than never made. */
export const isRefused = (receipt: Receipt): boolean =>
  ['DEPOSIT_REVERTED', 'DEPOSIT_REFUSED', 'PERMIT_USED'].includes(reasonOf(receipt)?.code ?? '')

export function stateOf(receipt: Receipt, nowMs: number): StateName {
  switch (receipt.status) {
    case 'QUOTED':
      return Date.parse(receipt.summary.expiresAt) > nowMs ? 'quoted' : 'ended'
    case 'COMMITTED':
      return 'committed'
    case 'EXECUTING':
      return executingState(receipt)
    case 'SUCCEEDED':
      return 'succeeded'
    case 'FAILED':
      return failedState(receipt)
  }
}

const isBegun = (status: string | undefined): boolean => status !== undefined && status !== 'UNKNOWN'

function executingState(receipt: Receipt): StateName {
  const { depositTransaction, originTransaction, destinationTransaction, refundTransaction } = receipt
  if (isBegun(refundTransaction?.status)) return 'goingBack'
  if (isBegun(destinationTransaction?.status)) return 'lastStep'
  if (originTransaction.status === 'SUCCEEDED') return 'crossing'
  if (isBegun(originTransaction.status) || depositTransaction.status === 'SUCCEEDED') return 'mining'
  return 'awaitDeposit'
}

function failedState(receipt: Receipt): StateName {
  const moves = movesOf(receipt)
  const code = reasonOf(receipt)?.code
  const back = moves.filter(({ to, why }) => to === 'owner' && why !== 'gas')
  if (heldOf(moves).length > 0) return 'held'
  if (!moves.some(({ to }) => to === 'originIntent')) return code === 'HELD' ? 'held' : 'lapsed'
  if (back.some(({ from }) => from === 'bridge') || code === 'BRIDGE_EXPIRED') return 'bridgeRefunded'
  const isElsewhere = receipt.originChainId !== receipt.destinationChainId
  const paidThere = isElsewhere && back.some(({ chainId }) => chainId === receipt.destinationChainId)
  return paidThere || code === 'DESTINATION_CALL' ? 'paidOnDestination' : 'refunded'
}
