import { wayOf } from '../../intents/depositWays.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import { isoTime } from '../../intents/receipt.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { DepositSignature } from '../../interface/receiptShapes.ts'
import { dayOf, nextDayOf } from '../../stores/sponsorStore.ts'
import type { Transition } from '../../stores/store.ts'
import { StoreError } from '../../stores/storeError.ts'
import type { World } from '../world.ts'

/** What to reserve from the project's budget if the owner signed no fee; nothing if the owner pays. */
export async function reserveSponsorship(
  { projectId, plan, progress }: IntentRecord,
  signed: DepositSignature,
  { store, clock, observe }: World,
): Promise<Pick<Transition, 'sponsor' | 'progress'>> {
  const sponsored = plan.sponsored?.[wayOf(signed)]
  if (!sponsored || signed.selectedGasFeeOption.amount > 0n) return {}
  const dayMs = dayOf(clock.nowMs())
  const budget = await store.sponsors.budget(projectId, dayMs)
  const { microUsd } = sponsored
  if (!budget) {
    observe.sponsored({ outcome: 'refused', microUsd })
    throw new ServiceError('Unavailable', `depositSignature: the project pays for no deposits any more; ${otherwise}`)
  }
  return {
    progress: { ...progress, sponsor: { reservedMicroUsd: microUsd } },
    sponsor: { dayMs, microUsd, mostMicroUsd: budget.mostMicroUsd },
  }
}

/** A budget is set in dollars with cents. */
const formatMicroUsd = (microUsd: bigint): string => `$${(Number(microUsd) / 1e6).toFixed(2)}`

const otherwise = 'ask for a new quote, which names the fee, or send the deposit yourself'

/** Starts the intent. If today's budget is used up, starts nothing and the error names the time of the next one. */
export async function withinBudget(
  { sponsor, nowMs }: Transition,
  { observe }: World,
  start: () => Promise<boolean>,
): Promise<boolean> {
  try {
    const started = await start()
    if (sponsor && started) observe.sponsored({ outcome: 'held', microUsd: sponsor.microUsd })
    return started
  } catch (error) {
    if (!sponsor || !(error instanceof StoreError) || error.kind !== 'overBudget') throw error
    observe.sponsored({ outcome: 'refused', microUsd: sponsor.microUsd })
    const again = isoTime(nextDayOf(nowMs))
    throw new ServiceError(
      'Unavailable',
      `depositSignature: what the project pays for deposits is used up until ${again}: ${formatMicroUsd(sponsor.mostMicroUsd)} a day; ${otherwise}`,
    )
  }
}
