import { hashTypedData, size } from 'viem'
import { sameAddress } from '../../evm/address.ts'
import { recoverSigner } from '../../evm/recoverSigner.ts'
import { withRevocation } from '../../intents/depositNonce.ts'
import { depositWays, type TypedData } from '../../intents/depositWays.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import { readTokenSigning } from '../../intents/tokenSigning.ts'
import { type DepositWayName, signatureFields } from '../../interface/enums.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Address } from '../../interface/fields.ts'
import type { DepositSignature } from '../../interface/receiptShapes.ts'
import { signingOfIntent } from '../brandContracts.ts'
import { chainOf } from '../chainOf.ts'
import { signedDepositOf } from '../steps/sendDeposit.ts'
import type { World } from '../world.ts'

export function isSignedByKey(owner: Address, typed: TypedData, { intentSignature }: DepositSignature): boolean {
  // Undefined: no key can be recovered from these bytes, so they are no signature.
  const signer = recoverSigner(hashTypedData(typed), intentSignature)
  return signer !== undefined && sameAddress(signer, owner)
}

/** The message of `intentSignature`: the entrypoint's deposit, or for two ways the token's or Permit2's message. */
export async function signedMessage(
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
  const deposit = signedDepositOf(intent, signed)
  const ask = {
    deposit: way === 'daiPermit' ? withRevocation(deposit) : deposit,
    chainId: chain.id,
    ...(await signingOfIntent(intent, world, chain)),
    tokenDomain: domain,
    permitNonce: signed.permitNonce ?? 0n,
  }
  return depositWays[authorized || way === 'permit2' ? way : 'allowance'].sign(ask)[0]
}

export const keySignatureBytes = 65

/** A key's signature is short; bytes behind it have no effect, and the relay fee does not pay for them. */
export function requireShortSignatures(owner: Address, signed: DepositSignature): void {
  for (const field of signatureFields) {
    const bytes = size(signed[field] ?? '0x')
    if (bytes > keySignatureBytes)
      throw new ServiceError(
        'InvalidArgument',
        `depositSignature.${field}: is ${bytes} bytes long; ownerAddress ${owner} signs ${keySignatureBytes} with its key`,
      )
  }
}
