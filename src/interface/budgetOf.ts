import type { AdminOperationName } from './adminOperations.ts'
import type { OperationName } from './operations.ts'

/** A call's budget besides time and bytes; a call that exceeds it ends with `Timeout`. */
export type Budget = {
  /** Reads of chains. Several may share one request to a node. */
  chainReads: number
  /** Statements of the database. */
  statements: number
  /** Milliseconds of the main thread for its long pieces of work: searching, checking and printing. */
  threadMs: number
}

/**
 * The cost of an operation's costliest honest call; its budget is `times` that. `test/attack/noPanic.test.ts` checks
 * reads and statements. Times are from a busy machine, at least the 25 ms of a garbage collection. Reads are those of
 * the largest honest request, even if the local chains have less to read.
 */
const usual: Budget = { chainReads: 0, statements: 3, threadMs: 25 }

/** Concurrent calls of these take turns, except those of WaitIntentReceipt, which only wait. */
const costly: { [N in OperationName]?: Budget } = {
  // With two unknown tokens, whose pools are searched; 70 reads without. Early quotes also read each way's durations.
  QuoteIntent: { chainReads: 200, statements: 36, threadMs: 250 },
  GetTokenList: { chainReads: 90, statements: 0, threadMs: 25 },
  // A hundred tokens that no feed prices.
  GetTokenPrices: { chainReads: 800, statements: 0, threadMs: 25 },
  // One read for the balance of every listed token, many of which share a request.
  GetExactOutputRoutes: { chainReads: 1_000, statements: 0, threadMs: 50 },
  ExecuteIntent: { chainReads: 30, statements: 6, threadMs: 50 },
  AbortIntent: { chainReads: 15, statements: 6, threadMs: 25 },
  PrepareIntentRecovery: { chainReads: 15, statements: 3, threadMs: 25 },
  // One read of the step each time the intent moves while the call is held.
  WaitIntentReceipt: { chainReads: 0, statements: 40, threadMs: 100 },
  // One read for every address and market, many of which share a request.
  YieldGetAggregateBalances: { chainReads: 1_000, statements: 0, threadMs: 25 },
  YieldCreateEnterAction: { chainReads: 12, statements: 0, threadMs: 25 },
  YieldCreateExitAction: { chainReads: 12, statements: 0, threadMs: 25 },
  // A thousand rows, fifty a statement.
  SearchIntents: { chainReads: 0, statements: 21, threadMs: 500 },
  // Balances end a page after 500 reads.
  GetIntentHistory: { chainReads: 500, statements: 6, threadMs: 250 },
  GetIntentTransactionHistory: { chainReads: 0, statements: 6, threadMs: 250 },
}

const own: { [N in OperationName | AdminOperationName]?: Budget } = {
  ...costly,
  GetExactInputRoutes: { chainReads: 0, statements: 0, threadMs: 50 },
  CommitIntent: { chainReads: 6, statements: 6, threadMs: 50 },
  RetryIntent: { chainReads: 15, statements: 9, threadMs: 25 },
  // The longest row takes 15 ms to print.
  GetIntent: { chainReads: 0, statements: 1, threadMs: 50 },
  GetIntentReceipt: { chainReads: 0, statements: 2, threadMs: 50 },
  BuildIntentRecoveryTransaction: { ...usual, chainReads: 3 },
  // Balance and nonce of each signer.
  GetSigners: { chainReads: 100, statements: 2, threadMs: 25 },
  // 64 pools of each of two swaps, with their ticks.
  ReplayIntent: { chainReads: 1_000, statements: 2, threadMs: 100 },
  ListLedger: { ...usual, threadMs: 100 },
  GetProviderHistory: { ...usual, threadMs: 100 },
  GetUsageByHour: { ...usual, threadMs: 100 },
  ListRequests: { ...usual, threadMs: 100 },
}
const times = 3

export function budgetOf(name: OperationName | AdminOperationName): Budget {
  const { chainReads, statements, threadMs } = own[name] ?? usual
  return { chainReads: times * chainReads, statements: times * statements, threadMs: times * threadMs }
}

export const isCostly = (name: OperationName): boolean => Object.hasOwn(costly, name)
