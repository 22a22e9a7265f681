import type { Step } from '../../src/intents/lifecycle.ts'
import type { Hex } from '../../src/interface/fields.ts'
import type { Intent } from '../../src/interface/intentShapes.ts'
import type { Memory } from '../stores/memory/memory.ts'
import { Broken } from './broken.ts'
import type { CallerState } from './callers.ts'
import { type SimWorld, usdOf } from './worlds.ts'

const ends: readonly Step[] = ['succeeded', 'paidOnDestination']

/** A twin repeats the first caller's request, whatever its own script (seed 400000280). */
const isDirect = ({ quoteRequest }: Intent): boolean => quoteRequest.fundMethod === 'DIRECT_TRANSFER'

/** Without faults, all that is paid in time is executed, and a direct payment alone starts its intent. */
export function createStillOracle(options: {
  memory: Memory
  world: SimWorld
  callers: readonly CallerState[]
  nameOf(intentId: string): string
  nowMs(): number
}) {
  const { memory, world, callers, nameOf, nowMs } = options
  const startedAtMs = new Map<Hex, number>()

  function isPaidInTime({ script, committed, payments, intent }: CallerState): boolean {
    // A large amount's finality takes most of the time until refunds (seed 390000104).
    if (!intent || usdOf(intent) >= world.actOnMinedBelowUsd) return false
    const { payment, takesOutAfterMs, recovers, execution } = script
    const isTaken = takesOutAfterMs !== undefined || recovers?.afterMs !== undefined
    return (
      committed &&
      payments.length === 1 &&
      payment === 'exact' &&
      !isTaken &&
      (isDirect(intent) || execution !== 'never')
    )
  }

  return {
    afterWrite() {
      for (const [intentId, { record }] of memory.intents)
        if (record.step !== 'quoted' && record.step !== 'committed' && !startedAtMs.has(intentId))
          startedAtMs.set(intentId, nowMs())
    },
    atEnd() {
      for (const state of callers) {
        const record = state.intent && memory.intents.get(state.intent.intentId)?.record
        if (!record || !isPaidInTime(state)) continue
        const name = nameOf(record.intentId)
        const why = record.progress.refund?.reason
        if (!ends.includes(record.step))
          throw new Broken(
            'what is paid in time is carried out',
            `${name} is ${record.step} and nothing went wrong: ${why}`,
          )
        const started = startedAtMs.get(record.intentId) ?? 0
        if (isDirect(record.intent) && started >= (record.executeByMs ?? 0))
          throw new Broken('a payment starts it', `${name} was started when its time was over`)
      }
    },
  }
}
