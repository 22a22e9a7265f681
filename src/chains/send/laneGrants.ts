import type { Clock } from '../../host/clock.ts'
import type { OutboxItem } from '../../stores/store.ts'
import type { GrantKeeper, GrantKeepers, SubmitGrant } from './grantKeeper.ts'
import { type Lane, unmined } from './lane.ts'

export type LaneGrants = {
  /** Submits grants that are missing or past half of their life, at the guests that quotes use. */
  renew(lane: Lane): Promise<void>
  /** The same at the earlier guests to which these calls go. */
  prepare(lane: Lane, groups: readonly OutboxItem[][]): Promise<void>
  /** The groups whose guest has this signer's grant, or will when they are mined. The others wait. */
  ready(lane: Lane, groups: OutboxItem[][]): OutboxItem[][]
}

/** Which grants a lane submits, and when. */
export function createLaneGrants(
  keepers: GrantKeepers = { kept: [], formerFor: () => undefined },
  {
    clock,
    grantCheckMs,
    submit,
  }: {
    clock: Clock
    grantCheckMs: number
    /** False: fees are too high now. */
    submit(lane: Lane, grant: SubmitGrant): Promise<boolean>
  },
): LaneGrants {
  const keeperOf = ([item]: OutboxItem[]) => item && keepers.formerFor(item)

  async function check(lane: Lane, wanted: readonly GrantKeeper[]): Promise<void> {
    const nowMs = clock.nowMs()
    const { grantsCheckedAtMs: checked } = lane
    const due = wanted.filter((keeper) => nowMs - (checked.get(keeper) ?? -Infinity) >= grantCheckMs)
    if (due.length === 0 || lane.leasedUntilMs <= nowMs) return
    // An unmined grant is not seen on chain yet; do not send a second one.
    if (unmined(lane).some(({ attempts }) => attempts.every(({ items }) => items.length === 0))) return
    const found = await Promise.allSettled(due.map((keeper) => keeper.grantFor(lane.signer.address)))
    for (const [at, one] of found.entries()) {
      if (one.status === 'rejected') continue
      // If fees are too high, try again next turn: the grant must precede items that wait for the same fees.
      if (!one.value || (await submit(lane, one.value))) checked.set(due[at]!, nowMs)
    }
    const failed = found.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }

  return {
    renew: (lane) => check(lane, keepers.kept),
    prepare: (lane, groups) =>
      check(
        lane,
        [...new Set(groups.map(keeperOf))].filter((keeper) => keeper !== undefined),
      ),
    ready: (lane, groups) =>
      groups.filter((group) => {
        const keeper = keeperOf(group)
        return keeper === undefined || lane.grantsCheckedAtMs.has(keeper)
      }),
  }
}
