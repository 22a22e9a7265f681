import type { Clock } from '../../host/clock.ts'
import type { OutboxItem } from '../../stores/store.ts'
import type { GrantKeeper, GrantKeepers, SubmitGrant } from './grantKeeper.ts'
import { type Lane, unmined } from './lane.ts'

export type LaneGrants = {
  /** Submits what is missing or half over at the guests that quotes name. */
  renew(lane: Lane): Promise<void>
  /** The same at the guests of earlier versions to which these calls go. */
  prepare(lane: Lane, groups: readonly OutboxItem[][]): Promise<void>
  /** Those of them whose guest has this signer's grant, or will have it when they are mined. The others wait. */
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
    // One that is on its way is not seen yet; a second would only come after it.
    if (unmined(lane).some(({ attempts }) => attempts.every(({ items }) => items.length === 0))) return
    const found = await Promise.allSettled(due.map((keeper) => keeper.grantFor(lane.signer.address)))
    for (const [at, one] of found.entries()) {
      if (one.status === 'rejected') continue
      // While fees are too high, check again in the next turn: before what waits for the same fees.
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
