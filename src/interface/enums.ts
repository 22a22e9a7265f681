/** Values of the interface's enumerations, in the order a reader meets them. */
export const intentStatuses = ['QUOTED', 'COMMITTED', 'EXECUTING', 'FAILED', 'SUCCEEDED'] as const
export const transactionStatuses = [
  'UNKNOWN',
  'PENDING',
  'RELAYING',
  'RELAYED',
  'MINING',
  'SUCCEEDED',
  'FAILED',
] as const
export const tradeTypes = ['EXACT_INPUT', 'EXACT_OUTPUT'] as const
export const transactionTypes = ['UNKNOWN', 'DEPOSIT', 'ORIGIN', 'DESTINATION', 'ROUTE', 'REFUND'] as const
export const transactionContexts = ['NONE', 'CCTPV2_MESSAGE'] as const
export const fundMethods = ['WALLET', 'DIRECT_TRANSFER'] as const
export const preferences = ['RECOMMENDED', 'FASTEST', 'CHEAPEST', 'TRUSTLESS'] as const
export const chainGasUsageStatuses = ['NORMAL', 'BUSY', 'VERY_BUSY'] as const
export const intentProtocols = ['v1'] as const
export const preconditionTypes = ['tokenMinBalance'] as const
export const yieldTypes = ['lending', 'vault'] as const
export const yieldSorts = ['rewardRateAsc', 'rewardRateDesc', 'tvlAsc', 'tvlDesc'] as const
export const sortOrders = ['DESC', 'ASC'] as const

export type IntentStatus = (typeof intentStatuses)[number]
export type TransactionStatus = (typeof transactionStatuses)[number]
export type TradeType = (typeof tradeTypes)[number]
export type TransactionType = (typeof transactionTypes)[number]

/** What happens to a batch when one of its calls fails. */
export const behaviorOnError = { ignore: 0, revertBatch: 1, stopBatch: 2 } as const

export const isFinal = (status: IntentStatus): boolean => status === 'SUCCEEDED' || status === 'FAILED'
