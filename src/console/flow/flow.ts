import type { movePlaces, moveReasons } from '../../interface/enums.ts'

export type FlowPlace = (typeof movePlaces)[number]
export type Reason = (typeof moveReasons)[number]

export const isIntent = (place: FlowPlace): boolean => place === 'originIntent' || place === 'destinationIntent'

/** One row of the ledger, as the receipt gives it. */
export type FlowMove = {
  from: FlowPlace
  to: FlowPlace
  chainId: number
  tokenAddress: string
  amount: bigint
  why: Reason
  txnHash?: string
}

export type FlowInput = {
  moves: readonly FlowMove[]
  status: 'QUOTED' | 'COMMITTED' | 'EXECUTING' | 'FAILED' | 'SUCCEEDED'
  originChainId: number
  destinationChainId: number
  routeProviders: readonly string[]
}

/**
 * `source`: money came from there. `intent`: an intent address. `market`: pools of one chain. `bridge`: between the
 * chains. `end`: money is there now and stays. `rest`: money lies at an intent address.
 */
export type NodeKind = 'source' | 'intent' | 'market' | 'bridge' | 'end' | 'rest'
export type FlowNode = { id: string; kind: NodeKind; place: FlowPlace; chainId: number }

/** What became of a stream's money. `past`: an earlier part of money that still moves. `plain`: not known. */
export type StreamTone = 'ok' | 'move' | 'past' | 'back' | 'act' | 'fee' | 'plain'

export type FlowStream = {
  id: string
  from: string
  to: string
  chainId: number
  tokenAddress: string
  amount: bigint
  why: Reason
  tone: StreamTone
  txnHashes: string[]
  /** How many ledger rows it sums up. */
  rows: number
}

export type Flow = {
  nodes: FlowNode[]
  streams: FlowStream[]
  /** Money that pools or a bridge paid to an intent address and took back in the same token: not drawn. */
  churn: { chainId: number; tokenAddress: string; amount: bigint }[]
  /** Gas that relayers paid from their own money. */
  gas: FlowMove[]
  /** More left a place than came: ledger and chain differ. Then nothing is drawn green. */
  problems: { place: FlowPlace; chainId: number; tokenAddress: string; missing: bigint }[]
}
