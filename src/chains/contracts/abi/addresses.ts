// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.
import { intentEntrypointBytecode } from './IntentEntrypoint.ts'
import { intentGuestBytecode } from './IntentGuest.ts'
import { intentRouterBytecode } from './IntentRouter.ts'
import { intentRouterShimBytecode } from './IntentRouterShim.ts'
import { intentUtilsBytecode } from './IntentUtils.ts'
import { intentWalletBytecode } from './IntentWallet.ts'
import { intentWalletFactoryBytecode } from './IntentWalletFactory.ts'

/** Takes salt ++ init code as call data and deploys by CREATE2: the reason why the addresses below hold on every chain. */
export const arachnidDeployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C' as const

export const deploySalt = '0x0000000000000000000000000000000000000000000000000000000000000000' as const

/** Whose entrypoint and guest stand below. An operator with another name or signer has others; the rest is shared. */
export const localOperator = { name: 'Causeway', signer: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' } as const

export const causewayContracts = {
  router: '0xbc1458Bc20eFa27a765cDcb0051aE7E54E51A89c',
  shim: '0x73981a32a666d2481C146FE6a05aDdA75621B78F',
  utils: '0x67aF6a4b62eC5C11aEF1B8dc4111633cE44B3BA2',
  factory: '0x018d8363ce2c964BBd50433724ff5619eb55b57A',
  wallet: '0x9aC0a1bA0f3DF3c77215A86f2551fFFF9ce69a93',
  entrypoint: '0x0732B98ec77aBf43859334453d76C2bdA824bA37',
  guest: '0x145C92B8EC82a930Acdf4B39f369bbec8f382839',
} as const

export type Deployment = { name: keyof typeof causewayContracts; address: `0x${string}`; initCode: `0x${string}` }

/** In this order; each is one transaction to the deployer with data = deploySalt ++ initCode. */
export const deployments: readonly Deployment[] = [
  { name: 'router', address: causewayContracts.router, initCode: `${intentRouterBytecode}` },
  { name: 'shim', address: causewayContracts.shim, initCode: `${intentRouterShimBytecode}000000000000000000000000bc1458bc20efa27a765cdcb0051ae7e54e51a89c` },
  { name: 'utils', address: causewayContracts.utils, initCode: `${intentUtilsBytecode}` },
  { name: 'factory', address: causewayContracts.factory, initCode: `${intentWalletFactoryBytecode}` },
  { name: 'wallet', address: causewayContracts.wallet, initCode: `${intentWalletBytecode}000000000000000000000000018d8363ce2c964bbd50433724ff5619eb55b57a000000000000000000000000bc1458bc20efa27a765cdcb0051ae7e54e51a89c00000000000000000000000073981a32a666d2481c146fe6a05adda75621b78f` },
  { name: 'entrypoint', address: causewayContracts.entrypoint, initCode: `${intentEntrypointBytecode}00000000000000000000000000000000000000000000000000000000000000400000000000000000000000000000000000000000000000000000000000000080000000000000000000000000000000000000000000000000000000000000000843617573657761790000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000006496e74656e740000000000000000000000000000000000000000000000000000` },
  { name: 'guest', address: causewayContracts.guest, initCode: `${intentGuestBytecode}000000000000000000000000018d8363ce2c964bbd50433724ff5619eb55b57a0000000000000000000000009ac0a1ba0f3df3c77215a86f2551ffff9ce69a930000000000000000000000000732b98ec77abf43859334453d76c2bda824ba37000000000000000000000000f39fd6e51aad88f6f4ce6ab8827279cfffb9226600000000000000000000000000000000000000000000000000000000000000a000000000000000000000000000000000000000000000000000000000000000084361757365776179000000000000000000000000000000000000000000000000` },
]
