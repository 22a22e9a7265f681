import { lessFraction } from '../../intents/money.ts'
import type { Address } from '../../interface/fields.ts'
import { type BridgeProvider, type BridgeQuote, ProviderRefusal } from '../../providers/provider.ts'
import { overShareText } from '../books/reservations.ts'
import type { QuoteContext, QuoteWorld, Room } from './quoteContext.ts'

/** A bridge that may carry a part of a crossing. */
export type Bidder = {
  /** For an exact input. Throws ProviderRefusal. */
  quote(amount: bigint): Promise<BridgeQuote>
  /** The most that its fillers have left for this caller; undefined where nothing bounds it. */
  room(): Promise<bigint | undefined>
}

/**
 * Two bridges for an amount that none carries alone: one takes its current maximum, another exactly the rest.
 * Takes the pair that brings most. Throws ProviderRefusal if one bridge carries all of it, or no two do.
 */
export async function splitCrossing(amount: bigint, bidders: readonly Bidder[]): Promise<BridgeQuote> {
  const limits = await Promise.all(bidders.map((bidder) => limitOf(amount, bidder)))
  const found = await Promise.all(
    limits.flatMap((limit, at) =>
      limit === undefined
        ? []
        : bidders.filter((_, other) => other !== at).map((rest) => pairUp(amount, bidders[at]!, limit, rest)),
    ),
  )
  const [best] = found.filter((pair) => pair !== undefined).toSorted((a, b) => (a.amountOut < b.amountOut ? 1 : -1))
  if (!best) throw new ProviderRefusal('tooLarge', 'no two bridges carry it together')
  return best
}

/** The most a bridge takes, if less than the amount; undefined if it states no limit. */
async function limitOf(amount: bigint, { quote, room }: Bidder): Promise<bigint | undefined> {
  const said = await nearestOf(() => quote(amount))
  if (said.ok) throw new ProviderRefusal('notSupported', 'one bridge carries all of it')
  const left = await room()
  const nearest = said.reason === 'tooLarge' ? said.nearest : undefined
  const limits = [nearest, left].filter((one) => one !== undefined && one > 0n && one < amount)
  return limits.reduce((least, one) => (least === undefined || one! < least ? one : least), undefined)
}

/** `rest` takes what exceeds the limit of `first`, or its own minimum if that is more; `first` takes the remainder. */
async function pairUp(amount: bigint, first: Bidder, limit: bigint, rest: Bidder): Promise<BridgeQuote | undefined> {
  let left = amount - limit
  let second = await nearestOf(() => rest.quote(left))
  if (!second.ok && second.reason === 'tooSmall' && second.nearest !== undefined && second.nearest < amount) {
    left = second.nearest
    second = await nearestOf(() => rest.quote(left))
  }
  if (!second.ok) return undefined
  const one = await nearestOf(() => first.quote(amount - left))
  if (!one.ok || !mayShare(one.quote, second.quote) || !mayShare(second.quote, one.quote)) return undefined
  return joinCrossings([one.quote, second.quote])
}

/** `nearest` is in base units of what goes in: bidders are asked for exact inputs. */
type Answered = { ok: true; quote: BridgeQuote } | { ok: false; reason: ProviderRefusal['reason']; nearest?: bigint }

async function nearestOf(ask: () => Promise<BridgeQuote>): Promise<Answered> {
  try {
    return { ok: true, quote: await ask() }
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    return { ok: false, reason: error.reason, nearest: error.nearest }
  }
}

/**
 * Whether a payment shows which bridge sent it. Fillers pay the exact amount; the other bridge pays between its minimum
 * and its whole input, which must exclude that amount. A bridge with two forms of a token would need sums of both.
 */
const mayShare = (one: BridgeQuote, other: BridgeQuote): boolean =>
  one.tokenOutOtherwise === undefined &&
  (one.fillDeadlineS === undefined || one.amountOut < other.amountOut || one.amountOut > larger(other))

const larger = ({ amountIn, amountOut }: BridgeQuote): bigint => (amountIn > amountOut ? amountIn : amountOut)

/** Two crossings as one leg: sums their amounts, puts the larger first, takes the slower one's time. */
function joinCrossings(quotes: readonly [BridgeQuote, BridgeQuote]): BridgeQuote {
  const parts = quotes.toSorted((a, b) => (a.amountIn < b.amountIn ? 1 : -1))
  const [first = quotes[0]] = parts
  const sum = (of: (part: BridgeQuote) => bigint): bigint => parts.reduce((total, part) => total + of(part), 0n)
  const most = (of: (part: BridgeQuote) => number): number => Math.max(...parts.map(of))
  const isDelivered = parts.some(({ deliveryGas }) => deliveryGas !== undefined)
  return {
    kind: 'bridge',
    provider: first.provider,
    requestId: first.requestId,
    amountIn: sum(({ amountIn }) => amountIn),
    amountOut: sum(({ amountOut }) => amountOut),
    feeIn: sum(({ feeIn }) => feeIn),
    gas: sum(({ gas }) => gas),
    ...(isDelivered && { deliveryGas: sum(({ deliveryGas = 0n }) => deliveryGas) }),
    calls: (context) => parts.flatMap((part) => part.calls(context)),
    touches: parts.flatMap(({ touches }) => touches),
    tokenIn: first.tokenIn,
    tokenOut: first.tokenOut,
    durationS: most(({ durationS }) => durationS),
    slowestS: most(({ durationS, slowestS = durationS }) => slowestS),
    parts,
  }
}

type Asked = { amount: bigint; context: QuoteContext; world: QuoteWorld }

/** Refuses what could not be committed: the fillers hold it, but other intents have reserved it. */
export async function requireUnreserved(
  asked: Asked,
  provider: BridgeProvider,
  { amountOut, tokenOut, tokenOutOtherwise = tokenOut }: BridgeQuote,
): Promise<void> {
  const room = await roomAt(asked, provider, tokenOutOtherwise)
  if (!room || amountOut <= room.most) return
  const refuse = (why: string, left: bigint) =>
    new ProviderRefusal('noLiquidity', why, undefined, Number(left) / Number(amountOut))
  if (amountOut > room.left) throw refuse('what its fillers hold is reserved for other intents', room.left)
  if (await ownerHolds(asked)) throw refuse(overShareText(asked.world.settings.reservedShareMax), room.most)
}

/** What can be committed of a token now; undefined if anyone may fill, or the bridge mints. Read once in a quote. */
export async function roomAt(
  { context: { input, nowMs, projectId, rooms }, world }: Asked,
  provider: BridgeProvider,
  token: Address,
): Promise<Room | undefined> {
  const chainId = input.destination.chain.id
  const read = async (): Promise<Room | undefined> => {
    const inventory = await provider.inventory?.(chainId, token)
    if (inventory === undefined) return undefined
    const reserved = (by?: number) => world.store.intents.reserved(chainId, token, nowMs, by)
    const [all, own] = await Promise.all([reserved(), reserved(projectId)])
    const [left, share] = [inventory - all, lessFraction(inventory, 1 - world.settings.reservedShareMax) - own]
    return { left, most: share < left ? share : left }
  }
  const key = `${provider.name} ${token}`
  const room = rooms.get(key) ?? read()
  rooms.set(key, room)
  return room
}

/** Only commits of owners that can pay reserve anything, so only they can be refused for their project's share. */
async function ownerHolds({ context: { input }, amount }: Asked): Promise<boolean> {
  const { chain, token } = input.origin
  const balance = await chain.balance(token.address, input.owner).catch(() => 0n)
  return balance >= (input.exact === 'in' ? amount : 1n)
}
