import type { z } from 'zod'
import { intentProtocols, intentStatuses, preconditionTypes } from './enums.ts'
import { address, big, bool, chainId, choice, hash, integer, list, shape, text, time, writtenHex } from './fields.ts'
import { expectedLeftovers, fees, quoteRequest, quoteShape } from './quoteShapes.ts'

const callsMax = 64

export const depositTransaction = shape(
  'DepositTransaction',
  'The deposit to make: a native transfer or an ERC-20 transfer.',
  {
    toAddress: address().describe('Who receives the deposit: the intent address'),
    tokenAddress: address().describe('Token of the deposit'),
    amount: big().describe('Amount in base units'),
    chainId: chainId().describe('Chain of the deposit'),
    to: address().describe('Target of the transaction'),
    data: writtenHex().describe('Call data of the transaction'),
    value: big().describe('Native value of the transaction'),
    decimals: integer(0, 255).describe('Decimals of the token'),
  },
)

export const callShape = shape('Call', 'One call of a batch.', {
  to: address().describe('Target'),
  value: big().describe('Native value'),
  data: writtenHex().describe('Call data'),
  gasLimit: big().describe('Gas for the target; 0 passes on what there is'),
  delegateCall: bool().describe('Run in the context of the wallet'),
  onlyFallback: bool().describe('Run only if the call just before failed and was ignored'),
  behaviorOnError: integer(0, 2).describe('0 ignore, 1 revert the batch, 2 stop the batch'),
})

export const callsPayload = shape('CallsPayload', 'A batch of calls that the intent address commits to.', {
  chainId: chainId().describe('Chain that the batch runs on'),
  calls: list(callShape, callsMax).describe('The calls in order'),
  space: big().describe('Nonce space'),
  nonce: big().describe('Nonce within the space'),
})

export const precondition = shape('Precondition', 'What must hold before the batch runs.', {
  type: choice(preconditionTypes).describe('Kind of the condition'),
  chainId: chainId().describe('Chain of the condition'),
  ownerAddress: address().describe('Whose balance'),
  tokenAddress: address().describe('Token of the balance'),
  minAmount: big().describe('Least balance in base units'),
})

export const metaTxn = shape('MetaTxn', 'The transaction that a relayer sends to run the batch.', {
  id: hash().describe('keccak256 of chain, wallet and payload digest'),
  chainId: chainId().describe('Chain of the transaction'),
  walletAddress: address().describe('Intent address that the batch runs at'),
  contract: address().describe('Target of the transaction'),
  input: writtenHex().describe('Call data: deploy and execute'),
  bridgeGas: big().describe('Native value the batch spends on a bridge'),
})

export const svcContracts = shape('SvcContracts', 'Contracts of this service.', {
  svcIntentEntrypointAddress: address().describe('Entrypoint for signed deposits'),
  svcRouterAddress: address().describe('Router that swaps and bridges'),
  svcRouterShimAddress: address().describe('Shim between wallet and router'),
})

export const intent = shape('Intent', 'A quoted outcome and everything needed to reach it.', {
  id: integer().describe('Internal identifier'),
  projectId: integer().describe('Owning project'),
  intentId: hash().describe('Unique intent identifier'),
  status: choice(intentStatuses).describe('Current status'),
  quoteRequest: quoteRequest.describe('The request the quote answers'),
  ownerAddress: address().describe('Wallet that created the intent'),
  originChainId: chainId().describe('Source chain'),
  destinationChainId: chainId().describe('Destination chain'),
  originIntentAddress: address().describe('Intent contract address on the origin chain'),
  salt: big().describe('Salt of the intent'),
  depositTransaction: depositTransaction.describe('Deposit to make'),
  originCalls: callsPayload.describe('Calls executed on the origin chain'),
  originPrecondition: precondition.describe('Origin precondition'),
  originMetaTxn: metaTxn.describe('Origin meta-transaction'),
  quote: quoteShape.describe('Quoted amounts and price impact'),
  expectedLeftovers: expectedLeftovers(),
  fees: fees.describe('Fee breakdown'),
  svcVersion: text(64).describe('Version of the quoting system'),
  svcContracts: svcContracts.describe('Contracts of this service'),
  expiresAt: time().describe('Expiry of the quote'),
  destinationIntentAddress: address().optional().describe('Intent contract address on the destination chain'),
  passthrough: bool().describe('Whether one direct transaction by the owner has the same outcome'),
  destinationCalls: callsPayload.optional().describe('Calls executed on the destination chain'),
  destinationPrecondition: precondition.optional().describe('Destination precondition'),
  destinationMetaTxn: metaTxn.optional().describe('Destination meta-transaction'),
  intentProtocol: choice(intentProtocols).describe('Intent protocol version'),
  updatedAt: time().describe('Last update'),
  createdAt: time().describe('Creation'),
})

/** Paths that the specification's commit shape leaves out, so a caller need not send them back. */
export const commitMayOmit: readonly string[] = [
  'status',
  'destinationCalls',
  'destinationPrecondition',
  'destinationMetaTxn',
  'intentProtocol',
  'expectedLeftovers',
  'fees.destinationGas',
  'fees.originGas.chainGasUsageStatus',
  'quoteRequest.tradeType',
  'quoteRequest.fundMethod',
  'quoteRequest.options.intentProtocol',
  'quoteRequest.options.swapProvider',
  'quoteRequest.options.bridgeProvider',
  'quoteRequest.options.preference',
  'quoteRequest.options.allowHighSlippage',
  'fees.originGas.upliftBps',
  'fees.originGas.l1Fee',
]

export type Call = z.output<typeof callShape>
export type CallsPayload = z.output<typeof callsPayload>
export type DepositTransaction = z.output<typeof depositTransaction>
export type Precondition = z.output<typeof precondition>
export type SvcContracts = z.output<typeof svcContracts>
export type MetaTxn = z.output<typeof metaTxn>
export type Intent = z.output<typeof intent>
