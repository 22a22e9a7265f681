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
  router: '0x313dbC2C8E772bE94369aa47270c2D80515973D3',
  shim: '0xF6a9f1d94bD08e0AD64430e86F067e04896AfF76',
  utils: '0x67aF6a4b62eC5C11aEF1B8dc4111633cE44B3BA2',
  factory: '0x018d8363ce2c964BBd50433724ff5619eb55b57A',
  wallet: '0xbd62080126756ed3Dba8B18D144c08a5529bF399',
  entrypoint: '0xcC8360dBa76EB9E0F61d2e5132FcDc1A19d7Fc52',
  guest: '0x5CE9054d5a43b2932CAf680471b609c7e6f8129B',
} as const

export type Deployment = { name: keyof typeof causewayContracts; address: `0x${string}`; initCode: `0x${string}` }

/** In this order; each is one transaction to the deployer with data = deploySalt ++ initCode. */
export const deployments: readonly Deployment[] = [
  { name: 'router', address: causewayContracts.router, initCode: `${intentRouterBytecode}` },
  { name: 'shim', address: causewayContracts.shim, initCode: `${intentRouterShimBytecode}000000000000000000000000313dbc2c8e772be94369aa47270c2d80515973d3` },
  { name: 'utils', address: causewayContracts.utils, initCode: `${intentUtilsBytecode}` },
  { name: 'factory', address: causewayContracts.factory, initCode: `${intentWalletFactoryBytecode}` },
  { name: 'wallet', address: causewayContracts.wallet, initCode: `${intentWalletBytecode}000000000000000000000000018d8363ce2c964bbd50433724ff5619eb55b57a000000000000000000000000313dbc2c8e772be94369aa47270c2d80515973d3000000000000000000000000f6a9f1d94bd08e0ad64430e86f067e04896aff76` },
  { name: 'entrypoint', address: causewayContracts.entrypoint, initCode: `${intentEntrypointBytecode}000000000000000000000000000000000000000000000000000000000000002000000000000000000000000000000000000000000000000000000000000000084361757365776179000000000000000000000000000000000000000000000000` },
  { name: 'guest', address: causewayContracts.guest, initCode: `${intentGuestBytecode}000000000000000000000000018d8363ce2c964bbd50433724ff5619eb55b57a000000000000000000000000bd62080126756ed3dba8b18d144c08a5529bf399000000000000000000000000cc8360dba76eb9e0f61d2e5132fcdc1a19d7fc52000000000000000000000000f39fd6e51aad88f6f4ce6ab8827279cfffb9226600000000000000000000000000000000000000000000000000000000000000a000000000000000000000000000000000000000000000000000000000000000084361757365776179000000000000000000000000000000000000000000000000` },
]
