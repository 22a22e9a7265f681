import { encodeFunctionData, erc20Abi } from 'viem'
import { signTypedData } from 'viem/actions'
import { depositWays } from '../intents/depositWays.ts'
import type { DepositWayName, SignatureField } from '../interface/enums.ts'
import type { Hex } from '../interface/fields.ts'
import type { FeeOption } from '../interface/quoteShapes.ts'
import type { DepositSignature } from '../interface/receiptShapes.ts'
import { signingOf } from './chooseDeposit.ts'
import { readOwnSigning } from './nodeRead.ts'
import type { OwnWallet } from './ownWallet.ts'
import { sendAndWait } from './sendBounded.ts'
import type { VerifiedIntent } from './verifyQuote.ts'

/** How long the service may take to send the deposit: 20 min, but not past the refund time. */
const signatureLifeS = 20 * 60

/** Signs a deposit. Sends no transaction, except the approval that a way chosen by name needs. */
export async function signDeposit(
  wallet: OwnWallet,
  verified: VerifiedIntent,
  way: DepositWayName,
  option: FeeOption,
  { nowMs, maxGasCost }: { nowMs: number; maxGasCost?: bigint },
): Promise<DepositSignature> {
  const { origin, deposit } = verified
  const row = depositWays[way]
  const signing = await readOwnSigning(wallet, verified)
  const total = deposit.amount + option.amount
  const approve = row.approves?.(signing.owner, total)
  if (approve) {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [approve, total] })
    const sent = await sendAndWait(wallet, { chainId: deposit.chainId, to: deposit.token, data, value: 0n, maxGasCost })
    if (sent.reverted) throw new Error(`the approval ${sent.hash} reverted on chain; nothing was moved`)
  }
  const deadline = Math.min(Math.floor(nowMs / 1_000) + signatureLifeS, Number(origin.config.refundAt))
  const ask = signingOf(verified, wallet, option, deadline, signing)
  const signatures: Partial<Record<SignatureField, Hex>> = {}
  for (const { field, typed } of row.sign(ask)) {
    signatures[field] = await signTypedData(wallet, { account: wallet.account, ...typed })
  }
  const { intentSignature, ...more } = signatures
  if (!intentSignature) throw new Error(`${way} signs no deposit`)
  const rest = { way, ...row.extra(ask), selectedGasFeeOption: option, userNonce: ask.deposit.nonce, deadline }
  return { intentSignature, ...more, ...rest }
}
