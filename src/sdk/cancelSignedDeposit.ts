import { encodeFunctionData, parseAbi } from 'viem'
import { depositNonce } from '../intents/depositNonce.ts'
import { nativeToken } from '../interface/limits.ts'
import type { OwnWallet } from './ownWallet.ts'
import { sendAndWait } from './sendBounded.ts'
import { permitDomain } from './signDeposit.ts'
import type { VerifiedIntent } from './verifyQuote.ts'

const abi = parseAbi(['function invalidateNonce(uint256 nonce)'])

/**
 * A deposit that was signed before may still be with the service, and a transfer next to it would be a second one. So where the token takes
 * permits the nonce is used up on chain first, whatever the service says about the state of the intent. If the signature was faster, the
 * transaction reverts and no transfer follows.
 */
export async function cancelSignedDeposit(
  wallet: OwnWallet,
  verified: VerifiedIntent,
  maxGasCost?: bigint,
): Promise<void> {
  const { deposit, contracts, intent } = verified
  if (deposit.token === nativeToken || !(await permitDomain(wallet, deposit.chainId, deposit.token))) return
  const args = [depositNonce(intent.intentId)] as const
  const { reverted } = await sendAndWait(wallet, {
    chainId: deposit.chainId,
    to: contracts.entrypoint,
    data: encodeFunctionData({ abi, functionName: 'invalidateNonce', args }),
    value: 0n,
    maxGasCost,
  })
  if (reverted) {
    throw new Error('the deposit that was signed before has been carried out after all; resume again to go on with it')
  }
}
