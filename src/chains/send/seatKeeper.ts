import { hexToBigInt, size, slice } from 'viem'
import { explainRevert } from '../../intents/explainRevert.ts'
import { encodeSeats, encodeShow, type Pass, passTypedData } from '../../intents/pass.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import type { Chain } from '../chain.ts'

/** Signs passes as the operator's signer: `signTypedData` of any account that viem makes fits. */
export type PassSigner = { signTypedData(typed: ReturnType<typeof passTypedData>): Promise<Hex> }

/** What shows a pass to the guest. */
export type ShowPass = { to: Address; data: Hex; value: bigint; gas: bigint }

/** Says what a relaying account has to send so that the guest acts for it. */
export type SeatKeeper = {
  /** The transaction that shows a new pass; undefined while the seat lasts. */
  passFor(relayer: Address): Promise<ShowPass | undefined>
}

const dayS = 24 * 3_600
/** A relayer whose key was lost can run committed batches at a bad moment until its pass ends, unless a newer one revokes it first. */
const passLifeS = 30 * dayS
const renewBeforeS = 15 * dayS
/** 58,000 measured with a key as signer; a contract that signs (ERC-1271) needs more. */
const showGas = 250_000n

/** Renews each relayer's pass when half of its life is over, by the time of the chain. */
export function createSeatKeeper(options: {
  chain: Chain
  guest: Address
  /** The operator's name. */
  name: string
  passSigner: PassSigner
}): SeatKeeper {
  const { chain, guest, name, passSigner } = options
  return {
    passFor: async (relayer) => {
      const [seat, { timestampS }] = await Promise.all([readSeat(chain, guest, relayer), chain.head()])
      if (Number(seat.validUntil) - timestampS > renewBeforeS) return undefined
      const pass: Pass = { relayer, validUntil: BigInt(timestampS + passLifeS), serial: seat.serial + 1n }
      const signature = await passSigner.signTypedData(passTypedData(pass, { chainId: chain.id, guest, name }))
      const data = encodeShow(pass, signature)
      // A signer that is a contract may refuse what our key signs: found out before gas is paid for it.
      const outcome = await chain.simulate({ to: guest, data })
      if (!outcome.ok) {
        const why = explainRevert(outcome.revert)
        // The seat was taken between the read and this: the next turn finds it.
        if (why.startsWith('PassOutdated(')) return undefined
        throw new Error(`the guest refuses the pass of ${relayer}: ${why}`)
      }
      return { to: guest, data, value: 0n, gas: showGas }
    },
  }
}

async function readSeat(chain: Chain, guest: Address, relayer: Address): Promise<Omit<Pass, 'relayer'>> {
  const outcome = await chain.read({ to: guest, data: encodeSeats(relayer) })
  if (!outcome.ok || size(outcome.data) !== 64) throw new Error(`no guest answers at ${guest} on chain ${chain.id}`)
  return { validUntil: hexToBigInt(slice(outcome.data, 0, 32)), serial: hexToBigInt(slice(outcome.data, 32, 64)) }
}
