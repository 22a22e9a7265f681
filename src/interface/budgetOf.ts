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

/**
 * What the dearest honest call of an operation costs. `test/attack/noPanic.test.ts` looks that no call of an honest day costs more, and prints the hostile ones
 * beside it. Time is that of a busy machine; reads are those of the largest honest request where the local chains have less to read.
 */
const usual: Budget = { chainReads: 12, statements: 6, threadMs: 150 }

const own: { [N in OperationName | AdminOperationName]?: Budget } = {
  // With two tokens that were not known before, whose pools are looked for; 70 reads without. The first ones of a process ask how long each way took.
  QuoteIntent: { chainReads: 200, statements: 36, threadMs: 250 },
  GetTokenList: { ...usual, chainReads: 90 },
  // A hundred tokens that no feed prices.
  GetTokenPrices: { ...usual, chainReads: 800 },
  // One read for the balance of every listed token, many of which share a request.
  GetExactOutputRoutes: { ...usual, chainReads: 1_000 },
  ExecuteIntent: { ...usual, chainReads: 30 },
  AbortIntent: { ...usual, chainReads: 15 },
  PrepareIntentRecovery: { ...usual, chainReads: 15 },
  // One for each time that the intent moves while the call is held.
  WaitIntentReceipt: { ...usual, statements: 40 },
  // One read for every address and market, many of which share a request.
  YieldGetAggregateBalances: { ...usual, chainReads: 1_000 },
  YieldCreateEnterAction: usual,
  YieldCreateExitAction: usual,
  // A thousand rows.
  SearchIntents: { ...usual, threadMs: 500 },
  // Balances end a page after 500 reads.
  GetIntentHistory: { chainReads: 500, statements: 6, threadMs: 250 },
  GetIntentTransactionHistory: { ...usual, threadMs: 250 },
}

const times = 3

export function budgetOf(name: OperationName | AdminOperationName): Budget {
  const { chainReads, statements, threadMs } = own[name] ?? usual
  return { chainReads: times * chainReads, statements: times * statements, threadMs: times * threadMs }
}

/** Calls with a budget of their own wait for their turn where many come at once. */
export const isCostly = (name: OperationName): boolean => name in own
