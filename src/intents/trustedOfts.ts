import type { Address } from '../interface/fields.ts'

/** LayerZero's id of the chain (`eid`), and its OFTs. The OFTs of one asset on two chains are a route's two ends. */
export type TrustedLayerZero = { eid: number; ofts: readonly TrustedOft[] }
type TrustedOft = { asset: string; token: Address; decimals: number; oft: Address }

const pool = (asset: 'USDC' | 'USDT', token: Address, oft: Address, decimals = 6): TrustedOft => ({
  asset,
  token,
  decimals,
  oft,
})
const on = (eid: number, ...ofts: TrustedOft[]): TrustedLayerZero => ({ eid, ofts })

/** Stargate's pools by chain id (`@stargatefinance/stg-evm-v2` 2.0.6); eids from `@layerzerolabs/lz-definitions`. */
export const trustedOfts: Readonly<Record<number, TrustedLayerZero>> = {
  1: on(
    30_101,
    pool('USDC', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', '0xc026395860Db2d07ee33e05fE50ed7bD583189C7'),
    pool('USDT', '0xdAC17F958D2ee523a2206206994597C13D831ec7', '0x933597a323Eb81cAe705C5bC29985172fd5A3973'),
  ),
  10: on(
    30_111,
    pool('USDC', '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', '0xcE8CcA271Ebc0533920C83d39F417ED6A0abB7D0'),
    pool('USDT', '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58', '0x19cFCE47eD54a88614648DC3f19A5980097007dD'),
  ),
  8453: on(
    30_184,
    pool('USDC', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', '0x27a16dc786820B16E5c9028b75B99F6f604b5d26'),
  ),
  42161: on(
    30_110,
    pool('USDC', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', '0xe8CDF27AcD73a434D661C84887215F7598e7d0d3'),
    pool('USDT', '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', '0xcE8CcA271Ebc0533920C83d39F417ED6A0abB7D0'),
  ),
  137: on(
    30_109,
    pool('USDC', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', '0x9Aa02D4Fae7F58b8E8f34c66E756cC734DAc7fe4'),
    pool('USDT', '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', '0xd47b03ee6d86Cf251ee7860FB2ACf9f91B9fD4d7'),
  ),
  56: on(
    30_102,
    pool('USDC', '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', '0x962Bd449E630b0d928f308Ce63f1A21F02576057', 18),
    pool('USDT', '0x55d398326f99059fF775485246999027B3197955', '0x138EB30f73BC423c6455C53df6D89CB01d9eBc63', 18),
  ),
  43114: on(
    30_106,
    pool('USDC', '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E', '0x5634c4a5FEd09819E3c46D86A965Dd9447d86e47'),
    pool('USDT', '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7', '0x12dC9256Acc9895B076f6638D628382881e62CeE'),
  ),
  534352: on(
    30_214,
    pool('USDC', '0x06eFdBFf2a14a7c8E15944D1F4A48F9F95F663A4', '0x3Fc69CC4A842838bCDC9499178740226062b14E4'),
  ),
}
