import type { z } from 'zod'
import {
  depositWayNames,
  intentStatuses,
  movePlaces,
  moveReasons,
  tradeTypes,
  transactionContexts,
  transactionStatuses,
  transactionTypes,
} from './enums.ts'
import {
  address,
  big,
  bool,
  chainId,
  choice,
  float,
  hash,
  hex,
  integer,
  list,
  shape,
  text,
  time,
  writtenHex,
} from './fields.ts'
import { precondition } from './intentShapes.ts'
import { feeOption } from './quoteShapes.ts'
import { tokenMetadata } from './tokenShapes.ts'

const routeProvidersMax = 64
const signatureBytesMax = 8 * 1024
const permit2BitsMax = 2 ** 48 - 1
/** An intent leaves about ten; sixteen late refunds of every listed token stay below this. */
const movesMax = 10_000

export const depositIntentEntry = shape(
  'DepositIntentEntry',
  'What the owner signed; returned only to the owning project.',
  {
    intentSignature: hex(signatureBytesMax).describe('EIP-712 signature of the deposit'),
    feeAmount: text(80).describe('Fee in base units, decimal string'),
    feeToken: text(64).describe('Token of the fee'),
    feeCollector: text(64).describe('Who receives the fee'),
    userNonce: big().describe('Nonce of the deposit signature'),
    deadline: integer().describe('Unix seconds until which the deposit may be sent'),
    permitSignature: hex(signatureBytesMax).optional().describe('Signature of the permit'),
    permitDeadline: integer().optional().describe('Unix seconds until which the permit holds'),
    permitAmount: big().optional().describe('Amount of the permit'),
    permitNonce: big().optional().describe('Nonce of the permit, where it is not read from the token'),
    permitExpiration: integer(0, permit2BitsMax)
      .optional()
      .describe('Unix seconds until which an allowance at Permit2 holds'),
    revocationSignature: hex(signatureBytesMax).optional().describe('Signature that takes the permit back'),
    way: choice(depositWayNames).optional().describe('How the deposit was made'),
    sponsoredUsd: float()
      .optional()
      .describe(
        'Dollars that the project pays for relaying, in place of a fee of the owner: reserved while it runs, then what was spent. Left out where the owner pays',
      ),
  },
)

export const intentTransaction = shape('IntentTransaction', 'One leg of an intent.', {
  id: integer().describe('Transaction identifier'),
  intentId: hash().describe('Owning intent'),
  status: choice(transactionStatuses).describe('Transaction status'),
  chainId: chainId().describe('Chain of the transaction'),
  type: choice(transactionTypes).describe('Transaction type'),
  context: choice(transactionContexts).describe('Transaction context'),
  fromAddress: address().optional().describe('Sender; of a deposit that arrived, who paid it'),
  toAddress: address().optional().describe('Receiver'),
  tokenAddress: address().optional().describe('Token transferred'),
  tokenAmount: big().optional().describe('Amount transferred, base units'),
  statusReason: text(1_024)
    .optional()
    .describe('Reason for failure, or what is missing: a stable code, a colon, a sentence, the decoded error'),
  bridgeGas: big().optional().describe('Native value spent on a bridge'),
  calldata: writtenHex().optional().describe('Transaction call data'),
  metaTxnId: text().optional().describe('Meta-transaction identifier'),
  metaTxnFeeQuote: text(80).optional().describe('Meta-transaction fee quote, native base units'),
  precondition: precondition.optional().describe('Pre-execution condition'),
  depositIntentEntry: depositIntentEntry.optional().describe('Deposit signature details'),
  txnHash: hash().optional().describe('Transaction hash, once it is in a block'),
  pendingTxnHash: hash()
    .optional()
    .describe('Hash of a transaction that was sent or announced and is in no block yet; it may be replaced'),
  txnMinedAt: time().optional().describe('Time the transaction was mined'),
  updatedAt: time().describe('Last update'),
  createdAt: time().describe('Creation'),
})

