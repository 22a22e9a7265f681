import { devnetAddresses as tokens } from '../src/chains/definitions/devnet/devnetAddresses.ts'

export const [harbor, island] = [31337, 31338]

export const random = (max: number) => Math.floor(Math.random() * max)

/** So much USDC on Harbor for one of three tokens on Island, for one of these owners. */
export const across = (amount: bigint, owners: readonly string[]) => ({
  ownerAddress: owners[random(owners.length)]!,
  originChainId: harbor,
  originTokenAddress: tokens.usdc,
  originTokenAmount: amount,
  destinationChainId: island,
  destinationTokenAddress: [tokens.usdc, tokens.weth, tokens.wbtc][random(3)],
})
