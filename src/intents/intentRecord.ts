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

/** One leg as stored, one row per leg. */
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
 * Everything that crosses. With `parts`, two bridges share it: the other fields hold the sums and the first bridge's
 * names, and the destination batch waits for the sum. Without `parts` (all older records) there is one bridge.
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

/** Facts for the engine, never shown to callers. */
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
  /** The fee options offered for a relayed deposit. */
  feeOptions: FeeOption[]
  /** The relay fee of each offered way. */
  depositFees: Partial<Record<DepositWayName, bigint>>
  /** Ways whose fee the project pays: the fee without sponsorship, and the budget reserved for it. */
  sponsored?: Partial<Record<DepositWayName, { fee: bigint; microUsd: bigint }>>
  originGasLimit: bigint
  destinationGasLimit?: bigint
  originToken?: TokenMetadata
  destinationToken?: TokenMetadata
  /** From this Unix second anyone may refund the origin wallet; the destination's configuration has its own. */
  refundAtS: number
}

/**
 * Notes that a step leaves for later steps, grouped by leg. Small, and never the only record of money: that is the
 * ledger and the legs.
 */
export type IntentProgress = {
  /** Canonical form of the accepted ExecuteIntent arguments. */
  executedWith?: string
  /** The deposit as ExecuteIntent announced it; with neither field the engine watches the address for a transfer. */
  deposit?: {
    hash?: Hex
    signature?: DepositSignature
    /** A reorganisation removed it from its block: wait for finality from now on. */
    reorged?: true
  }
  /** The project pays for relaying: the budget reserved, and the amount spent once the deposit has succeeded. */
  sponsor?: { reservedMicroUsd: bigint; spentMicroUsd?: bigint }
  origin?: BatchProgress
  bridge?: {
    /** The call that delivers the bridge's message. */
    message?: { to: Address; data: Hex }
    /** Times it was sent. */
    messageSends?: number
    /** The block from which the next search for the bridge's refund starts. */
    refundFromBlock?: number
    /** A reorganisation removed the bridge's payment: wait for finality from now on. */
    reorged?: true
    /** With two bridges: the providers whose part expired and is booked as refunded to the owner. */
    returned?: string[]
  }
  destination?: BatchProgress
  /** A short deposit: the balance in the final and in the newest block, and the ledger entries that are not final. */
  short?: { final: bigint; newest: bigint; unfinal: LedgerEntry[] }
  /** The payment to the recipient while it is not final: transaction and amount. */
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
  /** An arrival that no transaction explains yet: the step that saw it, and when. */
  unproven?: { step: Step; sinceMs: number }
  /** The intent ended before nodes had reported every movement: when the engine began to ask for the rest. */
  untold?: { sinceMs: number }
}

export type BatchProgress = {
  /** The block from which the search for evidence about the batch starts. */
  fromBlock?: number
  /** The batch was handed to the sender; after a reorganisation, the step that watches it handles it. */
  handedOver?: true
  /** The run was mined, and later steps started before its block was final. */
  ahead?: true
  /** A reorganisation removed the run for good. A bridge transfer that arrived anyway is still delivered. */
  lost?: true
  /** Times the batch was handed to the sender again because all attempts had failed. */
  resends?: number
  /** Runs mined without effect before the batch was handed over again. */
  runsInVain?: number
  /** A strict run failed: how many blocks have shown that it would fail again, the last of them, and why. */
  failing?: { blocks: number; lastBlock: number; lastMs: number; why: string }
  /** Attempts up to this id ran without effect or carried something else (the bridge's message): ignore them. */
  lastAttempt?: number
  /** The failure persists: send the batch tolerantly, so that its fallback refunds. */
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
