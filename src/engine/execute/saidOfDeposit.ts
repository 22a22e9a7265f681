import { wayOf } from '../../intents/depositWays.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import type { Request } from '../../interface/operations.ts'
import type { DepositIntentEntry, DepositSignature } from '../../interface/receiptShapes.ts'
import type { Transition } from '../../stores/store.ts'

/** What a call says of the deposit leg: its hash, what was signed, or nothing. */
export function saidOfDeposit({ intent }: IntentRecord, request: Request<'ExecuteIntent'>): LegPatch {
  const { depositSignature, depositTransactionHash: txnHash } = request
  const leg = { leg: 'deposit' as const, chainId: intent.originChainId }
  if (depositSignature) return { ...leg, depositIntentEntry: entryOf(depositSignature) }
  return { ...leg, ...(txnHash && { txnHash }) }
}

type LegPatch = NonNullable<Transition['legs']>[number]

const entryOf = (signed: DepositSignature): DepositIntentEntry => ({
  intentSignature: signed.intentSignature,
  feeAmount: signed.selectedGasFeeOption.amount.toString(),
  feeToken: signed.selectedGasFeeOption.tokenAddress,
  feeCollector: signed.selectedGasFeeOption.feeCollectorAddress,
  userNonce: signed.userNonce,
  deadline: signed.deadline,
  permitSignature: signed.permitSignature,
  permitDeadline: signed.permitDeadline,
  permitAmount: signed.permitAmount,
  permitNonce: signed.permitNonce,
  permitExpiration: signed.permitExpiration,
  revocationSignature: signed.revocationSignature,
  way: wayOf(signed),
})
