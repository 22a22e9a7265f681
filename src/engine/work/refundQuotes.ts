import { withProgress } from '../../intents/intentRecord.ts'
import { reason } from '../../intents/reasons.ts'
import type { Hex } from '../../interface/fields.ts'
import type { ExpiredQuote } from '../../stores/store.ts'
import { findPayments } from '../books/depositPayments.ts'
import { chainOf } from '../configured.ts'
import { startBlocks } from '../steps/startBlocks.ts'
import type { World } from '../world.ts'

/** Addresses of one look: a few multicalls a chain. What is left over is taken by the next look, a minute later. */
const quotesMax = 2_000

/** Expired quotes are kept for a day at least, so that a late commit is answered with QuoteExpired and not with NotFound. */
const keptMsMin = 24 * 60 * 60_000

/**
 * Looks at addresses of quotes that expired and that nobody committed, and starts the refund where somebody paid. A quote is deleted
 * by a look that finds nothing after its window, and by nothing else. Balances of a chain are
 * asked for in the same moment, so they travel together; of a block that is final for any value, because the refund is booked.
 */
export async function refundQuotes(world: World): Promise<void> {
  const { store, clock } = world
  const taken = await store.intents.takeExpiredQuotes({ nowMs: clock.nowMs(), limit: quotesMax })
  const chainIds = [...new Set(taken.map(({ chainId }) => chainId))].filter((chainId) => world.chains.has(chainId))
  const looks = await Promise.allSettled(
    chainIds.map((chainId) =>
      lookAt(
        taken.filter((quote) => quote.chainId === chainId),
        chainId,
        world,
      ),
    ),
  )
  for (const look of looks) if (look.status === 'rejected') throw look.reason
}

async function lookAt(quotes: readonly ExpiredQuote[], chainId: number, world: World): Promise<void> {
  const chain = chainOf(world, chainId)
  const finalBlock = await chain.finalBlock(Number.POSITIVE_INFINITY)
  const balances = await Promise.allSettled(
    quotes.map(({ token, address }) => chain.balance(token, address, { block: finalBlock })),
  )
  const amountAt = (index: number) => {
    const read = balances[index]
    return read?.status === 'fulfilled' ? read.value : undefined
  }
  for (const [index, { intentId }] of quotes.entries())
    if ((amountAt(index) ?? 0n) > 0n) await startRefund(intentId, finalBlock, world)
  const { clock, settings, store } = world
  const keptSinceMs = clock.nowMs() - Math.max(keptMsMin, settings.lookForPaymentsMs)
  const over = quotes.filter(({ expiresAtMs }, index) => expiresAtMs < keptSinceMs && amountAt(index) === 0n)
  if (over.length === 0) return
  const forgotten = await store.intents.forgetQuotes(over.map(({ intentId }) => intentId))
  world.observe.forgotten({ quotes: forgotten, lapsed: 0, claims: 0 })
}

async function startRefund(intentId: Hex, finalBlock: number, world: World): Promise<void> {
  const record = await world.store.intents.find(intentId)
  if (record?.step !== 'quoted') return
  const { intent } = record
  const chain = chainOf(world, intent.originChainId)
  const { tokenAddress } = intent.depositTransaction
  const at = { block: finalBlock, quorum: true }
  const balance = await chain.balance(tokenAddress, intent.originIntentAddress, at)
  if (balance === 0n) return
  const progress = { ...record.progress, ...(await startBlocks(record, world)) }
  const { proof, ledger } = await findPayments({ ...record, progress }, chain, { balance, finalBlock })
  const why = reason('LATE', 'the quote was paid and never committed; the money goes back')
  const nowMs = world.clock.nowMs()
  await world.store.intents.transition(
    { intentId, step: 'quoted' },
    {
      nowMs,
      step: 'refund',
      dueAtMs: nowMs,
      progress: withProgress(progress, 'refund', { reason: why, failedLeg: 'deposit' }),
      legs: [
        {
          leg: 'deposit',
          chainId: chain.id,
          status: 'MINING',
          statusReason: why,
          tokenAmount: balance,
          ...proof,
        },
      ],
      ledger,
    },
  )
}
