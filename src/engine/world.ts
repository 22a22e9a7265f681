import type { Chain } from '../chains/chain.ts'
import type { Clock } from '../host/clock.ts'
import type { Random } from '../host/random.ts'
import type { Contracts } from '../intents/planBatches.ts'
import type { Address } from '../interface/fields.ts'
import type { TokenInfo } from '../interface/tokenShapes.ts'
import type { Observe } from '../observe/observe.ts'
import type { Provider } from '../providers/provider.ts'
import type { Liquidity } from '../routing/graph.ts'
import type { Prunable } from '../stores/retentionStore.ts'
import type { Store } from '../stores/store.ts'
import type { BalanceSource, PriceSource } from '../tokens/priceSource.ts'
import type { ReadToken } from '../tokens/tokenLists.ts'

/** Everything the engine can touch. Time, chance, chains, store and HTTP reach it only through here. */
export type World = {
  clock: Clock
  random: Random
  observe: Observe
  store: Store
  chains: ReadonlyMap<number, Chain>
  tokens: TokenBook
  /** Reads an unlisted token from its contract; absent if only listed tokens are served. */
  readToken?: ReadToken
  prices: PriceSource
  balances?: BalanceSource
  /** Sum of the signers' gas on a chain. Undefined if no signer sends there or no node answers now. */
  signerGasBalance: (chainId: number) => Promise<bigint | undefined>
  providers: readonly Provider[]
  liquidity: Liquidity
  settings: EngineSettings
}

export type TokenBook = {
  find(chainId: number, address: Address): TokenInfo | undefined
  listed(chainId: number): readonly TokenInfo[]
}

/** What an operator may tune about quoting and executing. */
export type EngineSettings = {
  /** The contracts of the first brand. */
  contracts: Contracts
  /** Every brand's contracts, by the name of its service. */
  brandContracts: ReadonlyMap<string, Contracts>
  version: string
  quoteLifeMs: number
  executeWithinMs: number
  waitHoldMs: number
  longPollsMax: number
  /** From quoting until anyone may send the balances back. */
  refundAfterMs: number
  /** How long before refunds anyone may run the batches, strictly; earlier, only our relayers and the owner. */
  openForMs: number
  /** How long an address is polled for money: an expired quote's, and an ended intent's once refunds are allowed. */
  lookForPaymentsMs: number
  serviceFeeBps: number
  collectorFeeBps: number
  feeCollector: Address
  priceImpactMaxPercent: number
  /** Largest accepted deviation of a pool's price from the oracle's, as a fraction of 1. */
  oracleDeviationMax: number
  /** How the recommended offer is chosen if the caller set no rule; `engineConfig` describes each. */
  recommended: {
    leastWithin: number
    leftoverWorth: number
    leftoverUsdMin: number
    fasterSMin: number
    fasterShareMax: number
    fasterLoss: number
    fasterLossUsd: number
    fasterLossMax: number
  }
  quoteTimeoutMs: number
  /** How long an intent that lapsed without a deposit is kept. */
  lapsedKeptMs: number
  /** How long old rows are kept, by kind; a kind left out is kept for ever. */
  keptMs?: Partial<Record<Prunable, number>>
  /** Dollars below which a wrong, short or late payment is left to its owner; undefined: what its refund costs. */
  refundUsdMin?: number
  /** The fraction of inventory and gas that unpaid intents of one project may reserve. */
  reservedShareMax: number
  /** Intents worth less act on mined transactions; the others wait until each transaction is final. */
  actOnMinedBelowUsd: number
}
