import { formatUnits } from 'viem'

export type TokenUnit = { symbol: string; decimals: number }

/** `2.68 USDC`: base units as people read them, every digit kept. */
export const formatTokenAmount = (amount: bigint, { symbol, decimals }: TokenUnit): string =>
  `${formatUnits(amount, decimals)} ${symbol}`

/** `2680000 base units of 0xa27b… (2.68 USDC)`: for programs, then for people (listed tokens only). */
export const formatBaseUnits = (amount: bigint, token: string, unit: TokenUnit | undefined): string =>
  `${amount} base units of ${token}${unit ? ` (${formatTokenAmount(amount, unit)})` : ''}`

/** ` (7 of 100 USDC)`, appended to the same two numbers in base units; empty for an unlisted token. */
export const formatShare = (part: bigint, whole: bigint, unit: TokenUnit | undefined): string =>
  unit ? ` (${formatUnits(part, unit.decimals)} of ${formatTokenAmount(whole, unit)})` : ''
