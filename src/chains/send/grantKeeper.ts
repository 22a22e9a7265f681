import { getAbiItem, hexToBigInt, size, slice, toFunctionSelector } from 'viem'
import { readContract } from '../../evm/readContract.ts'
import { explainRevert } from '../../intents/explainRevert.ts'
import { encodeGrants, encodeSubmitGrant, grantTypedData, type RelayerGrant } from '../../intents/relayerGrant.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import type { Chain } from '../chain.ts'
import { intentGuestAbi } from '../contracts/abi/IntentGuest.ts'

/** Signs grants as the operator's signer: `signTypedData` of any account that viem makes fits. */
export type GrantSigner = { signTypedData(typed: ReturnType<typeof grantTypedData>): Promise<Hex> }

/** The transaction that submits a grant to the guest. */
export type SubmitGrant = { to: Address; data: Hex; value: bigint; gas: bigint }

/** Keeps the grants with which relaying accounts may use a guest. */
export type GrantKeeper = {
  /** The transaction that submits a new grant; undefined while the grant lasts. */
  grantFor(relayer: Address): Promise<SubmitGrant | undefined>
}

const dayS = 24 * 3_600
/** A stolen relayer key can run committed batches at a bad moment until its grant ends or a newer one revokes it. */
const grantLifeS = 30 * dayS
const renewBeforeS = 15 * dayS
/** A grant that lasts this long covers all that is sent now. */
const endsSoonS = 3_600
/** 58,000 measured with a key as signer; a contract that signs (ERC-1271) needs more. */
const submitGas = 250_000n

/** Grant keepers of all guests that calls may go to. */
export type GrantKeepers = {
  /** One for each guest in use by quotes: these grants are renewed even if nothing is sent. */
  kept: readonly GrantKeeper[]
  /** The keeper of the earlier guest to which this call goes; undefined if the call needs no grant there. */
  formerFor(call: { to: Address; data: Hex }): GrantKeeper | undefined
}

/** Guest functions that only relayers with a grant may call. */
const granted: ReadonlySet<Hex> = new Set(
  (['deployAndExecuteStrictly', 'deployAndExecuteAsExecutor', 'depositAndExecute'] as const).map((name) =>
    toFunctionSelector(getAbiItem({ abi: intentGuestAbi, name })),
  ),
)

/**
 * An intent runs on the guest it was quoted with, even after the contracts change. A grant at a former guest is
 * submitted only when a transaction to that guest is due.
 */
export function createGrantKeepers(options: {
  chain: Chain
  guests: readonly { guest: Address; domainName: string }[]
  grantSigner: GrantSigner
}): GrantKeepers {
  const { chain, guests, grantSigner } = options
  const known = new Set(guests.map(({ guest }) => guest.toLowerCase()))
  const former = new Map<string, GrantKeeper>()
  return {
    kept: guests.map(({ guest, domainName: name }) => createGrantKeeper({ chain, guest, name, grantSigner })),
    formerFor: ({ to, data }) => {
      const guest = to.toLowerCase()
      if (known.has(guest) || !granted.has(data.slice(0, 10) as Hex)) return undefined
      const keeper = former.get(guest) ?? createGrantKeeper({ chain, guest: to, grantSigner })
      former.set(guest, keeper)
      return keeper
    },
  }
}

/** Renews each relayer's grant when half of its life is over, in chain time. */
export function createGrantKeeper(options: {
  chain: Chain
  guest: Address
  /** The operator's name; absent for an earlier guest, which is asked for it. */
  name?: string
  grantSigner: GrantSigner
}): GrantKeeper {
  const { chain, guest, grantSigner } = options
  const isFormer = options.name === undefined
  return {
    grantFor: async (relayer) => {
      const [held, { timestampS }] = await Promise.all([readGrant(chain, guest, relayer), chain.head()])
      if (Number(held.validUntil) - timestampS > renewBeforeS) return undefined
      const name = options.name ?? (await readContract(chain, guest, intentGuestAbi, 'name', []))
      if (name === undefined) throw new Error(`the guest at ${guest} on chain ${chain.id} tells no name`)
      const grant: RelayerGrant = { relayer, validUntil: BigInt(timestampS + grantLifeS), serial: held.serial + 1n }
      const signature = await grantSigner.signTypedData(grantTypedData(grant, { chainId: chain.id, guest, name }))
      const data = encodeSubmitGrant(grant, signature)
      // An ERC-1271 signer may refuse our key's signature: simulate before paying gas.
      const outcome = await chain.simulate({ to: guest, data })
      if (!outcome.ok) {
        const why = explainRevert(outcome.revert)
        // A newer grant was submitted after the read; the next check finds it.
        if (why.startsWith('GrantOutdated(')) return undefined
        // A former guest may have another signer: its grant is used until it ends.
        if (isFormer && Number(held.validUntil) - timestampS > endsSoonS) return undefined
        throw new Error(`the guest refuses the grant of ${relayer}: ${why}`)
      }
      return { to: guest, data, value: 0n, gas: submitGas }
    },
  }
}

async function readGrant(chain: Chain, guest: Address, relayer: Address): Promise<Omit<RelayerGrant, 'relayer'>> {
  // By quorum: each false "none" from a single node would cost a transaction.
  const outcome = await chain.read({ to: guest, data: encodeGrants(relayer) }, { quorum: true })
  if (!outcome.ok || size(outcome.data) !== 64) throw new Error(`no guest answers at ${guest} on chain ${chain.id}`)
  return { validUntil: hexToBigInt(slice(outcome.data, 0, 32)), serial: hexToBigInt(slice(outcome.data, 32, 64)) }
}
