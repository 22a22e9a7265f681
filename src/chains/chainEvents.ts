import type { Address, Hex } from '../interface/fields.ts'
import type { AttemptState } from '../stores/store.ts'

/** Events for logs and metrics. A node is named by its position in the configuration: its URL may hold an API key. */
export type ChainEvents = {
  nodeHealth(event: { chainId: number; node: string; healthy: boolean; why: string }): void
  /** The operator replaced the chain's nodes; `before`: how many there were. */
  nodesChanged(event: { chainId: number; before: number; nodes: number }): void
  /** The newest block that a quorum has. */
  head(event: { chainId: number; number: number; timestampS: number }): void
  nodesDisagree(event: { chainId: number; about: string }): void
  reorg(event: { chainId: number; forkBlock: number; depth: number }): void
  /** A reorg removed a block that counted as final. Steps that relied on it may be wrong: the operator must check. */
  finalityBroken(event: { chainId: number; forkBlock: number; finalBlock: number }): void
  laneTaken(event: { chainId: number; signer: Address; live: number; nextNonce: number }): void
  laneLost(event: { chainId: number; signer: Address; why: string }): void
  attempt(event: {
    chainId: number
    signer: Address
    nonce: number
    hash: Hex
    state: AttemptState | 'mined' | 'reorged'
    items: number
    /** The intents whose legs it carries or cancels; empty for a grant or a transaction that fills a nonce gap. */
    intentIds: readonly Hex[]
    why?: string
    /** When it was signed; set only on the attempt's last event. */
    signedAtMs?: number
  }): void
  gasBalance(event: { chainId: number; signer: Address; balance: bigint; low: boolean }): void
  /** Signing stops while fees exceed what a sender may pay. Reported when that begins and when it ends. */
  signingPaused(event: { chainId: number; isPaused: boolean; why: string }): void
  /** No attempt of ours and no mined transaction uses these nonces: a node once reported too high a count. */
  nonceGap(event: { chainId: number; signer: Address; from: number; to: number; action: 'filled' | 'freed' }): void
  /** How long the lane's lowest unmined nonce has been the lowest; 0 if all are mined. */
  laneMeasured(event: { chainId: number; signer: Address; stalledMs: number }): void
  /** A part of the sender's turn failed; emitted in every turn in which it fails. */
  senderFault(event: SenderWork & { error: unknown }): void
  /** The part succeeded after a failure. */
  senderWorks(event: SenderWork): void
}

export type SenderWork = { chainId: number; doing: string; signer?: Address }

export const silentEvents: ChainEvents = {
  nodeHealth: () => {},
  nodesChanged: () => {},
  head: () => {},
  nodesDisagree: () => {},
  reorg: () => {},
  finalityBroken: () => {},
  laneTaken: () => {},
  laneLost: () => {},
  attempt: () => {},
  gasBalance: () => {},
  signingPaused: () => {},
  nonceGap: () => {},
  laneMeasured: () => {},
  senderFault: () => {},
  senderWorks: () => {},
}
