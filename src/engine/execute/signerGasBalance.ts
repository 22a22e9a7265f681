import { nativeToken } from '../../interface/limits.ts'
import type { World } from '../world.ts'

/** An old balance is off by a few blocks' gas at most; reservations are counted exactly. */
const cachedMs = 10_000
/** Only signers leased within this time count toward new commits: others may never sign again. */
const signerCountsMs = 10 * 60_000

export function createSignerGasBalance({
  store,
  chains,
  clock,
}: Pick<World, 'store' | 'chains' | 'clock'>): World['signerGasBalance'] {
  const known = new Map<number, { atMs: number; amount: Promise<bigint | undefined> }>()

  async function look(chainId: number): Promise<bigint | undefined> {
    const chain = chains.get(chainId)
    const signers = chain ? await store.attempts.signers(chainId, clock.nowMs() - signerCountsMs) : []
    if (!chain || signers.length === 0) return undefined
    const balances = await Promise.all(signers.map((signer) => chain.balance(nativeToken, signer)))
    return balances.reduce((sum, balance) => sum + balance, 0n)
  }

  return (chainId) => {
    const nowMs = clock.nowMs()
    const found = known.get(chainId)
    if (found && nowMs - found.atMs < cachedMs) return found.amount
    // Undefined is cached too: commits then reserve gas unbounded, and the sender reports when gas runs out.
    const amount = look(chainId).catch(() => undefined)
    known.set(chainId, { atMs: nowMs, amount })
    return amount
  }
}
