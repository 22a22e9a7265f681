// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.
import {
  intentEntrypointBytecode,
  intentGuestBytecode,
  intentRouterBytecode,
  intentRouterShimBytecode,
  intentUtilsBytecode,
  intentWalletBytecode,
  intentWalletFactoryBytecode,
} from './bytecode.ts'

/** Takes salt ++ init code as call data and deploys by CREATE2, so the addresses below hold on every chain. */
export const arachnidDeployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C' as const

export const deploySalt = '0x0000000000000000000000000000000000000000000000000000000000000000' as const

/** Whose entrypoint and guest stand below. An operator with another name or signer has others; the rest is shared. */
export const localOperator = { name: 'Causeway', signer: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' } as const

export const causewayContracts = {
  router: '0xC213e920e9bb36275D0A6Ea9977953aC3685Fc09',
  shim: '0x8e5b2F13285B8C13F677bEc73380B0332109831c',
  utils: '0x1545D7D8400657B0032B17b3360a6Bb74552E2E2',
  factory: '0x741c9B22Daf0AFBCB74cF097c8D53E671DDC27cE',
  wallet: '0x517aa9ddE10f4a06A11c4DaF0A6b741d939adf52',
  entrypoint: '0xc0C1Ed54C64bF8Ea502CA1aAB62168cf64E82f39',
  guest: '0xc04a59195821f97Fe2799d2Ea1d712d52c703Bc3',
} as const

export type ContractDeployment = { name: keyof typeof causewayContracts; address: `0x${string}`; initCode: `0x${string}` }

/** In this order; each is one transaction to the deployer with data = deploySalt ++ initCode. */
export const deployments: readonly ContractDeployment[] = [
  { name: 'router', address: causewayContracts.router, initCode: `${intentRouterBytecode}` },
  { name: 'shim', address: causewayContracts.shim, initCode: `${intentRouterShimBytecode}000000000000000000000000c213e920e9bb36275d0a6ea9977953ac3685fc09` },
  { name: 'utils', address: causewayContracts.utils, initCode: `${intentUtilsBytecode}` },
  { name: 'factory', address: causewayContracts.factory, initCode: `${intentWalletFactoryBytecode}` },
  { name: 'wallet', address: causewayContracts.wallet, initCode: `${intentWalletBytecode}000000000000000000000000741c9b22daf0afbcb74cf097c8d53e671ddc27ce000000000000000000000000c213e920e9bb36275d0a6ea9977953ac3685fc090000000000000000000000008e5b2f13285b8c13f677bec73380b0332109831c` },
  { name: 'entrypoint', address: causewayContracts.entrypoint, initCode: `${intentEntrypointBytecode}00000000000000000000000000000000000000000000000000000000000000400000000000000000000000000000000000000000000000000000000000000080000000000000000000000000000000000000000000000000000000000000000843617573657761790000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000006496e74656e740000000000000000000000000000000000000000000000000000` },
  { name: 'guest', address: causewayContracts.guest, initCode: `${intentGuestBytecode}000000000000000000000000741c9b22daf0afbcb74cf097c8d53e671ddc27ce000000000000000000000000517aa9dde10f4a06a11c4daf0a6b741d939adf52000000000000000000000000c0c1ed54c64bf8ea502ca1aab62168cf64e82f39000000000000000000000000f39fd6e51aad88f6f4ce6ab8827279cfffb9226600000000000000000000000000000000000000000000000000000000000000a000000000000000000000000000000000000000000000000000000000000000084361757365776179000000000000000000000000000000000000000000000000` },
]
