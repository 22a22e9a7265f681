import { sameAddress } from '../../evm/address.ts'
import { permit2AmountMax, permit2NonceMax, wayOf } from '../../intents/depositWays.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import { encodeDepositAndExecute } from '../../intents/wallet.ts'
import type { DepositWayName } from '../../interface/enums.ts'
import { ServiceError } from '../../interface/errors.ts'
import { limits, nativeToken } from '../../interface/limits.ts'
import type { DepositSignature } from '../../interface/receiptShapes.ts'
import { chainOf } from '../chainOf.ts'
import { depositData } from '../steps/sendDeposit.ts'
import { simulateAsRelayer } from '../steps/strictFailure.ts'
import type { World } from '../world.ts'
import { requirePaidSignature } from './requirePaidSignature.ts'
import { isSignedByKey, requireShortSignatures, signedMessage } from './signedMessage.ts'

/** Room for a few blocks between our check and the chain's. */
const deadlineMarginMs = 30_000

/** Refuses at once what the chain would refuse later: fee, deadline, signer, and the transaction as a whole. */
export async function requireGoodSignature(
  record: IntentRecord,
  signed: DepositSignature,
  world: World,
): Promise<void> {
  const { intent, plan } = record
  const chain = chainOf(world, intent.originChainId)
  const way = wayOf(signed)
  requireSignable(record, way)
  const fee = requireOffered(record, way, signed)
  if (way === 'permit2Allowance') requireWithinPermit2(signed)
  if (signed.deadline * 1_000 <= world.clock.nowMs() + deadlineMarginMs)
    throw new ServiceError(
      'InvalidArgument',
      'depositSignature.deadline: is too near for the deposit to be mined before it',
    )
  const code = await chain.code(intent.ownerAddress)
  if (code === '0x') await requireSigner(record, way, signed, world)
  await requireNoneRefused(record, world)
  if (code !== '0x') await requirePaidSignature(record, { way, fee }, signed, code, world)
  const data = encodeDepositAndExecute(plan.origin, intent.originCalls, depositData(record), 'strictly')
  const failure = await simulateAsRelayer(chain, plan.origin.executor, data)
  if (failure !== undefined)
    throw new ServiceError('InvalidArgument', `depositSignature: the deposit would fail on chain now: ${failure}`)
}

/** Refuses a foreign signature for an account without code; what code accepts, only the chain can tell. */
async function requireSigner(
  { intent }: IntentRecord,
  way: DepositWayName,
  signed: DepositSignature,
  world: World,
): Promise<void> {
  requireShortSignatures(intent.ownerAddress, signed)
  const first = await signedMessage(intent, way, signed, world)
  if (first && isSignedByKey(intent.ownerAddress, first.typed, signed)) return
  throw new ServiceError(
    'InvalidArgument',
    `depositSignature.intentSignature: is not by ownerAddress ${intent.ownerAddress}`,
  )
}

/**
 * A wallet can pass every simulation and fail on chain at our cost: after this many failed deposits within an hour, its
 * owner must send its own transactions.
 */
const refusedMax = limits.failedSignaturesMax
const refusedWithinMs = 3_600_000

async function requireNoneRefused({ intent }: IntentRecord, { store, clock }: World): Promise<void> {
  const sinceMs = clock.nowMs() - refusedWithinMs
  const refused = await store.intents.refusedDeposits({ owner: intent.ownerAddress, sinceMs, limit: refusedMax })
  if (refused < refusedMax) return
  throw new ServiceError(
    'InvalidArgument',
    `depositSignature: ${refused} deposits that ownerAddress signed within the last hour failed on chain, and at most ${refusedMax} may; send the deposit transaction, or sign again an hour after the first of them`,
  )
}

function requireSignable({ intent }: IntentRecord, way: DepositWayName): void {
  if (intent.depositTransaction.tokenAddress === nativeToken)
    throw new ServiceError(
      'InvalidArgument',
      'depositSignature: the native token cannot be deposited by signature; send the deposit transaction',
    )
  if (way === 'transfer')
    throw new ServiceError(
      'InvalidArgument',
      'depositSignature.way: a transfer is not signed for us; send it and pass depositTransactionHash',
    )
}

/** Permit2 has 160 bits for an allowance and 48 for its nonce, fewer than our fields. */
function requireWithinPermit2(signed: DepositSignature): void {
  for (const [field, most] of [['permitAmount', permit2AmountMax] as const, ['permitNonce', permit2NonceMax] as const])
    if ((signed[field] ?? 0n) > most)
      throw new ServiceError('InvalidArgument', `depositSignature.${field}: must be at most ${most}`)
}

/** Returns the way's ordinary fee: that of a way which was not offered is the fee option's. */
function requireOffered(
  { intent, plan }: IntentRecord,
  way: DepositWayName,
  { selectedGasFeeOption: chosen }: DepositSignature,
): bigint {
  const { tokenAddress } = intent.depositTransaction
  const field = 'depositSignature.selectedGasFeeOption'
  const offered = plan.feeOptions.find((option) => sameAddress(option.tokenAddress, chosen.tokenAddress))
  if (!offered || !sameAddress(offered.tokenAddress, tokenAddress)) {
    throw new ServiceError(
      'InvalidArgument',
      `${field}.tokenAddress: a relayed deposit is paid for in its own token ${tokenAddress}`,
    )
  }
  // For a sponsored way the owner signs no fee, or all of the ordinary one.
  const sponsored = plan.sponsored?.[way]
  const ordinary = sponsored?.fee ?? plan.depositFees[way] ?? offered.amount
  const least = sponsored && chosen.amount === 0n ? 0n : ordinary
  if (chosen.amount < least) throw new ServiceError('InvalidArgument', `${field}.amount: is below the offered ${least}`)
  if (!sameAddress(chosen.feeCollectorAddress, offered.feeCollectorAddress)) {
    throw new ServiceError('InvalidArgument', `${field}.feeCollectorAddress: must be ${offered.feeCollectorAddress}`)
  }
  return ordinary
}
