import { lessFraction } from '../../intents/money.ts'
import type { Address } from '../../interface/fields.ts'
import { type BridgeProvider, type BridgeQuote, ProviderRefusal } from '../../providers/provider.ts'
import { overShareText } from '../books/reservations.ts'
import type { QuoteContext, QuoteWorld } from './quoteContext.ts'

type Asked = { amount: bigint; context: QuoteContext; world: QuoteWorld }

/** Refuses what could not be committed: the fillers hold it, but other intents have set it aside. */
export async function requireUnreserved(
  asked: Asked,
  provider: BridgeProvider,
  { amountOut, tokenOut, tokenOutOtherwise = tokenOut }: BridgeQuote,
): Promise<void> {
  const room = await readRoom(asked, provider, tokenOutOtherwise)
  if (!room) return
  const refuse = (why: string, left: bigint) =>
    new ProviderRefusal('noLiquidity', why, undefined, Number(left) / Number(amountOut))
  if (amountOut > room.left) throw refuse('what its fillers hold is set aside for other intents', room.left)
  const share = await room.share()
  if (amountOut <= share || !(await ownerHolds(asked))) return
  throw refuse(overShareText(asked.world.settings.reservedShareMax), share)
}

/** The most of a token that could be committed now; undefined where anyone may fill, or the bridge mints. */
export async function roomAt(asked: Asked, provider: BridgeProvider, token: Address): Promise<bigint | undefined> {
  const room = await readRoom(asked, provider, token)
  if (!room) return undefined
  const share = await room.share()
  return share < room.left ? share : room.left
}

/** What is left of what the fillers hold, and what the project's own share leaves of it. */
async function readRoom({ context, world }: Asked, provider: BridgeProvider, token: Address) {
  const chainId = context.input.destination.chain.id
  const inventory = await provider.inventory?.(chainId, token)
  if (inventory === undefined) return undefined
  const { reserved } = world.store.intents
  return {
    left: inventory - (await reserved(chainId, token, context.nowMs)),
    share: async () =>
      lessFraction(inventory, 1 - world.settings.reservedShareMax) -
      (await reserved(chainId, token, context.nowMs, context.projectId)),
  }
}

/** Only commits of owners that can pay set something aside, so only they can be refused for their project's share. */
async function ownerHolds({ context: { input }, amount }: Asked): Promise<boolean> {
  const { chain, token } = input.origin
  const balance = await chain.balance(token.address, input.owner).catch(() => 0n)
  return balance >= (input.exact === 'in' ? amount : 1n)
}
