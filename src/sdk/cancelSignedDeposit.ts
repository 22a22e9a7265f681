import { encodeFunctionData, parseAbi } from 'viem'
import { depositNonce } from '../intents/depositNonce.ts'
import { depositWays } from '../intents/depositWays.ts'
import { nativeToken } from '../interface/limits.ts'
import { readOwnSigning } from './nodeRead.ts'
import type { OwnWallet } from './ownWallet.ts'
import { sendAndWait } from './sendBounded.ts'
import type { VerifiedIntent } from './verifyQuote.ts'

const abi = parseAbi(['function invalidateNonce(uint256 nonce)'])

/**
 * The service may still hold an earlier signed deposit, so a transfer could pay twice. If the token takes signatures,
 * invalidates the deposit's nonce on chain first, whatever state the service reports. If the signed deposit was mined
 * first, this transaction reverts and no transfer follows.
 */
export async function cancelSignedDeposit(
  wallet: OwnWallet,
  verified: VerifiedIntent,
  maxGasCost?: bigint,
): Promise<void> {
  const { deposit, contracts, intent } = verified
  if (deposit.token === nativeToken || !(await couldBeSigned(wallet, verified))) return
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

/** Whether this owner could have signed a deposit without a transaction of its own. */
async function couldBeSigned(wallet: OwnWallet, verified: VerifiedIntent): Promise<boolean> {
  const { token, owner } = await readOwnSigning(wallet, verified)
  const { amount } = verified.deposit
  return Object.entries(depositWays).some(
    ([way, row]) => way !== 'transfer' && row.possible(token, owner, amount) && !row.approves?.(owner, amount),
  )
}
