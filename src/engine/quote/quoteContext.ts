import type { OwnerFacts } from '../../intents/depositWays.ts'
import type { Contracts } from '../../intents/planBatches.ts'
import type { TokenSigning } from '../../intents/tokenSigning.ts'
import type { Address } from '../../interface/fields.ts'
import type { Deadline, SwapLeg, SwapQuote } from '../../providers/provider.ts'
import type { SponsorBudget } from '../../stores/sponsorStore.ts'
import type { World } from '../world.ts'
import type { Market } from './market.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'

/** What the deposit's token and its owner say about signatures. Undefined for the native token, which takes none. */
export type SigningFacts = { token: TokenSigning; owner: OwnerFacts; permitNonce?: bigint }

/** What is read or drawn once for a quote and stays the same however often its plan is made again. */
export type QuoteContext = {
  input: QuoteInput
  /** Who asks: what its other intents have reserved counts against its share. */
  projectId: number
  market: Market
  contracts: Contracts
  /** Fraction of 1 that a swap may lose between quote and execution. */
  slippage: number
  /** Makes the wallets' addresses differ from those of every other quote. */
  salt: bigint
  nowMs: number
  /** Unix seconds from which anyone may refund the origin wallet. The destination's is later, by the bridge's time. */
  refundAtS: number
  /** Seconds before a wallet's time of refunds from which anyone may run its batch. */
  openForS: number
  deadline: Deadline
  /** Swaps by their full request: ways of a quote begin or end with the same ones, and so do its plans. */
  swaps: Map<string, Promise<SwapQuote>>
  /** Pools that a batch failed over. */
  without?: ReadonlySet<Address>
  /** Refuses parties that cannot be paid; returns how token and owner sign. Read once, with the first simulation. */
  parties(): Promise<readonly [unknown, SigningFacts | undefined]>
  /** What the project pays today for relaying deposits; undefined where it pays nothing, or nothing can be relayed. */
  budget?: SponsorBudget
}

/** With what `parties` told. */
export type PayerContext = QuoteContext & { signing?: SigningFacts }

/** Quotes a swap over everything that the allowed providers have; without a set, all of them. */
export type QuoteSwap = (leg: SwapLeg, allow: ReadonlySet<string> | undefined, deadline: Deadline) => Promise<SwapQuote>

export type QuoteWorld = World & { quoteSwap: QuoteSwap }
