import { hashTypedData, parseAbi } from 'viem'
import { sameAddress } from '../../evm/address.ts'
import { encodeCall } from '../../evm/encodeCall.ts'
import { recoverSigner } from '../../evm/recoverSigner.ts'
import {
  depositWays,
  permit2AmountMax,
  permit2NonceMax,
  signatureGasOf,
  type TypedData,
  wayOf,
} from '../../intents/depositWays.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import { accountOf } from '../../intents/readOwnerFacts.ts'
import { readTokenSigning } from '../../intents/tokenSigning.ts'
import { encodeDepositAndExecute } from '../../intents/wallet.ts'
import type { DepositWayName } from '../../interface/enums.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Address } from '../../interface/fields.ts'
import { limits, nativeToken } from '../../interface/limits.ts'
import type { DepositSignature } from '../../interface/receiptShapes.ts'
import { contractsOfIntent } from '../brandContracts.ts'
import { chainOf } from '../configured.ts'
import { measureCall } from '../measureCall.ts'
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
  await requirePaidSignature(record, way, signed, world)
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
  const first = await signedMessage(intent, way, signed, world)
  if (first && isSignedByKey(intent.ownerAddress, first.typed, signed)) return
  throw new ServiceError(
    'InvalidArgument',
    `depositSignature.intentSignature: is not by ownerAddress ${intent.ownerAddress}`,
  )
}

function isSignedByKey(owner: Address, typed: TypedData, { intentSignature }: DepositSignature): boolean {
  // Undefined: bytes from which no key can be recovered, which are nobody's signature.
  const signer = recoverSigner(hashTypedData(typed), intentSignature)
  return signer !== undefined && sameAddress(signer, owner)
}

/** What `intentSignature` is made of: by most ways the deposit at the entrypoint, by two the message of the token or of Permit2. */
async function signedMessage(
  intent: IntentRecord['intent'],
  way: DepositWayName,
  signed: DepositSignature,
  world: World,
): Promise<{ typed: TypedData } | undefined> {
  const chain = chainOf(world, intent.originChainId)
  const { tokenAddress } = intent.depositTransaction
  const authorized = way === 'receiveWithAuthorization'
  const { domain } = authorized ? await readTokenSigning((call) => chain.read(call), chain.id, tokenAddress) : {}
  if (authorized && !domain)
    throw new ServiceError('InvalidArgument', 'depositSignature.way: the token takes no authorizations')
  const ask = {
    deposit: signedDepositOf(intent, signed),
    chainId: chain.id,
    ...contractsOfIntent(intent, world),
    tokenDomain: domain,
    permitNonce: signed.permitNonce ?? 0n,
  }
  return depositWays[authorized || way === 'permit2' ? way : 'allowance'].sign(ask)[0]
}

const erc1271Abi = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])

/** More than the contracts give a signature: a wallet that never ends must not keep a node at work. */
const measuredGasMax = 1_000_000n

/**
 * An owner with code is asked for its signatures on chain, at up to 550,000 gas each, which the relay fee has to pay for: what the real signature uses
 * is measured, and counts for each that the way asks for.
 */
async function requirePaidSignature(
  { intent, plan }: IntentRecord,
  way: DepositWayName,
  signed: DepositSignature,
  world: World,
): Promise<void> {
  const chain = chainOf(world, intent.originChainId)
  const code = await chain.code(intent.ownerAddress)
  if (code === '0x') return
  const account = accountOf(code)
  const first = await signedMessage(intent, way, signed, world)
  // The entrypoint asks the key first; tokens and Permit2 ask the code of whoever has some.
  const isKeyEnough = account === 'delegated' && way !== 'receiveWithAuthorization' && way !== 'permit2'
  if (!first || (isKeyEnough && isSignedByKey(intent.ownerAddress, first.typed, signed))) return
  const args = [hashTypedData(first.typed), signed.intentSignature] as const
  const data = encodeCall({ abi: erc1271Abi, functionName: 'isValidSignature', args })
  const measured = await measureCall(chain, { to: intent.ownerAddress, data, gas: measuredGasMax })
  // Not measured, or refused: the simulation of the whole deposit says what is wrong.
  if ('message' in measured || !measured.ok) return
  const used = measured.gas * depositWays[way].signatures
  const paidFor = signatureGasOf(way, account)
  if (used <= paidFor) return
  const { amount } = signed.selectedGasFeeOption
  // A way that was not offered costs at the least what another does.
  const others = Object.values(plan.depositFees)
  const offered = plan.sponsored?.[way]?.fee ?? plan.depositFees[way] ?? others.reduce((a, b) => (a > b ? a : b), 0n)
  const relayed = depositWays[way].gas
  const least = (offered * (relayed + used)) / (relayed + paidFor) + 1n
  if (amount >= least) return
  throw new ServiceError(
    'InvalidArgument',
    `depositSignature.selectedGasFeeOption.amount: asking ownerAddress for its signature uses ${used} gas, of which the offered fee pays for ${paidFor}; sign an amount of at least ${least}, or send the deposit transaction`,
  )
}

/**
 * A wallet can say yes to every simulation and burn its gas on chain, at our cost: an owner whose signed deposits failed there pays by itself for
 * an hour.
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
  const least = ordinary !== undefined && chosen.amount > 0n ? ordinary : (plan.depositFees[way] ?? offered.amount)
  if (chosen.amount < least) throw new ServiceError('InvalidArgument', `${field}.amount: is below the offered ${least}`)
  if (!sameAddress(chosen.feeCollectorAddress, offered.feeCollectorAddress)) {
    throw new ServiceError('InvalidArgument', `${field}.feeCollectorAddress: must be ${offered.feeCollectorAddress}`)
  }
}
