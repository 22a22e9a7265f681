import type { Chain } from '../../chains/chain.ts'
import type { Address } from '../../interface/fields.ts'

/** Whether a wallet was deployed by a block. By quorum, because intents end on it: nothing leaves an undeployed one. */
export const hasWallet = async (chain: Chain, address: Address, block: number): Promise<boolean> =>
  (await chain.code(address, { block, quorum: true })) !== '0x'
