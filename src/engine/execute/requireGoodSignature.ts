import { recoverTypedDataAddress } from 'viem'
import { sameAddress } from '../../evm/address.ts'
import { depositWays, permit2AmountMax, permit2NonceMax, wayOf } from '../../intents/depositWays.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import { readTokenSigning } from '../../intents/tokenSigning.ts'
import { encodeDepositAndExecute } from '../../intents/wallet.ts'
import type { DepositWayName } from '../../interface/enums.ts'
import { ServiceError } from '../../interface/errors.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { DepositSignature } from '../../interface/receiptShapes.ts'
import { contractsOfIntent } from '../brandContracts.ts'
import { chainOf } from '../configured.ts'
import { depositData, signedDepositOf } from '../steps/sendDeposit.ts'
import { simulateAsRelayer } from '../steps/strictFailure.ts'
import type { World } from '../world.ts'

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
  requireOffered(record, way, signed)
  if (way === 'permit2Allowance') requireWithinPermit2(signed)
  if (signed.deadline * 1_000 <= world.clock.nowMs() + deadlineMarginMs)
    throw new ServiceError(
      'InvalidArgument',
      'depositSignature.deadline: is too near for the deposit to be mined before it',
    )
  await requireSigner(record, way, signed, world)
  await requireNoneRefused(record, world)
  const data = encodeDepositAndExecute(plan.origin, intent.originCalls, depositData(record), 'strictly')
  const failure = await simulateAsRelayer(chain, plan.origin.executor, data)
  if (failure !== undefined)
    throw new ServiceError('InvalidArgument', `depositSignature: the deposit would fail on chain now: ${failure}`)
}

/** An account without code signs with its key, so its signature can be named as somebody else's; what code accepts, only the chain says. */
async function requireSigner(
  { intent }: IntentRecord,
  way: DepositWayName,
  signed: DepositSignature,
  world: World,
): Promise<void> {
  const chain = chainOf(world, intent.originChainId)
  if ((await chain.code(intent.ownerAddress)) !== '0x') return
  const { tokenAddress } = intent.depositTransaction
  const authorized = way === 'receiveWithAuthorization'
  const { domain } = authorized ? await readTokenSigning((call) => chain.read(call), chain.id, tokenAddress) : {}
  const ask = {
    deposit: signedDepositOf(intent, signed),
    chainId: chain.id,
    ...contractsOfIntent(intent, world),
    tokenDomain: domain,
    permitNonce: signed.permitNonce ?? 0n,
  }
  if (authorized && !domain)
    throw new ServiceError('InvalidArgument', 'depositSignature.way: the token takes no authorizations')
  const [first] = depositWays[authorized || way === 'permit2' ? way : 'allowance'].sign(ask)
  // Undefined: bytes from which no key can be recovered, which are nobody's signature.
  const signer =
    first &&
    (await recoverTypedDataAddress({ ...first.typed, signature: signed.intentSignature }).catch(() => undefined))
  if (signer && sameAddress(signer, intent.ownerAddress)) return
  throw new ServiceError(
    'InvalidArgument',
    `depositSignature.intentSignature: is not by ownerAddress ${intent.ownerAddress}`,
  )
}

/**
 * A wallet can say yes to every simulation and burn its gas on chain, at our cost: an owner whose signed deposits failed there pays by itself for
 * an hour.
 */
const refusedMax = 2
const refusedWithinMs = 3_600_000

async function requireNoneRefused({ intent }: IntentRecord, { store, clock }: World): Promise<void> {
  const fromMs = clock.nowMs() - refusedWithinMs
  const failed = await store.intents.search(
    { owner: intent.ownerAddress, statuses: ['FAILED'], fromMs },
    { limit: refusedLooked },
  )
  const refused = failed.filter(({ legs }) =>
    legs.some(({ leg, statusReason }) => leg === 'deposit' && statusReason?.startsWith('DEPOSIT_REFUSED')),
  )
  if (refused.length < refusedMax) return
  throw new ServiceError(
    'InvalidArgument',
    `depositSignature: ${refused.length} deposits that ownerAddress signed within the last hour failed on chain; send the deposit transaction`,
  )
}

/** Failures of other kinds are among them. */
const refusedLooked = 50

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

/** Permit2 counts allowances and their nonces in fewer bits than our fields have. */
function requireWithinPermit2(signed: DepositSignature): void {
  for (const [field, most] of [['permitAmount', permit2AmountMax] as const, ['permitNonce', permit2NonceMax] as const])
    if ((signed[field] ?? 0n) > most)
      throw new ServiceError('InvalidArgument', `depositSignature.${field}: must be at most ${most}`)
}

function requireOffered(
  { intent, plan }: IntentRecord,
  way: DepositWayName,
  { selectedGasFeeOption: chosen }: DepositSignature,
): void {
  const { tokenAddress } = intent.depositTransaction
  const field = 'depositSignature.selectedGasFeeOption'
  const offered = plan.feeOptions.find((option) => sameAddress(option.tokenAddress, chosen.tokenAddress))
  if (!offered || !sameAddress(offered.tokenAddress, tokenAddress)) {
    throw new ServiceError(
      'InvalidArgument',
      `${field}.tokenAddress: a relayed deposit is paid for in its own token ${tokenAddress}`,
    )
  }
  // A sponsored way takes no fee at all, or the whole of it where the owner pays after all.
  const ordinary = plan.sponsored?.[way]?.fee
  const least = ordinary !== undefined && chosen.amount > 0n ? ordinary : (plan.depositFees?.[way] ?? offered.amount)
  if (chosen.amount < least) throw new ServiceError('InvalidArgument', `${field}.amount: is below the offered ${least}`)
  if (!sameAddress(chosen.feeCollectorAddress, offered.feeCollectorAddress)) {
    throw new ServiceError('InvalidArgument', `${field}.feeCollectorAddress: must be ${offered.feeCollectorAddress}`)
  }
}
