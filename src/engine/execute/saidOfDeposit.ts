import { wayOf } from '../../intents/depositWays.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import type { Request } from '../../interface/operations.ts'
import type { DepositIntentEntry, DepositSignature } from '../../interface/receiptShapes.ts'
import type { Transition } from '../../stores/store.ts'

/** What a call shows of the deposit leg: what was signed. A hash is shown once it is known to concern the intent. */
export function saidOfDeposit({ intent }: IntentRecord, { depositSignature }: Request<'ExecuteIntent'>): LegPatch {
  const leg = { leg: 'deposit' as const, chainId: intent.originChainId }
  return depositSignature ? { ...leg, depositIntentEntry: entryOf(depositSignature) } : leg
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
