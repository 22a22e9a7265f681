import { size } from 'viem'
import { signatureFields } from '../../interface/enums.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Address } from '../../interface/fields.ts'
import type { DepositSignature } from '../../interface/receiptShapes.ts'

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
