import type { Chain } from '../../chains/chain.ts'
import type { Address } from '../../interface/fields.ts'

/** Whether the wallet of an intent address was deployed by a block. By a quorum: nothing leaves an address without one, so intents end on its absence. */
export const hasWallet = async (chain: Chain, address: Address, block: number): Promise<boolean> =>
  (await chain.code(address, { block, quorum: true })) !== '0x'
