import { hashTypedData, parseAbi, size } from 'viem'
import { encodeCall } from '../../evm/encodeCall.ts'
import { depositWays, signatureGasOf } from '../../intents/depositWays.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import { accountOf } from '../../intents/readOwnerFacts.ts'
import { type DepositWayName, signatureFields } from '../../interface/enums.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import { permit2Address } from '../../interface/limits.ts'
import type { DepositSignature } from '../../interface/receiptShapes.ts'
import { chainOf } from '../chainOf.ts'
import { measureCall } from '../measureCall.ts'
import type { World } from '../world.ts'
import { isSignedByKey, keySignatureBytes, requireShortSignatures, signedMessage } from './signedMessage.ts'

const erc1271Abi = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])

/** More than the contracts allow a signature; stops a wallet that would keep a node busy forever. */
const measuredGasMax = 1_000_000n

/** The contract that verifies `intentSignature` at an owner with code. */
function askerOf({ depositTransaction, svcContracts }: IntentRecord['intent'], way: DepositWayName): Address {
  if (way === 'receiveWithAuthorization') return depositTransaction.tokenAddress
  return way === 'permit2' ? permit2Address : svcContracts.svcIntentEntrypointAddress
}

/** The fee covers this many signature bytes. Each further one costs calldata and the contracts' copies. */
const bytesPaidFor = 5 * keySignatureBytes
const gasPerByte = 24n

const bytesGasOf = (signed: DepositSignature): bigint =>
  signatureFields
    .map((field) => Math.max(0, size(signed[field] ?? '0x') - bytesPaidFor))
    .reduce((sum, bytes) => sum + BigInt(bytes) * gasPerByte, 0n)

/**
 * Contract owners verify signatures on chain, at up to 550,000 gas each, which the relay fee must cover. Measures the
 * real signature's gas and counts it for each check of the way. `fee`: the way's ordinary one.
 */
export async function requirePaidSignature(
  { intent }: IntentRecord,
  { way, fee }: { way: DepositWayName; fee: bigint },
  signed: DepositSignature,
  code: Hex,
  world: World,
): Promise<void> {
  const chain = chainOf(world, intent.originChainId)
  const account = accountOf(code)
  const first = await signedMessage(intent, way, signed, world)
  // The entrypoint tries the key first; tokens and Permit2 call the account's code if it has any.
  const isKeyEnough = account === 'delegated' && way !== 'receiveWithAuthorization' && way !== 'permit2'
  if (!first) return
  if (isKeyEnough && isSignedByKey(intent.ownerAddress, first.typed, signed))
    return requireShortSignatures(intent.ownerAddress, signed)
  const args = [hashTypedData(first.typed), signed.intentSignature] as const
  const data = encodeCall({ abi: erc1271Abi, functionName: 'isValidSignature', args })
  const call = { to: intent.ownerAddress, data, gas: measuredGasMax }
  // Measured with and without the real caller: the owner's code may depend on who calls.
  const from = askerOf(intent, way)
  const measured = await Promise.all([measureCall(chain, call), measureCall(chain, { ...call, from })])
  // Both calls failed: the simulation of the whole deposit says what is wrong.
  const gas = measured.flatMap((one) => ('message' in one || !one.ok ? [] : [one.gas]))
  if (gas.length === 0) return
  const mostGas = gas.reduce((a, b) => (a > b ? a : b))
  const used = mostGas * depositWays[way].signatures + bytesGasOf(signed)
  const paidFor = signatureGasOf(way, account)
  if (used <= paidFor) return
  const { amount } = signed.selectedGasFeeOption
  const relayed = depositWays[way].gas
  const least = (fee * (relayed + used)) / (relayed + paidFor) + 1n
  if (amount >= least) return
  throw new ServiceError(
    'InvalidArgument',
    `depositSignature.selectedGasFeeOption.amount: asking ownerAddress for its signature uses ${used} gas, of which the offered fee pays for ${paidFor}; sign an amount of at least ${least}, or send the deposit transaction`,
  )
}
