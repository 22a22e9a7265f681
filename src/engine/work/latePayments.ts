import { getAddress, pad, slice } from 'viem'
import type { Chain, LogFilter } from '../../chains/chain.ts'
import type { Address } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import { transferTopic } from '../books/transferEntries.ts'
import type { World } from '../world.ts'
import { forEachSeen } from './forEachSeen.ts'

const everyMs = 60_000
/** Up to so many addresses are named in the query; beyond, the transfers of all listed tokens are read and compared here. */
const namedMax = 1_000
/** Read in one turn; halved after a refusal (nodes bound what they answer), doubled after success. */
const blocksMax = 10_000
/** Of one statement. */
const addressesAtOnce = 5_000

export type LatePayments = { look(): Promise<void> }

/**
 * Finds payments to addresses of ended intents and expired quotes, and schedules a look at those that were paid. One query for the transfers of a
 * range of blocks stands for all of them, however many there are, and of all processes one asks. It is a hint, not evidence: what it misses,
 * native payments above all, is found by the address's own looks (`lookAfter`), and nothing is booked from it.
 */
export function createLatePayments(world: World): LatePayments {
  const spans = new Map<number, number>()

  async function lookAt(chain: Chain): Promise<void> {
    const { store, clock } = world
    const finalBlock = await chain.finalBlock(Number.POSITIVE_INFINITY)
    const turn = { chainId: chain.id, nowMs: clock.nowMs(), everyMs, firstBlock: finalBlock }
    const from = await store.intents.takePayments(turn)
    if (from === undefined || from >= finalBlock) return
    const span = spans.get(chain.id) ?? blocksMax
    const to = Math.min(finalBlock, from + span)
    try {
      const payees = await readPayees(chain, from + 1, to)
      for (let at = 0; at < payees.length; at += addressesAtOnce)
        await store.intents.lookNow({
          chainId: chain.id,
          addresses: payees.slice(at, at + addressesAtOnce),
          nowMs: clock.nowMs(),
        })
      spans.set(chain.id, Math.min(blocksMax, span * 2))
    } catch (error) {
      spans.set(chain.id, Math.max(1, Math.floor((to - from) / 2)))
      throw error
    }
    await store.intents.advancePayments({ chainId: chain.id, from, to })
  }

  async function readPayees(chain: Chain, fromBlock: number, toBlock: number): Promise<Address[]> {
    const payees = await world.store.intents.latePayees(chain.id, namedMax)
    if (payees?.length === 0) return []
    const logs = await chain.logs({ ...criteria(chain, payees), fromBlock, toBlock, isFinal: true })
    // The recipient of a transfer is its second indexed value; a token without indexed values has no such topic.
    const named = logs.flatMap(({ topics }) => (topics[2] ? [getAddress(slice(topics[2], 12))] : []))
    return [...new Set(named)]
  }

  function criteria(chain: Chain, payees: Address[] | undefined): Pick<LogFilter, 'address' | 'topics'> {
    if (payees) return { topics: [transferTopic, null, payees.map((address) => pad(address))] }
    const listed = world.tokens.listed(chain.id).map(({ address }) => address)
    return { address: listed.filter((token) => token !== nativeToken), topics: [transferTopic] }
  }

  return {
    async look() {
      await forEachSeen('late payments', world.chains.values(), lookAt, world)
    },
  }
}
