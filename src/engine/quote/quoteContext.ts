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

/** What a quote reads or draws once and keeps for every plan that it tries. */
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
  /** Unix seconds of the origin's newest block, which may be old on a chain without traffic; at most half an hour. */
  chainS: number
  /** Unix seconds from which anyone may refund the origin wallet. The destination's is later, by the bridge's time. */
  refundAtS: number
  /** Anyone may run a wallet's batch from this many seconds before its `refundAt`. */
  openForS: number
  deadline: Deadline
  /** Swap quotes by their full request: several ways and plans of one quote share the same swaps. */
  swaps: Map<string, Promise<SwapQuote>>
  /** By bridge and token; read once. */
  rooms: Map<string, Promise<Room | undefined>>
  /** Pools that a batch failed over. */
  without?: ReadonlySet<Address>
  /** Refuses parties that cannot be paid; returns how token and owner sign. Read once, with the first simulation. */
  parties(): Promise<readonly [unknown, SigningFacts | undefined]>
  /** What the project pays today for relaying deposits; undefined where it pays nothing, or nothing can be relayed. */
  budget?: SponsorBudget
}

/** The fillers' inventory that is not reserved, and the most of it that this project may still reserve. */
export type Room = { left: bigint; most: bigint }

/** The context with the answer of `parties`. */
export type PayerContext = QuoteContext & { signing?: SigningFacts }

/** Quotes a swap over all pools of the allowed providers; without a set, of all providers. */
export type QuoteSwap = (leg: SwapLeg, allow: ReadonlySet<string> | undefined, deadline: Deadline) => Promise<SwapQuote>

export type QuoteWorld = World & { quoteSwap: QuoteSwap }
