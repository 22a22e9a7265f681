import { devnetAddresses } from '../../src/chains/definitions/devnet/devnetAddresses.ts'
import type { Address } from '../../src/interface/fields.ts'

export const [harbor, island] = [31337, 31338] as const
export const tokens = devnetAddresses
export const native: Address = '0x0000000000000000000000000000000000000000'
