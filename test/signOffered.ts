import type { DepositWay } from '../src/interface/depositWay.ts'
import type { SignatureField } from '../src/interface/enums.ts'
import type { Hex } from '../src/interface/fields.ts'

/** As an integrator does it: signs the texts of an offered way, puts each where the quote says, and keeps the rest. */
export async function signOffered(offered: DepositWay, signText: (typedData: string) => Promise<Hex>) {
  const signatures: Partial<Record<SignatureField, Hex>> = {}
  for (const { field, typedData } of offered.sign ?? []) signatures[field] = await signText(typedData)
  return { ...offered.depositSignature!, ...signatures, intentSignature: signatures.intentSignature ?? '0x' }
}
