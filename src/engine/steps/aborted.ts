import { sameAddress } from '../../evm/address.ts'
import { type IntentRecord, leastArrival, withProgress } from '../../intents/intentRecord.ts'
import type { LedgerEntry } from '../../intents/ledger.ts'
import { reason } from '../../intents/reasons.ts'
import type { Address } from '../../interface/fields.ts'
import { awaitedToken, isBridgeToken } from '../books/batchEntries.ts'
import { minedOf } from '../books/depositPayments.ts'
import { destinationWallet, originWallet, type SideWallet } from '../books/sideWallet.ts'
import { findTakenOut, type TakenOut } from '../books/takenOut.ts'
import { chainOf } from '../chainOf.ts'
import type { World } from '../world.ts'
import { type Effects, type Move, moveTo } from './outcome.ts'
import { lostLegs, refundedLeg } from './pollSchedule.ts'

/** Ends an intent whose money the owner took out. The owner's transaction is shown as the refund. */
export function endAborted(record: IntentRecord, wallet: SideWallet, { receipt, moved }: TakenOut): Move<'aborted'> {
  const why = reason('ABORTED')
  const shown = moved.find(({ token }) => isAwaited(record, wallet, token)) ?? moved[0]!
  // A filler may still pay, again or for a run that a reorganisation took back: handled like any late payment.
  const crossed = wallet.side === 'destination' || record.progress.origin?.ahead
  return moveTo('aborted', {
    books: { side: wallet.side, tokens: moved.map(({ token }) => token) },
    ...(crossed && { progress: withProgress(record.progress, 'lateRefunds', { crossed }) }),
    legs: [
      ...lostLegs(record),
      ...failOpenLegs(record, wallet, why),
      refundedLeg(wallet.chainId, {
        fromAddress: wallet.address,
        toAddress: shown.to ?? wallet.config.owner,
        statusReason: why,
        tokenAddress: shown.token,
        tokenAmount: shown.amount,
        ...minedOf(receipt),
      }),
    ],
  })
}

/** Whether the intent awaits this token at a wallet. Anyone may send others there, and the owner takes them out too. */
const isAwaited = (record: IntentRecord, { side }: SideWallet, token: Address): boolean =>
  side === 'origin' ? sameAddress(token, awaitedToken(record, side)) : isBridgeToken(record, token)

/**
 * Fails open legs with the intent's reason, except two kinds. Legs that a reorganisation took back for good have their
 * own reason. If the origin run was mined once, a filler may have paid, so the destination leg stays open.
 */
function failOpenLegs(record: IntentRecord, { side }: SideWallet, statusReason: string): NonNullable<Effects['legs']> {
  const { legs, progress } = record
  const lost = lostLegs(record)
  const mayFollow = side === 'origin' && progress.origin?.ahead
  return legs
    .filter(({ leg, status }) => leg !== 'refund' && status !== 'SUCCEEDED' && status !== 'FAILED')
    .filter(({ leg }) => !lost.some((one) => one.leg === leg) && !(mayFollow && leg === 'destination'))
    .map(({ leg, chainId }) => ({ leg, chainId, status: 'FAILED' as const, statusReason }))
}

/**
 * If a reorganisation took back the origin run, the bridge may have paid the recipient although the owner took out the
 * deposit at the origin. Shows that as the refund if the intent ends without another.
 */
export function takenOutLegs({ intent, progress }: IntentRecord, booked: readonly LedgerEntry[]): Effects['legs'] {
  const taken = booked.filter(({ from, why }) => from === 'originIntent' && why === 'abort')
  const shown = taken.find(({ token }) => sameAddress(token, intent.depositTransaction.tokenAddress)) ?? taken[0]
  if (!progress.origin?.lost || !shown) return []
  const { chainId, token: tokenAddress, amount: tokenAmount, txnHash, blockNumber } = shown
  const [fromAddress, statusReason] = [intent.originIntentAddress, reason('ABORTED')]
  return [refundedLeg(chainId, { fromAddress, statusReason, tokenAddress, tokenAmount, txnHash, blockNumber })]
}

/** Ends the intent if money that was there is missing and the owner took it out. */
export async function ifTakenOut(
  record: IntentRecord,
  world: World,
  wallet: SideWallet = originWallet(record),
  isEnough?: (taken: TakenOut) => boolean,
): Promise<Move<'aborted'> | undefined> {
  const found = await findTakenOut(record, wallet, chainOf(world, wallet.chainId), isEnough)
  return found && endAborted(record, wallet, found)
}

/**
 * Ends the intent if the owner took out at the destination as much as the bridge, or one of two, was to bring. No poll
 * saw that money arrive, and none will. What the other bridge still brings is handled like any late payment.
 */
export async function ifBridgedTakenOut(record: IntentRecord, world: World): Promise<Move<'aborted'> | undefined> {
  const wallet = destinationWallet(record)
  const { bridge } = record.plan
  if (!wallet || !bridge) return undefined
  const amountMin = leastArrival(bridge)
  return ifTakenOut(record, world, wallet, ({ moved }) =>
    moved.some(({ token, amount }) => isBridgeToken(record, token) && amount >= amountMin),
  )
}
