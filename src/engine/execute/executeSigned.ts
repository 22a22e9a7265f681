import { wayOf } from '../../intents/depositWays.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import { ServiceError } from '../../interface/errors.ts'
import { limits } from '../../interface/limits.ts'
import type { DepositIntentEntry, DepositSignature } from '../../interface/receiptShapes.ts'
import type { Fence, Transition } from '../../stores/store.ts'
import { StoreError } from '../../stores/storeError.ts'
import { signaturesOf, signedReservations } from '../books/reservations.ts'
import { markPending } from '../steps/pollSchedule.ts'
import type { World } from '../world.ts'
import { requireGoodSignature } from './requireGoodSignature.ts'
import { reserveSponsorship, withinBudget } from './reserveSponsorship.ts'

/**
 * Starts an intent with a signed deposit, if the signature is good and the owner's balance covers this deposit besides
 * its other signed ones. False if the intent has moved on meanwhile.
 */
export async function executeSigned(
  record: IntentRecord,
  signature: DepositSignature,
  { fence, started }: { fence: Fence; started: Transition },
  world: World,
): Promise<boolean> {
  await requireGoodSignature(record, signature, world)
  const sponsored = await reserveSponsorship(record, signature, world)
  const reserve = await signedReservations(record, signature, world)
  const leg = { leg: 'deposit' as const, chainId: record.intent.originChainId, ...markPending(record, 'deposit') }
  const legs = [{ ...leg, depositIntentEntry: entryOf(signature) }]
  const change: Transition = { ...started, ...sponsored, legs, step: 'sendDeposit', dueAtMs: started.nowMs, reserve }
  const start = () => world.store.intents.transition(fence, change)
  return withinBudget(change, world, start).catch((error: unknown) => {
    if (!(error instanceof StoreError) || error.kind !== 'unbacked') throw error
    throw error.token === signaturesOf(record.intent.ownerAddress) ? tooMany(record) : unbacked(record)
  })
}

const tooMany = ({ intent: { ownerAddress } }: IntentRecord): ServiceError =>
  new ServiceError(
    'Unavailable',
    `depositSignature: ${limits.signedDepositsMax} deposits that ${ownerAddress} signed are not mined yet, and at most ${limits.signedDepositsMax} may be at once; execute this one when one of them is, or send the deposit transaction`,
  )

const unbacked = ({ intent: { ownerAddress, depositTransaction } }: IntentRecord): ServiceError =>
  new ServiceError(
    'Unavailable',
    `depositSignature: unbacked: ${ownerAddress} holds less of ${depositTransaction.tokenAddress} than this deposit and the others that it signed and that are not mined yet; sign again when they are, or when it holds more`,
  )

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
