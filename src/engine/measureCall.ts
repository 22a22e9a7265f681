import { concat, type Hex, hexToBigInt, hexToNumber, pad, size, slice } from 'viem'
import type { Chain, StateOverride } from '../chains/chain.ts'
import type { Address } from '../interface/fields.ts'

/** The gas of a call without a transaction's intrinsic gas, and what it returned or reverted with. */
export type Measured = { ok: boolean; gas: bigint; data: Hex }

/**
 * Runtime code that a state override puts at an unused address for one eth_call. It calls the address in the first word
 * of its call data with the rest of it, and returns gas used, success and the returned bytes: all in one round trip.
 */
const probeCode: Hex =
  '0x602036038060206000375a6000600083600060006000355af15a82036000526020523d600060403e3d6040016000f3'
const probeAddress: Address = '0x00000000000000000000000000000000ca05e3a1'

/** Simulates a call by `from`, whose own code the probe replaces. `message`: why the node refused the simulation. */
export async function measureCall(
  chain: Chain,
  { to, data, gas, from = probeAddress }: { to: Address; data: Hex; gas?: bigint; from?: Address },
  overrides: StateOverride = [],
): Promise<Measured | { message: string }> {
  const call = { to: from, data: concat([pad(to), data]), gas }
  const outcome = await chain.simulate(call, [{ address: from, code: probeCode }, ...overrides])
  if (!outcome.ok) return { message: outcome.message }
  return {
    ok: hexToNumber(slice(outcome.data, 32, 64)) === 1,
    gas: hexToBigInt(slice(outcome.data, 0, 32)),
    data: size(outcome.data) > 64 ? slice(outcome.data, 64) : '0x',
  }
}
