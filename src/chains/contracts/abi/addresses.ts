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
  router: '0x976f78e31b5B5764f08D28B96F185f2618Ab6f83',
  shim: '0x9bC400f82246f8289ea78afE3bf1b741f85A84af',
  utils: '0x1545D7D8400657B0032B17b3360a6Bb74552E2E2',
  factory: '0x741c9B22Daf0AFBCB74cF097c8D53E671DDC27cE',
  wallet: '0x9e2a48D5beD4812F12AFa01d22A9C809A2C6a7b9',
  entrypoint: '0x3d4DD09dA6244A724fCCd3B9bC3f6ce161A3c513',
  guest: '0x9753B1DDE9b85dcbD68fFbcc481b0de1Bf785A79',
} as const

export type Deployment = { name: keyof typeof causewayContracts; address: `0x${string}`; initCode: `0x${string}` }

/** In this order; each is one transaction to the deployer with data = deploySalt ++ initCode. */
export const deployments: readonly Deployment[] = [
  { name: 'router', address: causewayContracts.router, initCode: `${intentRouterBytecode}` },
  { name: 'shim', address: causewayContracts.shim, initCode: `${intentRouterShimBytecode}000000000000000000000000976f78e31b5b5764f08d28b96f185f2618ab6f83` },
  { name: 'utils', address: causewayContracts.utils, initCode: `${intentUtilsBytecode}` },
  { name: 'factory', address: causewayContracts.factory, initCode: `${intentWalletFactoryBytecode}` },
  { name: 'wallet', address: causewayContracts.wallet, initCode: `${intentWalletBytecode}000000000000000000000000741c9b22daf0afbcb74cf097c8d53e671ddc27ce000000000000000000000000976f78e31b5b5764f08d28b96f185f2618ab6f830000000000000000000000009bc400f82246f8289ea78afe3bf1b741f85a84af` },
  { name: 'entrypoint', address: causewayContracts.entrypoint, initCode: `${intentEntrypointBytecode}00000000000000000000000000000000000000000000000000000000000000400000000000000000000000000000000000000000000000000000000000000080000000000000000000000000000000000000000000000000000000000000000843617573657761790000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000006496e74656e740000000000000000000000000000000000000000000000000000` },
  { name: 'guest', address: causewayContracts.guest, initCode: `${intentGuestBytecode}000000000000000000000000741c9b22daf0afbcb74cf097c8d53e671ddc27ce0000000000000000000000009e2a48d5bed4812f12afa01d22a9c809a2c6a7b90000000000000000000000003d4dd09da6244a724fccd3b9bc3f6ce161a3c513000000000000000000000000f39fd6e51aad88f6f4ce6ab8827279cfffb9226600000000000000000000000000000000000000000000000000000000000000a000000000000000000000000000000000000000000000000000000000000000084361757365776179000000000000000000000000000000000000000000000000` },
]
