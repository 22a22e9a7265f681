import { getAddress, pad } from 'viem'
import type { Chain, ChainLog, LogFilter } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import type { Address } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { LatePayee } from '../../stores/store.ts'
import { readTransfer, transferTopic } from '../books/transferEntries.ts'
import type { World } from '../world.ts'
import { forEachSeen } from './forEachSeen.ts'

const everyMs = 60_000
/** The query names up to so many addresses; with more, all transfers of listed tokens are read and compared here. */
const namedMax = 1_000
/** Most blocks of one query. The range doubles after an answer and shrinks to a tenth after a refusal (node limits). */
const blocksMax = 10_000
const cutTo = 10
/** Queries in one turn; going from the longest range to a single block takes five. */
const callsMax = 12
/** A single block is skipped after nodes refused it in this many turns in a row. */
const refusalsMax = 5
/** Addresses in one statement to the store. */
const addressesAtOnce = 5_000

export type LatePayments = { look(): Promise<void> }

/**
 * Finds payments to addresses of ended intents and expired quotes, and schedules a poll of the paid ones. One query for
 * a range of blocks covers all addresses, and only one process asks. It is a hint, not evidence: nothing is booked from
 * it, and each address's own polls (`latePollSchedule`) find what it misses, above all native payments.
 *
 * Anyone may emit Transfer events, so only tokens that a poll reads count: the listed ones, and each intent's own. A
 * block whose transfers no node returns is skipped in the end: one filled on purpose would stop the search for good.
 */
export function createLatePayments(world: World): LatePayments {
  const spans = new Map<number, number>()
  const refusals = new Map<number, { block: number; turns: number }>()

  async function lookAt(chain: Chain): Promise<void> {
    const { store, clock } = world
    const finalBlock = await chain.finalBlock(Number.POSITIVE_INFINITY)
    const turn = { chainId: chain.id, nowMs: clock.nowMs(), everyMs, firstBlock: finalBlock }
    const taken = await store.intents.takePayments(turn)
    if (taken === undefined || taken >= finalBlock) return
    const payees = await store.intents.latePayees(chain.id, namedMax)
    const criteria = criteriaOf(chain, payees)
    for (let from = taken, call = 0; from < finalBlock && call < callsMax; call++) {
      const to = Math.min(finalBlock, from + (spans.get(chain.id) ?? blocksMax))
      const logs = await readLogs(chain, criteria, from, to)
      if (!logs) continue
      const paid = paidIn(chain, logs, payees)
      for (let at = 0; at < paid.length; at += addressesAtOnce)
        await store.intents.pollNow({
          chainId: chain.id,
          addresses: paid.slice(at, at + addressesAtOnce),
          nowMs: clock.nowMs(),
        })
      await store.intents.advancePayments({ chainId: chain.id, from, to })
      from = to
    }
  }

  /** The transfers after block `from` up to `to`; undefined: ask again for a shorter range. */
  async function readLogs(
    chain: Chain,
    criteria: readonly Criteria[],
    from: number,
    to: number,
  ): Promise<ChainLog[] | undefined> {
    const range = { fromBlock: from + 1, toBlock: to, isFinal: true }
    try {
      const found = await Promise.all(criteria.map((one) => chain.logs({ ...one, ...range })))
      spans.set(chain.id, Math.min(blocksMax, 2 * (to - from)))
      refusals.delete(chain.id)
      return found.flat()
    } catch (error) {
      if (to - from === 1) return stepOver(chain, to, error)
      spans.set(chain.id, Math.ceil((to - from) / cutTo))
      return undefined
    }
  }

  /** Throws until the block was refused often enough: a passing outage of the nodes must not skip blocks. */
  function stepOver(chain: Chain, block: number, error: unknown): ChainLog[] {
    const before = refusals.get(chain.id)
    const turns = before?.block === block ? before.turns + 1 : 1
    refusals.set(chain.id, { block, turns })
    if (turns < refusalsMax) throw error
    const cause = `late payments in block ${block} are not looked for: its transfers were refused ${turns} times`
    const of = `block ${block} of ${chain.definition.network}`
    world.observe.stepFailed({ intentId: undefined, step: 'sweep', of, error: new Error(cause, { cause: error }) })
    return []
  }

  const listedOf = (chain: Chain): Address[] =>
    world.tokens
      .listed(chain.id)
      .map(({ address }) => address)
      .filter((token) => token !== nativeToken)

  type Criteria = Pick<LogFilter, 'address' | 'topics'>

  function criteriaOf(chain: Chain, payees: readonly LatePayee[] | undefined): Criteria[] {
    const listed = listedOf(chain)
    // An empty list of addresses would ask for the events of every contract.
    const ofListed = (topics: LogFilter['topics']): Criteria[] =>
      listed.length > 0 ? [{ address: listed, topics }] : []
    if (!payees) return ofListed([transferTopic])
    if (payees.length === 0) return []
    const to = (some: readonly LatePayee[]) => [transferTopic, null, addressesOf(some).map((one) => pad(one))]
    const others = payees.filter(({ token }) => token !== undefined && isUnlisted(token, listed))
    const own = { address: tokensOf(others), topics: to(others) }
    return [...ofListed(to(payees)), ...(others.length > 0 ? [own] : [])]
  }

  /** Addresses that were paid in a token that their own poll reads. */
  function paidIn(chain: Chain, logs: readonly ChainLog[], payees: readonly LatePayee[] | undefined): Address[] {
    const listed = new Set(listedOf(chain).map((token) => token.toLowerCase()))
    const own = new Set(payees?.map(({ address, token }) => `${address} ${token}`.toLowerCase()))
    const paid = logs.flatMap((log) => {
      const transfer = readTransfer(log)
      if (!transfer || transfer.amount === 0n) return []
      const [token, to] = [transfer.token.toLowerCase(), transfer.to.toLowerCase()]
      return listed.has(token) || own.has(`${to} ${token}`) ? [getAddress(to)] : []
    })
    return [...new Set(paid)]
  }

  return {
    async look() {
      await forEachSeen('late payments', world.chains.values(), lookAt, world)
    },
  }
}

const isUnlisted = (token: Address, listed: readonly Address[]): boolean =>
  token !== nativeToken && !listed.some((one) => sameAddress(one, token))

const addressesOf = (payees: readonly LatePayee[]): Address[] => [...new Set(payees.map(({ address }) => address))]

const tokensOf = (payees: readonly LatePayee[]): Address[] => [
  ...new Set(payees.flatMap(({ token }) => (token ? [token] : []))),
]
