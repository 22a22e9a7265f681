import type { Chain } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { ClosedIntent, ClosedKind } from '../../stores/retentionStore.ts'
import type { World } from '../world.ts'

/** Intents whose addresses are read together: with all listed tokens, a few thousand reads. */
const atOnce = 200
/** 2,000 a minute in one process, which is 2.9 million a day. */
const pagesMax = 10

/**
 * Deletes old intents that hold nothing, by the books and by a last poll of their addresses with a quorum of nodes:
 * without the intent, no one could send back what is at its addresses. An intent that holds something is made due, so
 * that a worker refunds or books it. One that cannot be read now is kept for another turn; a turn goes on where the
 * last one stopped, so it does not block the others.
 */
export function createForgetClosed(kind: ClosedKind, world: ForgetWorld): (beforeMs: number) => Promise<number> {
  let afterMs = 0
  return async (beforeMs) => {
    let sum = 0
    for (let page = 0; page < pagesMax; page++) {
      const closed = await world.store.retention.closed(kind, { afterMs, beforeMs, limit: atOnce })
      afterMs = closed.length < atOnce ? 0 : closed.at(-1)!.finishedAtMs
      const looked = await Promise.all(closed.map((intent) => lookAt(intent, world)))
      const intentIds = closed.filter((_, at) => looked[at] === 'empty').map(({ intentId }) => intentId)
      if (intentIds.length > 0) sum += await world.store.retention.forget(kind, { beforeMs, intentIds })
      for (const { intentId, step } of closed.filter((_, at) => looked[at] === 'paid')) {
        const nowMs = world.clock.nowMs()
        await world.store.intents.transition({ intentId, step }, { nowMs, dueAtMs: nowMs })
      }
      if (afterMs === 0) break
    }
    return sum
  }
}

export type ForgetWorld = Pick<World, 'store' | 'clock' | 'chains' | 'tokens'>

/** `paid`: the origin holds money owed to the owner. `unsure`: unknown, or the owner can take it at the destination. */
async function lookAt({ wallets }: ClosedIntent, world: ForgetWorld): Promise<'empty' | 'paid' | 'unsure'> {
  const found = await Promise.all(
    wallets.map(({ chainId, ...wallet }) => holdsAny(world.chains.get(chainId), wallet, world)),
  )
  if (found[0] === true) return 'paid'
  return found.every((holds) => holds === false) ? 'empty' : 'unsure'
}

/** Reads the newest block, to see money that is not final yet. Undefined if a node or a token does not answer. */
async function holdsAny(
  chain: Chain | undefined,
  { address, token }: Omit<ClosedIntent['wallets'][number], 'chainId'>,
  { tokens }: ForgetWorld,
): Promise<boolean | undefined> {
  if (!chain) return undefined
  const others = [nativeToken, ...tokens.listed(chain.id).map((listed) => listed.address)]
  const all = [token, ...others.filter((one, at) => !sameAddress(one, token) && others.indexOf(one) === at)]
  const reads = await Promise.allSettled(all.map((one) => chain.balance(one, address, { quorum: true })))
  if (reads.some((read) => read.status === 'fulfilled' && read.value > 0n)) return true
  return reads.every(({ status }) => status === 'fulfilled') ? false : undefined
}
