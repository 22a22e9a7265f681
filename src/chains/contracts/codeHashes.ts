import type { Hex } from '../../interface/fields.ts'
import type { ContractDeployment } from './abi/addresses.ts'

/**
 * keccak256 of each contract's deployed code under the default salt, the same on every chain and for every operator.
 * The code of the entrypoint and the guest differs by operator.
 */
export const codeHashes: Record<Exclude<ContractDeployment['name'], 'entrypoint' | 'guest'>, Hex> = {
  router: '0x18efd381d3e253a27a4cd914eaa8b47335f588f483f2ae4fcee23c36a80ed677',
  shim: '0xf2e9663e246ce68a92c0c9731dd90d06c87a3f92ecf643188df0f75bdbee6f62',
  utils: '0x593da2bfd13c97744aea176cfcb02e91086f26f3eb381122e0481c3f16f11c57',
  factory: '0xad5b1e45f9a1f8933f9c9cf02b519ba63506eed595694c4b3c721e04eca94d2b',
  wallet: '0x934064b05036133ad8d65bc27197e8e1540922e62b7dbc6e6ef93cec8de2c6ca',
}
