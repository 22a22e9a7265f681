import type { movePlaces, moveReasons } from '../../interface/enums.ts'

export type Place = (typeof movePlaces)[number]
export type Reason = (typeof moveReasons)[number]

export const isIntent = (place: Place): boolean => place === 'originIntent' || place === 'destinationIntent'

/** One row of the ledger, as the receipt gives it. */
export type Move = {
  from: Place
  to: Place
  chainId: number
  tokenAddress: string
  amount: bigint
  why: Reason
  txnHash?: string
}

/** What the picture is drawn from. */
export type FlowInput = {
  moves: readonly Move[]
  status: 'QUOTED' | 'COMMITTED' | 'EXECUTING' | 'FAILED' | 'SUCCEEDED'
  originChainId: number
  destinationChainId: number
  routeProviders: readonly string[]
}

/**
 * `source`: money came from there. `intent`: an intent address. `market`: pools of one chain. `bridge`: between the chains. `end`: money
 * is there now and stays. `rest`: money lies at an intent address.
 */
export type NodeKind = 'source' | 'intent' | 'market' | 'bridge' | 'end' | 'rest'
export type FlowNode = { id: string; kind: NodeKind; place: Place; chainId: number }

/** What became of the money of a stream; `fee` is a thread, `past` was on the way of money that is still moving. */
export type StreamTone = 'ok' | 'move' | 'past' | 'back' | 'act' | 'fee' | 'plain'

export type Stream = {
  id: string
  from: string
  to: string
  chainId: number
  tokenAddress: string
  amount: bigint
  why: Reason
  tone: StreamTone
  txnHashes: string[]
  /** Rows of the ledger in it. */
  rows: number
}

export type Flow = {
  nodes: FlowNode[]
  streams: Stream[]
  /** Money that pools gave to an intent address and took again in the same token: no net movement, so it is not drawn. */
  churn: { chainId: number; tokenAddress: string; amount: bigint }[]
  /** What senders of transactions paid for gas, from their own money. */
  gas: Move[]
  /** More left a place than came: the books and the chain differ. Nothing is drawn green then. */
  problems: { place: Place; chainId: number; tokenAddress: string; missing: bigint }[]
}
