import { intentStatuses, sortOrders, transactionStatuses } from './enums.ts'
import { bool, choice, cursor, hash, integer, list, shape, text, time } from './fields.ts'
import { limits } from './limits.ts'
import { intentReceipt, intentSummary } from './receiptShapes.ts'
import { tokenBalance } from './tokenShapes.ts'

export const pageShape = shape('Page', 'A place in a list. Send nextPage back unchanged to read on.', {
  column: text(64).optional().describe('Column that the page is ordered by'),
  before: cursor().optional().describe('Cursor: the rows just before this one; not together with after'),
  after: cursor().optional().describe('Cursor: rows after this one'),
  sort: list(
    shape('Sort', 'An order.', {
      column: text(64).describe('Column'),
      order: choice(sortOrders).describe('Direction'),
    }),
    1,
  )
    .optional()
    .describe('Order; createdAt, newest first, by default, and the only column'),
  pageSize: integer(1, limits.historyPageMax)
    .optional()
    .describe(`Rows in a page, ${limits.historyPageDefault} by default`),
  more: bool().optional().describe('Whether there are more rows'),
})

export const historyEntry = shape('IntentHistoryEntry', 'An intent in the history.', {
  intentId: hash().describe('Intent identifier'),
  status: choice(intentStatuses).describe('Current status'),
  expiresAt: time().describe('Expiry of the quote'),
  updatedAt: time().describe('Last update'),
  createdAt: time().describe('Creation'),
  receipt: intentReceipt.describe('The receipt'),
  hasBalance: bool().optional().describe('Whether an intent address still holds something'),
  balances: list(tokenBalance, 100).optional().describe('What the intent addresses still hold'),
})

export const transactionSummary = shape('IntentTransactionSummary', 'An intent at a glance, with its transactions.', {
  ...intentSummary.shape,
  depositTransactionHash: hash().optional().describe('Hash of the deposit, once it is in a block'),
  depositTransactionStatus: choice(transactionStatuses).describe('Status of the deposit'),
  originTransactionHash: hash().optional().describe('Hash of the origin transaction, once it is in a block'),
  originTransactionStatus: choice(transactionStatuses).describe('Status of the origin transaction'),
  destinationTransactionHash: hash()
    .optional()
    .describe('Hash of the destination transaction, once it is in a block; on one chain that of the origin'),
  destinationTransactionStatus: choice(transactionStatuses).describe(
    'Status of the destination transaction; on one chain that of the origin',
  ),
  updatedAt: time().describe('Last update'),
})
