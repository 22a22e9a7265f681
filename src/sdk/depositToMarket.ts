import { encodeFunctionData, parseAbi } from 'viem'
import type { Address, Hex } from '../interface/fields.ts'
import type { Request } from '../interface/operations.ts'
import type { YieldMarket } from '../interface/yieldShapes.ts'
import { CausewayError } from './causewayError.ts'
import { type MarketTrust, requireKnownMarket } from './requireKnownMarket.ts'

/** Placeholder for the amount in call data. The router replaces it on chain with the amount that arrived. */
export const amountPlaceholder: Hex = `0x${'deadbeef'.repeat(8)}`

type QuoteRequest = Request<'QuoteIntent'>
type EarningMarket = Pick<YieldMarket, 'id' | 'providerId' | 'chainId' | 'token' | 'depositAddress' | 'status'>

/** Call data for one protocol. */
type Calls = {
  deposit(token: Address, amount: bigint, owner: Address): Hex
  withdraw(token: Address, amount: bigint, owner: Address, receiver: Address): Hex
}

const aaveAbi = parseAbi([
  'function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)',
  'function withdraw(address asset, uint256 amount, address to) returns (uint256)',
])
const vaultAbi = parseAbi([
  'function deposit(uint256 assets, address receiver) returns (uint256)',
  'function withdraw(uint256 assets, address receiver, address owner) returns (uint256)',
])
const noReferral = 0

const callsOf: Record<string, Calls> = {
  'aave-v3': {
    deposit: (token, amount, owner) =>
      encodeFunctionData({ abi: aaveAbi, functionName: 'supply', args: [token, amount, owner, noReferral] }),
    withdraw: (token, amount, _owner, receiver) =>
      encodeFunctionData({ abi: aaveAbi, functionName: 'withdraw', args: [token, amount, receiver] }),
  },
  erc4626: {
    deposit: (_token, amount, owner) =>
      encodeFunctionData({ abi: vaultAbi, functionName: 'deposit', args: [amount, owner] }),
    withdraw: (_token, amount, owner, receiver) =>
      encodeFunctionData({ abi: vaultAbi, functionName: 'withdraw', args: [amount, receiver, owner] }),
  },
}

export type MarketDeposit = Omit<
  QuoteRequest,
  | 'destinationChainId'
  | 'destinationTokenAddress'
  | 'destinationToAddress'
  | 'destinationApproveAddress'
  | 'destinationCallData'
  | 'destinationCallValue'
>

/**
 * The request that turns a token on any chain into a position in `market` for `ownerAddress`. Markets come from a
 * server, which could name its own contract: only pools, vaults and tokens known here, or in `allow`, are paid.
 */
export function depositToMarket(market: EarningMarket, deposit: MarketDeposit, trust: MarketTrust = {}): QuoteRequest {
  if (!market.status.enter) throw new CausewayError('Unavailable', { detail: `${market.id} takes no deposits now` })
  const { token, depositAddress } = market
  const calls = callsFor(market)
  requireKnownMarket(market, trust)
  const data = calls.deposit(token.address, BigInt(amountPlaceholder), deposit.ownerAddress)
  return {
    ...deposit,
    destinationChainId: Number(market.chainId),
    destinationTokenAddress: token.address,
    destinationToAddress: depositAddress,
    destinationApproveAddress: depositAddress,
    destinationCallData: data,
  }
}

export type MarketWithdrawal = {
  /** In base units of the market's token. */
  amount: bigint
  /** Who holds the position and sends the transaction. */
  ownerAddress: Address
  /** For example an intent's `originIntentAddress`: the position then pays that intent's deposit. */
  receiver: Address
}

/** The transaction by which an owner takes `amount` out of `market`; only the owner of a position can send it. */
export function withdrawFromMarket(
  market: EarningMarket,
  { amount, ownerAddress, receiver }: MarketWithdrawal,
  trust: MarketTrust = {},
): { chainId: number; to: Address; data: Hex } {
  if (!market.status.exit) throw new CausewayError('Unavailable', { detail: `${market.id} pays nothing out now` })
  const calls = callsFor(market)
  requireKnownMarket(market, trust)
  const data = calls.withdraw(market.token.address, amount, ownerAddress, receiver)
  return { chainId: Number(market.chainId), to: market.depositAddress, data }
}

function callsFor({ id, providerId }: EarningMarket): Calls {
  const calls = callsOf[providerId]
  if (!calls) throw new CausewayError('Unavailable', { detail: `${id}: calls of ${providerId} are not known here` })
  return calls
}
