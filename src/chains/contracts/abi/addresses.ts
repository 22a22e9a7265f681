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

export const causewayContracts = {
  router: '0xFfb5d639b7841B10f81f46E04f9A10ddff69927a',
  shim: '0x4FE1C3dcbBb420106Eda18ecfB58Ae869A6b6D90',
  utils: '0x2653AD30294f135298A87a9A9313356B312C080c',
  entrypoint: '0xF125D751Af46e4aac0a482A653BE4Db68a33E65e',
  factory: '0x018d8363ce2c964BBd50433724ff5619eb55b57A',
  wallet: '0xa48C8479d29B179cDB0F162BEB663818caAFa56b',
  guest: '0x3F2695f21363dC984B94aEd0BC3df3a1a040A570',
} as const

export type Deployment = { name: keyof typeof causewayContracts; address: `0x${string}`; initCode: `0x${string}` }

/** In this order; each is one transaction to the deployer with data = deploySalt ++ initCode. */
export const deployments: readonly Deployment[] = [
  { name: 'router', address: causewayContracts.router, initCode: `${intentRouterBytecode}` },
  { name: 'shim', address: causewayContracts.shim, initCode: `${intentRouterShimBytecode}000000000000000000000000ffb5d639b7841b10f81f46e04f9a10ddff69927a` },
  { name: 'utils', address: causewayContracts.utils, initCode: `${intentUtilsBytecode}` },
  { name: 'entrypoint', address: causewayContracts.entrypoint, initCode: `${intentEntrypointBytecode}` },
  { name: 'factory', address: causewayContracts.factory, initCode: `${intentWalletFactoryBytecode}` },
  { name: 'wallet', address: causewayContracts.wallet, initCode: `${intentWalletBytecode}000000000000000000000000018d8363ce2c964bbd50433724ff5619eb55b57a000000000000000000000000ffb5d639b7841b10f81f46e04f9a10ddff69927a0000000000000000000000004fe1c3dcbbb420106eda18ecfb58ae869a6b6d90` },
  { name: 'guest', address: causewayContracts.guest, initCode: `${intentGuestBytecode}000000000000000000000000018d8363ce2c964bbd50433724ff5619eb55b57a000000000000000000000000a48c8479d29b179cdb0f162beb663818caafa56b000000000000000000000000f125d751af46e4aac0a482a653be4db68a33e65e` },
]
