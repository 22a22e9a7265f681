import * as z from 'zod'
import { intentProtocols, intentStatuses } from './enums.ts'
import { address, big, bool, chainId, choice, hash, hex, writtenHex } from './fields.ts'
import type { OperationRow } from './operationRow.ts'
import { intentSides, recoveryPayload, recoveryTokens, recoveryTypedDataShape } from './recoveryShapes.ts'

const signatureBytesMax = 8 * 1024

/**
 * For an owner who takes its money out of an intent address. None of these moves money, and they are needed most while
 * the operator has switched intents off. So their effect is `read`, even for AbortIntent, whose write is idempotent.
 */
const recovery = { area: 'Intents', access: 'project', effect: 'read' } as const

export const recoveryOperations = {
  AbortIntent: {
    summary: 'Say that the owner took the money out of an intent address; the intent ends as FAILED.',
    ...recovery,
    request: z.object({
      intentId: hash().describe('Intent identifier'),
      chainId: chainId().describe('Chain of the transaction'),
      abortTransactionHash: hash().describe('The mined transaction of the owner that took the money out'),
    }),
    response: z.object({
      intentId: hash().describe('Intent identifier'),
      status: choice(intentStatuses).describe('Status after the call'),
    }),
    errors: ['NotFound', 'IntentStatus', 'ChainNodeHealth'],
  },
  PrepareIntentRecovery: {
    summary: 'Make the typed data that an owner signs to take money out of an intent address, at any time.',
    ...recovery,
    request: z.object({
      intentId: hash().describe('Intent identifier'),
      intentAddress: address()
        .optional()
        .describe('Which of its addresses; the one that holds something when left out'),
      refundToAddress: address().optional().describe('Who gets the money; who refunds go to when left out'),
      tokenAddress: address().optional().describe('Only this token, listed or not; all listed ones when left out'),
    }),
    response: z.object({
      intentId: hash().describe('Intent identifier'),
      intentProtocol: choice(intentProtocols).describe('Protocol version'),
      intentAddress: address().describe('The address that is emptied'),
      chainId: chainId().describe('Chain of the address'),
      intentSource: choice(intentSides).describe('Whose address it is'),
      recoveryTokens: recoveryTokens.optional().describe('What the address holds now of the tokens that are taken out'),
      payload: recoveryPayload.describe('For BuildIntentRecoveryTransaction'),
      typedData: recoveryTypedDataShape.describe('What the owner signs'),
      payloadHash: hash().describe('The EIP-712 digest of the typed data'),
    }),
    errors: ['NotFound', 'ChainNodeHealth'],
  },
  BuildIntentRecoveryTransaction: {
    summary: 'Make the transaction that carries out a signed recovery; any account may send it.',
    ...recovery,
    request: z.object({
      intentId: hash().describe('Intent identifier'),
      payload: recoveryPayload.describe('As PrepareIntentRecovery returned it'),
      signature: hex(signatureBytesMax).describe('Signature of the owner over the typed data'),
      intentAddress: address().describe('The address that is emptied'),
      refundToAddress: address().optional().describe('As it was given to PrepareIntentRecovery'),
    }),
    response: z.object({
      to: address().describe('Target of the transaction'),
      data: writtenHex().describe('Call data of the transaction'),
      value: big().describe('Native value of the transaction: 0'),
      chainId: chainId().describe('Chain of the transaction'),
      intentAddress: address().describe('The address that is emptied'),
      requiresDeploy: bool().describe('Whether the transaction also creates the wallet'),
      payloadHash: hash().optional().describe('The EIP-712 digest that was signed'),
    }),
    errors: ['NotFound', 'ChainNodeHealth'],
  },
} as const satisfies Record<string, OperationRow>
