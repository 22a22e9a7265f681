import type { DepositWayName, TransactionStatus, TransactionType } from '../interface/enums.ts'
import type { Address, Hex } from '../interface/fields.ts'
import type { Intent, Precondition } from '../interface/intentShapes.ts'
import type { FeeOption } from '../interface/quoteShapes.ts'
import type { DepositIntentEntry, DepositSignature } from '../interface/receiptShapes.ts'
import type { TokenMetadata } from '../interface/tokenShapes.ts'
import type { LedgerEntry } from './ledger.ts'
import type { Step } from './lifecycle.ts'
import type { Role } from './planBatches.ts'
import type { WalletConfig } from './wallet.ts'

/** The parts of an intent that move money, in the order they happen. */
export const legs = ['deposit', 'origin', 'destination', 'refund'] as const
export type Leg = (typeof legs)[number]

/** One leg as stored, a row each; the receipt shows nothing else. */
export type LegRecord = {
  id: number
  leg: Leg
  status: TransactionStatus
  type: TransactionType
  context: 'NONE' | 'CCTPV2_MESSAGE'
  chainId: number
  fromAddress?: Address
  toAddress?: Address
  tokenAddress?: Address
  tokenAmount?: bigint
  statusReason?: string
  calldata?: Hex
  metaTxnId?: Hex
  metaTxnFeeQuote?: bigint
  bridgeGas?: bigint
  precondition?: Precondition
  depositIntentEntry?: DepositIntentEntry
  txnHash?: Hex
  minedAtMs?: number
  blockNumber?: number
  createdAtMs: number
  updatedAtMs: number
}

/** How to recognise one bridge's transfer on chain. */
export type BridgePart = {
  provider: string
  inputToken: Address
  inputAmount: bigint
  outputToken: Address
  outputAmountMin: bigint
  /** The bridge may pay this token instead: wrapped ether to a recipient with code, ether to one without. */
  outputTokenOtherwise?: Address
  /** Unix seconds after which an unfilled deposit goes back. */
  fillDeadlineS?: number
}

/**
 * Everything that crosses. With `parts` two bridges carry it; the other fields hold their sums, named after the first,
 * and the destination batch waits for the sum. Without `parts` (all older records) there is one bridge.
 */
export type BridgeFacts = BridgePart & { parts?: BridgePart[] }

export const bridgeParts = (bridge: BridgeFacts): readonly BridgePart[] => bridge.parts ?? [bridge]

/** The least that one bridge delivers at once. A smaller arrival came from another payer. */
export const leastArrival = (bridge: BridgeFacts): bigint =>
  bridgeParts(bridge).reduce(
    (least, { outputAmountMin }) => (outputAmountMin < least ? outputAmountMin : least),
    bridge.outputAmountMin,
  )

/** Tokens in which a bridge may pay. */
export const bridgeTokens = ({ outputToken, outputTokenOtherwise }: BridgeFacts): Address[] =>
  outputTokenOtherwise ? [outputToken, outputTokenOtherwise] : [outputToken]

/** Facts for the engine; callers never see them. */
export type ExecutionPlan = {
  origin: WalletConfig
  /** What each call of the origin batch is for, in order. */
  originRoles: Role[]
  destination?: WalletConfig
  destinationRoles?: Role[]
  bridge?: BridgeFacts
  feeToken: Address
  feeAmount: bigint
  feeCollector: Address
  valueUsd: number
  /** Ways to pay for a relayed deposit that were offered. */
  feeOptions: FeeOption[]
  /** The fee for relaying by each way that was offered. */
  depositFees: Partial<Record<DepositWayName, bigint>>
  /** Ways whose fee the project pays: the fee that the owner would pay, and what of the budget is reserved for it. */
  sponsored?: Partial<Record<DepositWayName, { fee: bigint; microUsd: bigint }>>
  originGasLimit: bigint
  destinationGasLimit?: bigint
  originToken?: TokenMetadata
  destinationToken?: TokenMetadata
  /** From this Unix second anyone may refund the origin wallet; the destination's configuration has its own. */
  refundAtS: number
}

/**
 * Notes of one step for later ones, grouped by part of the way. Small, and never the only place of a fact about money:
 * the ledger and the legs hold those.
 */
