import type { Chain } from '../chains/chain.ts'
import type { LayerZeroContracts, OftContract } from '../chains/chainDefinition.ts'
import { divideUp } from '../intents/money.ts'

/** The two ends of one token's way by LayerZero. */
export type OftLane = { origin: Chain; to: LayerZeroContracts; sent: OftContract; received: OftContract }

/** The least amount that crosses, in base units of the token. */
export const unitOf = ({ decimals, sharedDecimals }: OftContract): bigint => 10n ** BigInt(decimals - sharedDecimals)

export const withoutDust = (amount: bigint, contract: OftContract): bigint => amount - (amount % unitOf(contract))

export const roundUp = (amount: bigint, contract: OftContract): bigint =>
  divideUp(amount, unitOf(contract)) * unitOf(contract)

/** The same shared units in base units of another chain. */
export const rescaled = (amount: bigint, from: OftContract, to: OftContract): bigint =>
  (amount / unitOf(from)) * unitOf(to)
