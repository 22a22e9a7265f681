import { concat, type Hex } from 'viem'
import { localOperator } from '../../../src/chains/contracts/abi/addresses.ts'
import { localContracts, operatorContracts } from '../../../src/chains/contracts/operator.ts'
import { sameAddress } from '../../../src/evm/address.ts'
import type { Address } from '../../../src/interface/fields.ts'
import { brandContracts } from './brands.ts'

/** All seven contracts of a version before, at addresses of their own. */
export const earlierContracts = operatorContracts({ ...localOperator, salt: `0x${'01'.repeat(32)}` })
export const contractSets = [localContracts, earlierContracts, ...[...brandContracts.values()].slice(1)] as const

/** The ERC-1167 proxy in front of a wallet's implementation. */
export const cloneCode = (wallet: Address): Hex =>
  concat(['0x363d3d373d3d3d363d73', wallet, '0x5af43d82803e903d91602b57fd5bf3'])

/** The set that an entrypoint or a guest belongs to. */
export const contractsOf = (address: Address) =>
  contractSets.find(({ entrypoint, guest }) => [entrypoint, guest].some((one) => sameAddress(one, address)))!
