import type { Address } from '../../interface/fields.ts'
import type { AllowedCalls, ChainDefinition } from '../chainDefinition.ts'

/** Both aggregators use one contract as call target and as spender. */
export const onlyContract = (contract: Address): AllowedCalls => ({ targets: [contract], spenders: [contract] })

/** AllowanceHolder on chains with Cancun's opcodes, from the source of 0x's Settler. */
const zeroX = onlyContract('0x0000000000001fF3684f28c67538d4D072C22734')
/** LiFiDiamond on these chains, from `deployments` in `lifinance/contracts`. */
const lifi = onlyContract('0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE')

/** Hosted aggregators by chain id, for `mainnets.ts`. No package lists these; taken from the sources on 2026-11-16. */
export const aggregatorContracts: Readonly<Record<number, ChainDefinition['aggregators']>> = {
  1: { zeroX, lifi },
  10: { zeroX, lifi },
  8453: { zeroX, lifi },
  42161: { zeroX, lifi },
  137: { zeroX, lifi },
  59144: { lifi: onlyContract('0xDE1E598b81620773454588B85D6b5D4eEC32573e') },
}
