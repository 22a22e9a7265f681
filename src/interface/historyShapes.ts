import { intentStatuses, sortOrders } from './enums.ts'
import { boolean, choice, cursor, hash, int, list, shape, text, time } from './fields.ts'
import { limits } from './limits.ts'
import { intentReceipt } from './receiptShapes.ts'
import { tokenBalance } from './tokenShapes.ts'

export const page = shape('Page', 'A place in a list. Send nextPage back unchanged to read on.', {
  column: text(64).optional().describe('Column that the page is ordered by'),
  before: cursor().optional().describe('Cursor: rows before this one'),
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
  pageSize: int(1, limits.historyPageMax)
    .optional()
    .describe(`Rows in a page, ${limits.historyPageDefault} by default`),
  more: boolean().optional().describe('Whether there are more rows'),
})

export const historyEntry = shape('IntentHistoryEntry', 'An intent in the history.', {
  intentId: hash().describe('Intent identifier'),
  status: choice(intentStatuses).describe('Current status'),
  expiresAt: time().describe('Expiry of the quote'),
  updatedAt: time().describe('Last update'),
  createdAt: time().describe('Creation'),
  receipt: intentReceipt.describe('The receipt'),
  hasBalance: boolean().optional().describe('Whether an intent address still holds something'),
  balances: list(tokenBalance, 100).optional().describe('What the intent addresses still hold'),
})
