import type { IntentRecord } from '../../intents/intentRecord.ts'
import { requireUnmodified } from '../../intents/requireUnmodified.ts'
import { ServiceError } from '../../interface/errors.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { Request, Response } from '../../interface/operations.ts'
import type { Reservation } from '../../stores/store.ts'
import { StoreError } from '../../stores/storeError.ts'
import { bridgeOf } from '../configured.ts'
import { findOwn } from '../read/findOwn.ts'
import type { World } from '../world.ts'

type Caller = { projectId: number }

/** Commits an unmodified, unexpired quote of the caller's own project. Said twice, it answers the same. */
export async function commitIntent(
  { intent }: Request<'CommitIntent'>,
  caller: Caller,
  world: World,
): Promise<Response<'CommitIntent'>> {
  const record = await findOwn(intent.intentId, caller, world)
  requireUnmodified(intent, record.intent)
  // Said again, it answers the same, whatever has become of the intent since.
  if (record.step !== 'quoted') return { intentId: record.intentId }
  const nowMs = world.clock.nowMs()
  if (nowMs > record.expiresAtMs)
    throw new ServiceError('QuoteExpired', `the quote expired at ${record.intent.expiresAt}; ask for a new one`)
  const executeByMs = nowMs + world.settings.executeWithinMs
  const moved = await world.store.intents
    .transition(
      { intentId: record.intentId, step: 'quoted' },
      {
        nowMs,
        step: 'committed',
        committedAtMs: nowMs,
        executeByMs,
        dueAtMs: executeByMs,
        reserve: (
          await Promise.all([gasOf(record, executeByMs, world), inventoryOf(record, executeByMs, world)])
        ).flat(),
      },
    )
    .catch((error: unknown) => {
      if (error instanceof StoreError && error.kind === 'reserved')
        throw new ServiceError('Unavailable', outOfInventory)
      if (error instanceof StoreError && error.kind === 'outOfGas') throw new ServiceError('Unavailable', outOfGas)
      throw error
    })
  if (!moved) await findOwn(record.intentId, caller, world)
  return { intentId: record.intentId }
}

const outOfInventory =
  'what the bridge has on the destination is set aside for other intents; try again shortly, or ask for a smaller quote'

const outOfGas =
  'what our signers have for gas is set aside for other intents; try again shortly, or tell the operator to fund them'

/** Set aside for the gas of both legs, of what the signers have. */
function gasOf({ intent }: IntentRecord, untilMs: number, { signerGasBalance }: World): Promise<Reservation[]> {
  const { originGas, destinationGas } = intent.fees
  const legs = [
    { chainId: intent.originChainId, amount: originGas.totalFeeAmount },
    ...(destinationGas ? [{ chainId: intent.destinationChainId, amount: destinationGas.totalFeeAmount }] : []),
  ]
  return Promise.all(
    legs.map(async (leg) => {
      const most = await signerGasBalance(leg.chainId)
      return { kind: 'gas', token: nativeToken, untilMs, ...leg, ...(most !== undefined && { most }) } as const
    }),
  )
}

/** Set aside of what the fillers that we know hold on the destination. Where anyone may fill, or the bridge mints, there is nothing to set aside. */
async function inventoryOf({ plan, intent }: IntentRecord, untilMs: number, world: World): Promise<Reservation[]> {
  const { bridge } = plan
  if (!bridge) return []
  const chainId = intent.destinationChainId
  const token = bridge.outputTokenOtherwise ?? bridge.outputToken
  const most = await bridgeOf(world, bridge.provider).inventory?.(chainId, token)
  return most === undefined
    ? []
    : [{ kind: 'inventory', chainId, token, amount: bridge.outputAmountMin, untilMs, most }]
}
