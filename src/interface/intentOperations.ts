import * as z from 'zod'
import { commitIntentShape } from './commitIntent.ts'
import { depositWay } from './depositWay.ts'
import { depositWayNames, intentStatuses, transactionStatuses } from './enums.ts'
import { address, bool, chainId, choice, hash, integer, list, shape, text, unixSeconds } from './fields.ts'
import { historyEntry, pageShape, transactionSummary } from './historyShapes.ts'
import { depositTransaction, intent } from './intentShapes.ts'
import { limits } from './limits.ts'
import type { OperationRow } from './operationRow.ts'
import { gasFeeOptions, offersMax, quoteOffer, quoteRequest } from './quoteShapes.ts'
import { depositSignature, intentReceipt } from './receiptShapes.ts'

const transactionState = shape('TransactionState', 'A leg that the intent will have.', {
  id: text(64).describe('origin.deposit, origin.execute or destination.execute'),
  label: text().describe('For people'),
  chainId: chainId().describe('Chain of the leg'),
})

const intentIdRequest = z.object({ intentId: hash().describe('Intent identifier') })

const reads = { area: 'Intents', access: 'project', effect: 'read' } as const
const moves = { area: 'Intents', access: 'project', effect: 'value' } as const

/** The life of an intent, from the quote to the receipt. */
export const intentOperations = {
  QuoteIntent: {
    summary: 'Quote an outcome: what it costs, what arrives, and the calls that do it.',
    ...moves,
    request: quoteRequest,
    response: z.object({
      intent: intent.describe('The quoted intent; pass it to CommitIntent unmodified'),
      gasFeeOptions: gasFeeOptions.describe('Ways to pay for the deposit transaction'),
      depositWays: list(depositWay, depositWayNames.length)
        .optional()
        .describe('How this owner can make the deposit, cheapest for the owner first'),
      transactionStates: list(transactionState, 8).optional().describe('The legs that the intent will have'),
      passthrough: shape('Passthrough', 'The same outcome without an intent.', {
        eligible: bool().describe('Whether one direct transaction has the same outcome'),
        passthroughTransaction: depositTransaction.optional().describe('That transaction'),
      })
        .optional()
        .describe('The same outcome without an intent'),
      offers: list(quoteOffer, offersMax)
        .optional()
        .describe(
          'Every way that was considered: the chosen one, the others best first, then what was refused and why',
        ),
      notes: list(text(1_024), 8).optional().describe('What was done otherwise than asked'),
    }),
    errors: [
      'WebrpcEndpoint',
      'Unavailable',
      'QueryFailed',
      'IntentsSkipped',
      'HighPriceImpact',
      'UnsupportedNetwork',
      'IntentsDisabled',
      'ChainNodeHealth',
    ],
  },
  CommitIntent: {
    summary: 'Commit a quoted intent: rates are reserved and the intent is prepared for execution.',
    ...moves,
    request: z.object({
      intent: commitIntentShape.describe('The complete object returned by QuoteIntent, unmodified'),
    }),
    response: z.object({ intentId: hash().describe('Intent identifier') }),
    errors: ['NotFound', 'QuoteExpired', 'IntentStatus', 'RequestConflict', 'Unavailable', 'IntentsDisabled'],
  },
  ExecuteIntent: {
    summary: 'Start a committed intent: by deposit transaction hash, by signature, or by watching the intent address.',
    ...moves,
    request: z
      .object({
        intentId: hash().describe('Intent identifier'),
        depositTransactionHash: hash().optional().describe('Hash of the deposit that the owner sent'),
        depositSignature: depositSignature.optional().describe('A signed deposit that the service relays'),
      })
      .refine(
        (request) => request.depositTransactionHash === undefined || request.depositSignature === undefined,
        'takes depositTransactionHash or depositSignature, not both',
      ),
    response: z.object({
      intentId: hash().describe('Intent identifier'),
      intentStatus: choice(intentStatuses).describe('Status after the call'),
    }),
    errors: ['NotFound', 'QuoteExpired', 'IntentStatus', 'RequestConflict', 'IntentsDisabled', 'ChainNodeHealth'],
  },
  RetryIntent: {
    summary: 'Name the deposit of an intent again: one that came late, or under another hash than was said.',
    ...moves,
    request: z.object({
      intentId: hash().describe('Intent identifier'),
      depositTransactionHash: hash().describe('Hash of the deposit that the owner sent'),
    }),
    response: z.object({
      intentId: hash().describe('Intent identifier'),
      intentStatus: choice(intentStatuses).describe('Status after the call'),
    }),
    errors: ['NotFound', 'QuoteExpired', 'IntentStatus', 'IntentsDisabled', 'ChainNodeHealth'],
  },
  GetIntent: {
    summary: 'Read one intent.',
    ...reads,
    request: intentIdRequest,
    response: z.object({ intent: intent.describe('The intent') }),
    errors: ['NotFound'],
  },
  SearchIntents: {
    summary: 'Find intents by owner, address, hash or other criteria; filters combine with AND, newest first.',
    ...reads,
    request: z
      .object({
        byIntentId: hash().optional().describe('Match by intent identifier'),
        byProjectId: integer().optional().describe('Match by project'),
        byTransactionHash: hash().optional().describe('Match by the hash of any leg'),
        byDepositTransactionHash: hash().optional().describe('Match by the hash of the deposit'),
        byOwnerAddress: address().optional().describe('Match by the wallet that created the intent'),
        byOriginIntentAddress: address().optional().describe('Match by origin-chain intent address'),
        byDestinationIntentAddress: address().optional().describe('Match by destination-chain intent address'),
        byQueryString: text(limits.queryStringCharsMax)
          .optional()
          .describe('Terms that must all match: id, hash, address, prefix, symbol, status or chain name'),
      })
      .refine(
        (filters) => Object.values(filters).some((filter) => filter !== undefined),
        'needs at least one filter, such as byOwnerAddress, byTransactionHash or byQueryString',
      ),
    response: z.object({
      intents: list(intent, limits.searchIntentsMax).describe(
        'Matches, newest first; fewer where their call data is long',
      ),
    }),
    errors: ['QueryFailed'],
  },
  GetIntentHistory: {
    summary: 'Page through intents with their receipts, newest first.',
    ...reads,
    request: z.object({
      page: pageShape.optional().describe('Where to read on'),
      byProjectId: integer().optional().describe('Match by project'),
      byOwnerAddress: address().optional().describe('Match by the wallet that created the intent'),
      originChainId: chainId().optional().describe('Match by source chain'),
      destinationChainId: chainId().optional().describe('Match by destination chain'),
      fromTime: unixSeconds().optional().describe('Created at or after, unix seconds'),
      toTime: unixSeconds().optional().describe('Created at or before, unix seconds'),
      byStatus: choice(intentStatuses).optional().describe('Match by status'),
      byStatuses: list(choice(intentStatuses), intentStatuses.length)
        .optional()
        .describe('Match by any of these; wins over byStatus'),
      includeBalances: bool().optional().describe('Also read what the intent addresses hold'),
      onlyRecoverable: bool().optional().describe('Only intents whose addresses still hold something'),
    }),
    response: z.object({
      intents: list(historyEntry, limits.historyPageMax).describe('The page'),
      nextPage: pageShape.optional().describe('The next page; absent on the last'),
    }),
    errors: ['QueryFailed', 'Unavailable', 'ChainNodeHealth'],
  },
  GetIntentReceipt: {
    summary: 'Read the receipt of one intent with its transactions.',
    area: 'Receipts',
    access: 'project',
    effect: 'read',
    request: intentIdRequest,
    response: z.object({ intentReceipt: intentReceipt.describe('The receipt') }),
    errors: ['NotFound'],
  },
  WaitIntentReceipt: {
    summary: 'Hold the connection until the intent is final or the wait times out, then return the receipt.',
    area: 'Receipts',
    access: 'project',
    effect: 'read',
    request: z.object({
      intentId: hash().describe('Intent to wait for'),
      lastReceiptStates: list(choice(transactionStatuses), limits.receiptStatesMax)
        .optional()
        .describe('Receipt states the caller last saw; a difference answers at once'),
    }),
    response: z.object({
      intentReceipt: intentReceipt.describe('Current receipt'),
      receiptStates: list(choice(transactionStatuses), limits.receiptStatesMax).describe(
        'Status of deposit, origin, destination if there is one, refund if there is one',
      ),
      done: bool().describe('Whether the intent is SUCCEEDED or FAILED'),
    }),
    errors: ['NotFound', 'Unavailable'],
  },
  GetIntentTransactionHistory: {
    summary: 'Page through summaries of intents, newest first.',
    ...reads,
    deprecated: 'GetIntentHistory',
    request: z.object({
      page: pageShape.optional().describe('Where to read on'),
      byProjectId: integer().optional().describe('Match by project'),
      byOwnerAddress: address().optional().describe('Match by the wallet that created the intent'),
    }),
    response: z.object({
      intents: list(transactionSummary, limits.historyPageMax).describe('The page'),
      nextPage: pageShape.optional().describe('The next page; absent on the last'),
    }),
    errors: ['QueryFailed'],
  },
} as const satisfies Record<string, OperationRow>
