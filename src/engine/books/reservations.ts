import { bridgeParts, type IntentRecord } from '../../intents/intentRecord.ts'
import { lessFraction } from '../../intents/money.ts'
import type { Address } from '../../interface/fields.ts'
import { limits, nativeToken } from '../../interface/limits.ts'
import type { DepositSignature } from '../../interface/receiptShapes.ts'
import { backingOf, type Reservation } from '../../stores/store.ts'
import { bridgeOf, chainOf } from '../chainOf.ts'
import type { World } from '../world.ts'

/**
 * The shared resources an intent will use: gas of both legs, and the destination inventory of known fillers (none if
 * anyone may fill or the bridge mints). Bounded by what there is and by the share that one project may reserve.
 */
export async function boundedReservationsOf(
  record: IntentRecord,
  untilMs: number,
  world: World,
): Promise<Reservation[]> {
  const { reservedShareMax } = world.settings
  const gas = gasOf(record, untilMs).map(async (one): Promise<Reservation> => {
    const most = await world.signerGasBalance(one.chainId)
    return most === undefined ? one : { ...one, most }
  })
  const [inventory, ...wanted] = await Promise.all([inventoryOf(record, untilMs, world), ...gas])
  return [...wanted, ...inventory].map((one) =>
    one.most === undefined ? one : { ...one, projectMost: lessFraction(one.most, 1 - reservedShareMax) },
  )
}

/** Unbounded: a paid intent uses these resources whatever others reserved. Does not check what the signers have. */
export async function paidReservationsOf(record: IntentRecord, world: World): Promise<Reservation[]> {
  const untilMs = record.plan.refundAtS * 1_000
  const inventory = await inventoryOf(record, untilMs, world)
  return [...gasOf(record, untilMs), ...inventory.map(({ most: _, ...one }) => one)]
}

/**
 * The deposit, reserved from the owner's balance, which backs as many commits as it can pay. Undefined if the owner
 * does not hold it or no node answers: commits are free, so such an intent reserves nothing until it is paid.
 */
export async function backingFor(
  { intent }: IntentRecord,
  untilMs: number,
  world: World,
): Promise<Reservation | undefined> {
  const { tokenAddress, amount } = intent.depositTransaction
  const chain = chainOf(world, intent.originChainId)
  const holders = [intent.ownerAddress, intent.originIntentAddress]
  const balances = await Promise.all(holders.map((holder) => chain.balance(tokenAddress, holder))).catch(() => [])
  const most = balances.reduce((sum, balance) => sum + balance, 0n)
  if (most < amount) return undefined
  const token = backingOf(intent.ownerAddress, tokenAddress)
  return { kind: 'backing', chainId: chain.id, token, amount, untilMs, most }
}

/** For a signed deposit that we send: its amount with the fee, and one of the owner's unmined signatures. */
export const signedReservations = (
  record: IntentRecord,
  signed: DepositSignature,
  world: World,
): Promise<Reservation[]> =>
  Promise.all([signedReservation(record, signed, world), signatureReservation(record, signed, world)])

/**
 * One of an owner's signatures that may be unmined at once. Each passes its own simulation. Without this limit,
 * deposits that exclude each other (one nonce, or a wallet that changes its mind) cost the operator a transaction each.
 */
async function signatureReservation(
  { intent, plan }: IntentRecord,
  { deadline }: DepositSignature,
  world: World,
): Promise<Reservation> {
  const { originChainId: chainId } = intent
  const token = signaturesOf(intent.ownerAddress)
  const mined = await world.store.intents.signedMined(chainId, token, world.clock.nowMs())
  const untilMs = Math.min(plan.refundAtS, deadline) * 1_000
  return { kind: 'signed', chainId, token, amount: 1n, untilMs, most: mined + BigInt(limits.signedDepositsMax) }
}

/** The key that counts an owner's signatures. No token has this key, because no token is its own holder. */
export const signaturesOf = (owner: Address): Address => backingOf(owner, owner)

/**
 * A signed deposit with its fee, reserved from the owner's balance until mined. Every signature passes its own
 * simulation on the same balance: without this, the operator or sponsor would pay for each transaction signed.
 */
async function signedReservation(
  { intent, plan }: IntentRecord,
  signed: DepositSignature,
  world: World,
): Promise<Reservation> {
  const { tokenAddress, amount } = intent.depositTransaction
  const chain = chainOf(world, intent.originChainId)
  const token = backingOf(intent.ownerAddress, tokenAddress)
  // Read before the balance: a deposit mined in between is then missing from both, not counted twice.
  const mined = await world.store.intents.signedMined(chain.id, token, world.clock.nowMs())
  const most = mined + (await chain.balance(tokenAddress, intent.ownerAddress))
  const untilMs = Math.min(plan.refundAtS, signed.deadline) * 1_000
  return {
    kind: 'signed',
    chainId: chain.id,
    token,
    amount: amount + signed.selectedGasFeeOption.amount,
    untilMs,
    most,
  }
}

/** The gas of both legs, which the signers pay. */
function gasOf({ intent }: IntentRecord, untilMs: number): Reservation[] {
  const { originGas, destinationGas } = intent.fees
  const legs = [
    { chainId: intent.originChainId, amount: originGas.totalFeeAmount },
    ...(destinationGas ? [{ chainId: intent.destinationChainId, amount: destinationGas.totalFeeAmount }] : []),
  ]
  return legs.map((leg) => ({ kind: 'gas', token: nativeToken, untilMs, ...leg }))
}

async function inventoryOf({ plan, intent }: IntentRecord, untilMs: number, world: World): Promise<Reservation[]> {
  const { bridge } = plan
  if (!bridge) return []
  const chainId = intent.destinationChainId
  const found = bridgeParts(bridge).map(async (part): Promise<Reservation[]> => {
    const token = part.outputTokenOtherwise ?? part.outputToken
    const most = await bridgeOf(world, part.provider).inventory?.(chainId, token)
    return most === undefined
      ? []
      : [{ kind: 'inventory', chainId, token, amount: part.outputAmountMin, untilMs, most }]
  })
  return (await Promise.all(found)).flat()
}

/** Why a project gets no more of a shared resource. `shareMax`: its share, as a fraction of 1. */
export const overShareText = (shareMax: number): string =>
  `the other intents of this project have reserved as much as one project may, ${Number((shareMax * 100).toFixed(2))} % of what there is`
