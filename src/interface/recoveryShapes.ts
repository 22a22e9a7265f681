import type { z } from 'zod'
import { address, big, bool, chainId, choice, hex, integer, list, shape, text } from './fields.ts'

export const intentSides = ['origin', 'destination'] as const
export const recoveryPayloadKinds = ['intent_batch'] as const
export const recoveryEncodings = ['hex'] as const

/** The most tokens of one recovery. A second recovery takes the rest. */
export const recoveryTokensMax = 32
/** One call per token, each encoded in 13 words of 32 bytes: 13 KiB for 32 calls. */
const recoveryPayloadBytesMax = 16 * 1024

export const recoveryToken = shape('RecoveryToken', 'What an intent address holds of one token.', {
  chainId: chainId().describe('Chain of the balance'),
  tokenAddress: address().describe('Token; the zero address is the native one'),
  symbol: text(64).optional().describe('Symbol, where the token is listed'),
  decimals: integer(0, 255).optional().describe('Decimals, where the token is listed'),
  amount: big().describe('Balance in base units; what arrives until the transaction is mined goes along'),
})

export const recoveryPayload = shape(
  'RecoveryPayload',
  'The batch that the owner signs. Send it back to BuildIntentRecoveryTransaction unchanged.',
  {
    kind: choice(recoveryPayloadKinds).describe('What is encoded'),
    encoding: choice(recoveryEncodings).describe('How it is encoded'),
    encoded: hex(recoveryPayloadBytesMax).describe('ABI encoding of the Batch of typedData'),
    intentAddress: address().describe('Intent address that runs the batch'),
    chainId: chainId().describe('Chain that the batch runs on'),
  },
)

const typedField = shape('TypedField', 'A member of an EIP-712 struct.', {
  name: text(64).describe('Name'),
  type: text(64).describe('Solidity type'),
})
const typedFields = (about: string) => list(typedField, 16).describe(about)

export const recoveryTypedDataShape = shape(
  'RecoveryTypedData',
  'EIP-712 typed data, as eth_signTypedData_v4 takes it. 256-bit integers are decimal strings.',
  {
    domain: shape('RecoveryDomain', 'The domain of an intent wallet.', {
      name: text(64).describe('IntentWallet'),
      version: text(64).describe('1'),
      chainId: chainId().describe('Chain of the wallet'),
      verifyingContract: address().describe('The intent address'),
    }).describe('Domain'),
    types: shape('RecoveryTypes', 'The structs of the typed data.', {
      EIP712Domain: typedFields('The domain'),
      Batch: typedFields('What is signed'),
      Call: typedFields('One call of the batch'),
    }).describe('Structs'),
    primaryType: text(64).describe('Batch'),
    message: shape('RecoveryBatch', 'The batch: one call for each token, which sends the whole balance.', {
      chainId: text(80).describe('Chain that the batch runs on'),
      space: text(80).describe('Nonce space'),
      nonce: text(80).describe('Nonce within the space; each is used once'),
      calls: list(
        shape('RecoveryCall', 'One call of the batch.', {
          to: address().describe('The router of this service'),
          value: text(80).describe('Native value'),
          data: hex(1_024).describe('sweep(address token, address receiver, uint256 minAmount)'),
          gasLimit: text(80).describe('Gas for the call; 0 passes on what there is'),
          delegateCall: bool().describe('Run in the context of the wallet'),
          onlyFallback: bool().describe('Run only if the call just before failed and was ignored'),
          behaviorOnError: integer(0, 2).describe('0 ignore, 1 revert the batch, 2 stop the batch'),
        }),
        recoveryTokensMax,
      ).describe('The calls in order'),
    }).describe('What is signed'),
  },
)

export const recoveryTokens = list(recoveryToken, recoveryTokensMax)

export type RecoveryToken = z.output<typeof recoveryToken>
export type RecoveryPayload = z.output<typeof recoveryPayload>
export type RecoveryTypedData = z.output<typeof recoveryTypedDataShape>
