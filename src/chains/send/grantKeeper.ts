import { hexToBigInt, size, slice } from 'viem'
import { explainRevert } from '../../intents/explainRevert.ts'
import { encodeGrants, encodeSubmitGrant, grantTypedData, type RelayerGrant } from '../../intents/relayerGrant.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import type { Chain } from '../chain.ts'

/** Signs grants as the operator's signer: `signTypedData` of any account that viem makes fits. */
export type GrantSigner = { signTypedData(typed: ReturnType<typeof grantTypedData>): Promise<Hex> }

/** What submits a grant to the guest. */
export type SubmitGrant = { to: Address; data: Hex; value: bigint; gas: bigint }

/** Says what a relaying account has to send so that the guest acts for it. */
export type GrantKeeper = {
  /** The transaction that submits a new grant; undefined while the grant lasts. */
  grantFor(relayer: Address): Promise<SubmitGrant | undefined>
}

const dayS = 24 * 3_600
/** A relayer whose key was lost can run committed batches at a bad moment until its grant ends, unless a newer one revokes it first. */
const grantLifeS = 30 * dayS
const renewBeforeS = 15 * dayS
/** 58,000 measured with a key as signer; a contract that signs (ERC-1271) needs more. */
const submitGas = 250_000n

/** Renews each relayer's grant when half of its life is over, by the time of the chain. */
export function createGrantKeeper(options: {
  chain: Chain
  guest: Address
  /** The operator's name. */
  name: string
  grantSigner: GrantSigner
}): GrantKeeper {
  const { chain, guest, name, grantSigner } = options
  return {
    grantFor: async (relayer) => {
      const [held, { timestampS }] = await Promise.all([readGrant(chain, guest, relayer), chain.head()])
      if (Number(held.validUntil) - timestampS > renewBeforeS) return undefined
      const grant: RelayerGrant = { relayer, validUntil: BigInt(timestampS + grantLifeS), serial: held.serial + 1n }
      const signature = await grantSigner.signTypedData(grantTypedData(grant, { chainId: chain.id, guest, name }))
      const data = encodeSubmitGrant(grant, signature)
      // A signer that is a contract may refuse what our key signs: found out before gas is paid for it.
      const outcome = await chain.simulate({ to: guest, data })
      if (!outcome.ok) {
        const why = explainRevert(outcome.revert)
        // It was submitted between the read and this: the next turn finds it.
        if (why.startsWith('GrantOutdated(')) return undefined
        throw new Error(`the guest refuses the grant of ${relayer}: ${why}`)
      }
      return { to: guest, data, value: 0n, gas: submitGas }
    },
  }
}

async function readGrant(chain: Chain, guest: Address, relayer: Address): Promise<Omit<RelayerGrant, 'relayer'>> {
  const outcome = await chain.read({ to: guest, data: encodeGrants(relayer) })
  if (!outcome.ok || size(outcome.data) !== 64) throw new Error(`no guest answers at ${guest} on chain ${chain.id}`)
  return { validUntil: hexToBigInt(slice(outcome.data, 0, 32)), serial: hexToBigInt(slice(outcome.data, 32, 64)) }
}
