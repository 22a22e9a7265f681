import type { AdminOperationName } from './adminOperations.ts'
import type { OperationName } from './operations.ts'

/** What a call may cost besides its time and its bytes; one that needs more ends with `Timeout`. */
export type Budget = {
  /** Reads of chains. Several may share one request to a node. */
  chainReads: number
  /** Statements of the database. */
  statements: number
  /** Milliseconds of the main thread for its long pieces of work: searching, checking and printing. */
  threadMs: number
}

/** About three times what the dearest honest call of each operation costs; `test/attack/noPanic.test.ts` prints what calls cost. */
const usual: Budget = { chainReads: 30, statements: 30, threadMs: 1_000 }
const ofLists: Budget = { chainReads: 600, statements: 60, threadMs: 2_000 }

const own: { [N in OperationName | AdminOperationName]?: Budget } = {
  QuoteIntent: { chainReads: 120, statements: 200, threadMs: 2_000 },
  ExecuteIntent: { ...usual, chainReads: 90 },
  AbortIntent: { ...usual, chainReads: 45 },
  PrepareIntentRecovery: { ...usual, chainReads: 45 },
  WaitIntentReceipt: { ...usual, statements: 300 },
  // One read for every address and market, many of which share a request.
  YieldGetAggregateBalances: { ...usual, chainReads: 3_000 },
  YieldCreateEnterAction: { ...usual },
  YieldCreateExitAction: { ...usual },
  SearchIntents: ofLists,
  GetIntentHistory: ofLists,
  GetIntentTransactionHistory: ofLists,
}

export const budgetOf = (name: OperationName | AdminOperationName): Budget => own[name] ?? usual

/** Calls with a budget of their own wait for their turn where many come at once. */
export const isCostly = (name: OperationName): boolean => name in own
