import type { Address, Hex } from '../interface/fields.ts'

/** Who runs a deployment, and its online key (`identity`). Signed by the operator; expires at `until`, Unix seconds. */
export type Deployment = {
  name: string
  signer: Address
  entrypoint: Address
  guest: Address
  identity: Address
  until: number
}

/** The answer of the well-known path. */
export type SignedDeployment = { deployment: Deployment; signature: Hex }

/** A deployment's online key. It signs quotes and nothing else. */
export type Identity = { signed: SignedDeployment; signQuote(body: string): Hex }

export const deploymentPath = '/.well-known/causeway.json'
/** Set on each answer of QuoteIntent if the deployment has an identity. */
export const quoteSignatureHeader = 'X-Quote-Signature'

/** No contract of ours has this domain, so the signature cannot authorize a grant or a deposit. */
export const deploymentTypedData = ({ name, signer, entrypoint, guest, identity, until }: Deployment) =>
  ({
    domain: { name: 'Causeway deployment', version: '1' },
    types: {
      Deployment: [
        { name: 'name', type: 'string' },
        { name: 'signer', type: 'address' },
        { name: 'entrypoint', type: 'address' },
        { name: 'guest', type: 'address' },
        { name: 'identity', type: 'address' },
        { name: 'until', type: 'uint64' },
      ],
    },
    primaryType: 'Deployment',
    message: { name, signer, entrypoint, guest, identity, until: BigInt(until) },
  }) as const

/** What the identity signs (EIP-191) of a quote: `bodyHash` is the Keccak-256 of the answer's bytes. */
export const quoteMessage = (bodyHash: Hex): string => `Causeway quote ${bodyHash}`
