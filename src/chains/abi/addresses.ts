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
  router: '0x06280070Da1bbf1c36b01dCa21Cc58768b086033',
  shim: '0x65267F06Da853a1019b40B5A790AFf8d4FB82CD3',
  utils: '0x2653AD30294f135298A87a9A9313356B312C080c',
  entrypoint: '0xF125D751Af46e4aac0a482A653BE4Db68a33E65e',
  factory: '0x018d8363ce2c964BBd50433724ff5619eb55b57A',
  wallet: '0x29D445304DF9a14883CC474d7776d09F2A60CF3e',
  guest: '0xc52502aAf702EFB05591F061e1B364D29E7C1EF0',
} as const

export type Deployment = { name: keyof typeof causewayContracts; address: `0x${string}`; initCode: `0x${string}` }

/** In this order; each is one transaction to the deployer with data = deploySalt ++ initCode. */
export const deployments: readonly Deployment[] = [
  { name: 'router', address: causewayContracts.router, initCode: `${intentRouterBytecode}` },
  { name: 'shim', address: causewayContracts.shim, initCode: `${intentRouterShimBytecode}00000000000000000000000006280070da1bbf1c36b01dca21cc58768b086033` },
  { name: 'utils', address: causewayContracts.utils, initCode: `${intentUtilsBytecode}` },
  { name: 'entrypoint', address: causewayContracts.entrypoint, initCode: `${intentEntrypointBytecode}` },
  { name: 'factory', address: causewayContracts.factory, initCode: `${intentWalletFactoryBytecode}` },
  { name: 'wallet', address: causewayContracts.wallet, initCode: `${intentWalletBytecode}000000000000000000000000018d8363ce2c964bbd50433724ff5619eb55b57a00000000000000000000000006280070da1bbf1c36b01dca21cc58768b08603300000000000000000000000065267f06da853a1019b40b5a790aff8d4fb82cd3` },
  { name: 'guest', address: causewayContracts.guest, initCode: `${intentGuestBytecode}000000000000000000000000018d8363ce2c964bbd50433724ff5619eb55b57a00000000000000000000000029d445304df9a14883cc474d7776d09f2a60cf3e000000000000000000000000f125d751af46e4aac0a482a653be4db68a33e65e` },
]