export type IntentProgress = {
  /** Canonical form of the arguments ExecuteIntent was accepted with. */
  executedWith?: string
  /** The deposit as ExecuteIntent announced it; with neither field the engine watches the address for a transfer. */
  deposit?: {
    hash?: Hex
    signature?: DepositSignature
    /** A reorganisation removed it from its block: wait for finality from now on. */
    reorged?: true
  }
  /** The project pays for relaying: the budget reserved, and the amount spent once the deposit is through. */
  sponsor?: { reservedMicroUsd: bigint; spentMicroUsd?: bigint }
  origin?: BatchProgress
  bridge?: {
    /** The call that delivers the bridge's message. */
    message?: { to: Address; data: Hex }
    /** Times it was sent. */
    messageSends?: number
    /** The block from which the bridge's refund is looked for next. */
    refundFromBlock?: number
    /** A reorganisation removed its payment from a block: wait for finality from now on. */
    reorged?: true
    /** Of two bridges, the providers whose part expired and is booked as given back to the owner. */
    returned?: string[]
  }
  destination?: BatchProgress
  /** Of a short deposit: its balance in the final block and in the newest, and the entries that are not final. */
  short?: { final: bigint; newest: bigint; unfinal: LedgerEntry[] }
  /** Not final yet: the batch that pays the recipient, and the amount paid. */
  arrived?: { txnHash: Hex; amount: bigint }
  refund?: {
    /** Why the money is refunded; shown as the leg's `statusReason`. */
    reason?: string
    /** The wallet to empty; absent: the origin's. */
    side?: 'origin' | 'destination'
    /** The leg that fails once the money is back. Until then anyone may run the batch, and no status moves backward. */
    failedLeg?: 'deposit' | 'destination'
    /** Refunds handed to the sender, and searches without one; at `triesMax` the intent ends with held funds. */
    tries?: number
    /** Polls whose simulation showed that the refund would move nothing. */
    foreseen?: number
  }
  /** Refunds of deposits that arrived after the intent had ended. */
  lateRefunds?: {
    sends?: number
    lastSentMs?: number
    /** The origin batch ran after the end, so the destination wallet is polled as well. */
    crossed?: boolean
  }
  /** Consecutive failures of the step; the worker's backoff grows with it. */
  failures?: number
  /** An arrival that no transaction explains yet, in which step and since when. */
  unproven?: { step: Step; sinceMs: number }
  /** The intent ended before nodes had reported every movement: since when the engine asks for the rest. */
  untold?: { sinceMs: number }
}

export type BatchProgress = {
  /** The block from which evidence about the batch is looked for. */
  fromBlock?: number
  /** The batch was handed to the sender; after a reorganisation, the step that watches it handles it. */
  handedOver?: true
  /** Its run was in a block, and later steps started before that block was final. */
  ahead?: true
  /** A reorganisation removed its run for good. A bridge transfer that arrived anyway is still delivered. */
  lost?: true
  /** Times the batch was handed to the sender again because all attempts had failed. */
  resends?: number
  /** Runs that were mined without effect before it was handed over again. */
  runsInVain?: number
  /** A strict run failed: the number of blocks since then in which it would fail again, and the last of them. */
  failing?: { blocks: number; lastBlock: number; lastMs: number; why: string }
  /** Id of the newest finished attempt: it ran the batch without effect, or carried something else. */
  lastAttempt?: number
  /** The failure persists: the batch goes out tolerantly, so that its fallback pays back. */
  tolerant?: boolean
}

/** A copy of `progress` with some fields of one group replaced. */
export const withProgress = <Group extends ProgressGroup>(
  progress: IntentProgress,
  group: Group,
  change: Partial<NonNullable<IntentProgress[Group]>>,
): IntentProgress => ({ ...progress, [group]: { ...progress[group], ...change } })

type ProgressGroup = Exclude<keyof IntentProgress, 'executedWith' | 'short' | 'failures' | 'unproven' | 'untold'>

export type IntentRecord = {
  id: number
  projectId: number
  intentId: Hex
  step: Step
  intent: Intent
  plan: ExecutionPlan
  progress: IntentProgress
  legs: LegRecord[]
  createdAtMs: number
  updatedAtMs: number
  expiresAtMs: number
  committedAtMs?: number
  executeByMs?: number
  startedAtMs?: number
  /** When the payment to the recipient was seen in a block. */
  arrivedAtMs?: number
  finishedAtMs?: number
  /** When the next step is due; absent when nothing is left to do. */
  dueAtMs?: number
}
