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

/** About three times what the dearest honest call of each operation costs on a busy machine; `test/attack/noPanic.test.ts` prints what calls cost. */
const usual: Budget = { chainReads: 36, statements: 20, threadMs: 500 }
const ofLists: Budget = { chainReads: 600, statements: 20, threadMs: 1_000 }

const own: { [N in OperationName | AdminOperationName]?: Budget } = {
  // With two tokens that were not known before, whose pools are looked for.
  QuoteIntent: { chainReads: 600, statements: 100, threadMs: 1_000 },
  GetTokenList: { ...usual, chainReads: 270 },
  GetTokenPrices: { ...usual, chainReads: 2_400 },
  // One read for the balance of every listed token, many of which share a request.
  GetExactOutputRoutes: { ...usual, chainReads: 3_000 },
  ExecuteIntent: { ...usual, chainReads: 90 },
  AbortIntent: { ...usual, chainReads: 45 },
  PrepareIntentRecovery: { ...usual, chainReads: 45 },
  WaitIntentReceipt: { ...usual, statements: 120 },
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
