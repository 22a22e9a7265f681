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
import { sameHex } from './untrustedQuote.ts'

export type IdentityOptions = {
  /** The service's URL. */
  url: string
  /** Who runs the service. Get this from the operator, not from this server. */
  operator: OperatorIdentity
  /** Asks the operator's contract, by your own node, whether it accepts a signature. Only for ERC-1271 signers. */
  accepts?(signer: Address, hash: Hex, signature: Hex): Promise<boolean>
  fetch?: typeof fetch
}

/** The deployment's description is missing, expired, not signed by its operator, or about other contracts. */
export class UntrustedDeployment extends Error {
  override readonly name = 'UntrustedDeployment'
}

/** The address that signs a deployment's quotes. Throws unless the operator signed the server's description of it. */
export async function identityOf({ url, operator, accepts, fetch: ask = fetch }: IdentityOptions): Promise<Address> {
  const reply = await ask(`${url.replace(/\/+$/, '')}${deploymentPath}`, { redirect: 'error' })
  if (!reply.ok) throw new UntrustedDeployment(`the service describes no deployment (${reply.status})`)
  const { deployment, signature } = (await reply.json()) as SignedDeployment
  const { entrypoint, guest } = await contractsOfOperator(operator)
  const { name = 'Causeway', signer } = operator
  // Rebuild what the operator must have signed: only `identity` and `until` come from the server.
  const expected = { name, signer, entrypoint, guest, identity: deployment.identity, until: deployment.until }
  const typed = deploymentTypedData(expected)
  const whose = await recoverTypedDataAddress({ ...typed, signature }).catch(() => undefined)
  const isSigned = sameHex(whose, signer) || (await accepts?.(signer, hashTypedData(typed), signature)) === true
  if (!isSigned) throw new UntrustedDeployment(`the description is not signed by ${signer}`)
  if (deployment.until * 1_000 < Date.now()) throw new UntrustedDeployment('the description has expired')
  return deployment.identity
}

/** Whether `identity` signed a reply to QuoteIntent. `body`: the reply's text, unparsed. */
export async function isQuoteOf(identity: Address, body: string, headers: Headers): Promise<boolean> {
  const signature = headers.get(quoteSignatureHeader) as Hex | null
  if (!signature) return false
  const message = quoteMessage(keccak256(stringToHex(body)))
  return (await recoverMessageAddress({ message, signature }).catch(() => undefined)) === identity
}
