import { hashTypedData, keccak256, recoverMessageAddress, recoverTypedDataAddress, stringToHex } from 'viem'
import {
  deploymentPath,
  deploymentTypedData,
  quoteMessage,
  quoteSignatureHeader,
  type SignedDeployment,
} from '../intents/deployment.ts'
import type { Address, Hex } from '../interface/fields.ts'
import { contractsOfOperator, type OperatorIdentity } from './contractsOfOperator.ts'

export type IdentityOptions = {
  /** Where the service is. */
  url: string
  /** Who runs it, from its operator and not from this server. */
  operator: OperatorIdentity
  /** Asks a contract of a chain of yours whether it accepts a signature (ERC-1271), where the operator is one. */
  accepts?(signer: Address, hash: Hex, signature: Hex): Promise<boolean>
  fetch?: typeof fetch
}

/** The description of a deployment is not signed by its operator, or is of other contracts. */
export class UntrustedDeployment extends Error {
  override readonly name = 'UntrustedDeployment'
}

/** The address that signs the quotes of a deployment, if its operator signed the description that the server gives. */
export async function identityOf({ url, operator, accepts, fetch: ask = fetch }: IdentityOptions): Promise<Address> {
  const reply = await ask(`${url.replace(/\/+$/, '')}${deploymentPath}`, { redirect: 'error' })
  if (!reply.ok) throw new UntrustedDeployment(`the service describes no deployment (${reply.status})`)
  const { deployment, signature } = (await reply.json()) as SignedDeployment
  const { entrypoint, guest } = await contractsOfOperator(operator)
  const { name = 'Causeway', signer } = operator
  // What the operator would sign of itself: only the identity and the end are the server's word.
  const expected = { name, signer, entrypoint, guest, identity: deployment.identity, until: deployment.until }
  const typed = deploymentTypedData(expected)
  const whose = await recoverTypedDataAddress({ ...typed, signature }).catch(() => undefined)
  const isSigned = whose === signer || (await accepts?.(signer, hashTypedData(typed), signature)) === true
  if (!isSigned) throw new UntrustedDeployment(`the description is not signed by ${signer}`)
  if (deployment.until * 1_000 < Date.now()) throw new UntrustedDeployment('the description has expired')
  return deployment.identity
}

/** Whether an identity signed a reply to QuoteIntent: its body as it came, and its header. */
export async function isQuoteOf(identity: Address, body: string, headers: Headers): Promise<boolean> {
  const signature = headers.get(quoteSignatureHeader) as Hex | null
  if (!signature) return false
  const message = quoteMessage(keccak256(stringToHex(body)))
  return (await recoverMessageAddress({ message, signature }).catch(() => undefined)) === identity
}
