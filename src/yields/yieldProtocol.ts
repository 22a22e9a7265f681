import type { Chain } from '../chains/chain.ts'
import type { ChainDefinition } from '../chains/chainDefinition.ts'
import type { CallCost } from '../host/callCost.ts'
import type { Address, Hex } from '../interface/fields.ts'
import type { YieldMarket } from '../interface/yieldShapes.ts'

/** A market as read from its protocol. */
export type ProtocolMarket = Pick<
  YieldMarket,
  'id' | 'providerId' | 'network' | 'type' | 'token' | 'depositAddress' | 'status'
> & {
  chainId: number
  name: string
  /** The token that represents a deposit: the aToken, or the vault itself. */
  receiptToken: Address
  /** Yearly, compounded, fraction of 1. Absent if measured (vaults) and the samples are too few or implausible. */
  rewardRate?: number
  /** Everything deposited, in base units of the token. */
  size: bigint
}

export type LeftOut = {
  /** Address of the asset or vault. */
  market: Address
  reason: 'callReverted' | 'priceUnknown' | 'rateUnknown' | 'rateImplausible'
}

export type MarketReading = { markets: ProtocolMarket[]; leftOut: LeftOut[] }

/** `amount` is in the market's token; absent if the protocol did not answer. */
export type Position = { market: ProtocolMarket; owner: Address; amount?: bigint }

/** One call of a wallet. */
export type YieldCall = { type: 'approve' | 'deposit' | 'withdraw'; to: Address; data: Hex }

/** The amount to withdraw, in base units: of the token, of the market's shares, or all. */
export type ExitAmount = { assets: bigint } | { shares: bigint } | 'all'

/** A lending or vault protocol. Readings omit markets whose calls revert; an unreadable chain throws. */
export type YieldProtocol = {
  /** Shown to callers as `providerId` and part of every market's id; never renamed. */
  readonly name: string
  /** Display name. */
  readonly title: string
  readonly url?: string
  readonly type: ProtocolMarket['type']
  /** Whether the chain's definition lists the protocol; reads no network. */
  serves(definition: ChainDefinition): boolean
  /** Needs one multicall once the list of markets is known. */
  markets(chain: Chain): Promise<MarketReading>
  /** Each owner's position in each market, by the protocol's own view functions, zeros included. */
  positions(chain: Chain, markets: readonly ProtocolMarket[], owners: readonly Address[]): Promise<Position[]>
  /** Pure: the calls that deposit base units of the token into a market. */
  enter(market: ProtocolMarket, owner: Address, assets: bigint): YieldCall[]
  exit(chain: Chain, market: ProtocolMarket, owner: Address, amount: ExitAmount): Promise<YieldCall[]>
  /** Decimals of a depositor's shares. */
  shareDecimals(chain: Chain, market: ProtocolMarket): Promise<number>
}

export type YieldEvents = {
  marketLeftOut(event: { chainId: number; protocol: string } & LeftOut): void
  /** A protocol on a chain could not be read; the earlier values are served, marked as stale. */
  yieldSourceFailed(event: { chainId: number; protocol: string; error: unknown }): void
}

export type ListedMarket = ProtocolMarket & {
  rewardRate: number
  tvlUsd: number
  protocolUrl?: string
  updatedAtMs: number
  /** The source does not answer; these are its last values. */
  stale: boolean
}

export type MarketList = {
  markets: ListedMarket[]
  /** When the oldest part was fetched. */
  fetchedAtMs: number
  /** Whether any part came from the cache. */
  cached: boolean
}

export type Holding = { market: ProtocolMarket; owner: Address; amount: bigint; amountUsd: string }

export type HoldingsAnswer = { ok: true; holdings: Holding[] } | { ok: false; why: string }

/** Markets and positions of all protocols on all chains. */
export type Yields = {
  /** Throws QueryFailed if protocols serve these chains and none of them could be read. */
  markets(chainIds: readonly number[]): Promise<MarketList>
  /** One answer per question, in order. Omits empty positions. */
  holdings(questions: readonly { chainId: number; owner: Address }[], cost?: CallCost): Promise<HoldingsAnswer[]>
  /** Pure: the supported protocols and their chains. */
  providers(): { protocol: Pick<YieldProtocol, 'name' | 'title' | 'url' | 'type'>; chainIds: number[] }[]
  /** Throws NotFound for an id that no listed market has. */
  market(id: string): Promise<ListedMarket>
  /** The owner's calls, simulated in order on the newest block. Throws Unavailable with the reason if one fails. */
  action(request: YieldActionRequest, cost?: CallCost): Promise<{ market: ProtocolMarket; calls: YieldCall[] }>
  stop(): Promise<void>
}

/** Amounts are in whole units, as a person writes them. */
export type YieldActionRequest = { marketId: string; owner: Address } & (
  | { action: 'enter'; amount: string }
  | { action: 'exit'; amount: { assets: string } | { shares: string } | 'all' }
)
