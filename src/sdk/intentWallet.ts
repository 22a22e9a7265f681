import type { Contracts } from '../intents/planBatches.ts'
import {
  type Batch,
  batchDigest,
  encodeDeployAndExecute,
  metaTxnId,
  type Side,
  type WalletConfig,
  walletAddress,
} from '../intents/wallet.ts'
import type { Address } from '../interface/fields.ts'
import type { Intent } from '../interface/intentShapes.ts'
import { readTimes } from './readCalls.ts'
import { demand, requireSame } from './untrustedQuote.ts'

/** An intent address and what it commits to. */
export type IntentWallet = { chainId: number; address: Address; config: WalletConfig; batch: Batch }

/**
 * Computes an intent's wallet from its calls and owner. The address equals the quoted one only if that commits to
 * exactly these calls, this owner, refunds to this owner, and the trusted guest as the only executor.
 */
export function intentWallet(
  intent: Intent,
  side: Side,
  owner: Address,
  contracts: Contracts,
): IntentWallet | undefined {
  const calls = side === 'origin' ? intent.originCalls : intent.destinationCalls
  const meta = side === 'origin' ? intent.originMetaTxn : intent.destinationMetaTxn
  const address = side === 'origin' ? intent.originIntentAddress : intent.destinationIntentAddress
  if (!calls || !meta || !address) return undefined
  const times = readTimes(meta.input)
  demand(times !== undefined, `${side}MetaTxn.input`, 'is not the strict execution of a batch')
  // Checked first: with another operator's guest, nothing below matches.
  requireSame(meta.contract, contracts.guest, `${side}MetaTxn.contract`)
  const batch = calls as Batch
  const digest = digestOf(batch, side)
  const config: WalletConfig = {
    owner,
    refundReceiver: owner,
    executor: contracts.guest,
    ...times,
    salt: intent.salt,
    batches: [digest],
  }
  requireSame(address, walletAddress(config, contracts), `${side}IntentAddress`)
  requireSame(meta.input, encodeDeployAndExecute(config, batch, 'strictly'), `${side}MetaTxn.input`)
  requireSame(meta.walletAddress, address, `${side}MetaTxn.walletAddress`)
  requireSame(meta.id, metaTxnId(calls.chainId, address, digest), `${side}MetaTxn.id`)
  return { chainId: calls.chainId, address, config, batch }
}

function digestOf(batch: Batch, side: Side) {
  try {
    return batchDigest(batch)
  } catch (error) {
    demand(false, `${side}Calls`, (error as Error).message)
  }
}

/** The destination wallet's owner: an owner that is a contract may have no code there and names `refundToAddress`. */
export const destinationOwner = (request: Intent['quoteRequest']): Address =>
  request.originChainId === request.destinationChainId
    ? request.ownerAddress
    : (request.refundToAddress ?? request.ownerAddress)