export const intentSummary = shape('IntentSummary', 'An intent at a glance.', {
  intentId: hash().describe('Intent identifier'),
  status: choice(intentStatuses).describe('Current status'),
  ownerAddress: address().describe('Wallet that created the intent'),
  originChainId: chainId().describe('Source chain'),
  destinationChainId: chainId().describe('Destination chain'),
  tradeType: choice(tradeTypes).describe('Which amount is exact'),
  routeProviders: list(text(64), routeProvidersMax).describe('Providers in route order'),
  originIntentAddress: address().describe('Intent address on the origin chain'),
  originTokenAddress: address().describe('Source token'),
  originTokenAmount: big().describe('Amount of the source token: what was paid in; before that, what is asked for'),
  originTokenMetadata: tokenMetadata.optional().describe('Source token'),
  destinationIntentAddress: address()
    .optional()
    .describe('Intent address on the destination chain; on one chain that of the origin'),
  destinationTokenMetadata: tokenMetadata.optional().describe('Destination token'),
  destinationHasCallData: bool().describe('Whether a call is made at the destination'),
  destinationHasCallValue: bool().describe('Whether that call carries value'),
  createdAt: time().describe('Creation'),
  expiresAt: time().describe('Expiry of the quote'),
  destinationTokenAddress: address().describe('Destination token'),
  destinationTokenAmount: big().describe(
    'Amount of the destination token: what arrived; before that what was quoted, and 0 after a failure',
  ),
  arrived: bool()
    .optional()
    .describe('True from the block on that pays the recipient; it may not be final yet. Left out before'),
  arrivedAt: time().optional().describe('When that block was seen'),
  estimatedDuration: float().optional().describe('Seconds from start to arrival, as quoted'),
  actualDuration: float().optional().describe('Seconds from start to arrival, as it was'),
  destinationToAddress: address().describe('Recipient'),
  memo: text().optional().describe('Not used'),
  startedAt: time().optional().describe('When execution began'),
  finishedAt: time().optional().describe('When the intent became final'),
})

export const move = shape('Move', 'One movement of money of an intent, as the chain shows it.', {
  from: choice(movePlaces).describe('Where it was'),
  to: choice(movePlaces).describe('Where it went'),
  chainId: chainId().describe('Chain'),
  tokenAddress: address().describe('Token; the zero address is the native one'),
  amount: big().describe('Amount, base units'),
  why: choice(moveReasons).describe('What for'),
  txnHash: hash().optional().describe('The transaction that shows it, where one is known'),
})

export const intentReceipt = shape('IntentReceipt', 'Where the money of an intent is.', {
  id: integer().describe('Internal identifier'),
  projectId: integer().describe('Owning project'),
  intentId: hash().describe('Intent identifier'),
  status: choice(intentStatuses).describe('Current status'),
  ownerAddress: address().describe('Wallet that initiated the intent'),
  originChainId: chainId().describe('Source chain'),
  destinationChainId: chainId().describe('Destination chain'),
  depositTransactionId: integer().describe('Identifier of the deposit transaction'),
  depositTransaction: intentTransaction.describe('Deposit transaction'),
  originTransactionId: integer().describe('Identifier of the origin transaction'),
  originTransaction: intentTransaction.describe('Origin-chain transaction'),
  summary: intentSummary.describe('Summary of the intent'),
  destinationTransactionId: integer().optional().describe('Identifier of the destination transaction'),
  destinationTransaction: intentTransaction.optional().describe('Destination-chain transaction'),
  refundTransactionId: integer().optional().describe('Identifier of the refund transaction'),
  refundTransaction: intentTransaction.optional().describe('Refund transaction'),
  moves: list(move, movesMax)
    .optional()
    .describe(
      'Every movement of money that is final, in the order it was booked. Takes from one place what it gives to another',
    ),
  whereabouts: text(4_096)
    .optional()
    .describe('Of a failed intent, from its moves: who has what, as one sentence for people whose amounts add up'),
  updatedAt: time().describe('Last update'),
  createdAt: time().describe('Creation'),
})

const unsignedFields = {
  way: choice(depositWayNames)
    .optional()
    .describe('How the deposit is made; left out: permit with a permitSignature, allowance without'),
  permitDeadline: integer().optional().describe('Unix seconds until which the permit holds'),
  permitAmount: big().optional().describe('Amount of the permit'),
  permitNonce: big().optional().describe('Nonce of the permit, for daiPermit and permit2Allowance'),
  permitExpiration: integer(0, permit2BitsMax)
    .optional()
    .describe('Unix seconds until which the allowance at Permit2 holds, for permit2Allowance'),
  selectedGasFeeOption: feeOption.describe('The fee option that was signed'),
  userNonce: big().describe('Nonce of the deposit signature'),
  deadline: integer().describe('Unix seconds until which the deposit may be sent'),
}

export const depositSignature = shape('DepositSignature', 'A deposit that the service relays.', {
  intentSignature: hex(signatureBytesMax).describe('EIP-712 signature of the deposit'),
  permitSignature: hex(signatureBytesMax).optional().describe('Signature of the permit'),
  revocationSignature: hex(signatureBytesMax)
    .optional()
    .describe("Signature of the permit that takes DAI's unlimited one back"),
  ...unsignedFields,
})

export const unsignedDeposit = shape(
  'UnsignedDeposit',
  'A DepositSignature without its signatures: the other fields of the request.',
  unsignedFields,
)

export type UnsignedDeposit = z.output<typeof unsignedDeposit>
export type DepositSignature = z.output<typeof depositSignature>
export type DepositIntentEntry = z.output<typeof depositIntentEntry>
export type IntentTransaction = z.output<typeof intentTransaction>
export type IntentSummary = z.output<typeof intentSummary>
export type ReceiptMove = z.output<typeof move>
export type IntentReceipt = z.output<typeof intentReceipt>
