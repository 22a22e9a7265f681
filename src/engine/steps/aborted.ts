import { sameAddress } from '../../evm/address.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import { unseenArrivals } from '../../intents/ledger.ts'
import { reason } from '../../intents/reasons.ts'
import type { Address } from '../../interface/fields.ts'
import { awaitedToken, isBridgeToken } from '../books/batchEntries.ts'
import { originWallet, type SideWallet } from '../books/sideWallet.ts'
import { findTakenOut, type TakenOut } from '../books/takenOut.ts'
import { chainOf } from '../configured.ts'
import type { World } from '../world.ts'
import { refundedLeg } from './common.ts'
import { type Effects, type Move, moveTo } from './outcome.ts'

/** The end of an intent whose money the owner took out alone: the transaction that did it is shown as the refund. */
export async function endAborted(
  record: IntentRecord,
  wallet: SideWallet,
  { receipt, moved, entries }: TakenOut,
  { store }: World,
): Promise<Move<'aborted'>> {
  const why = reason('ABORTED')
  const { hash: txnHash, blockNumber, minedAtMs } = receipt
  const shown = moved.find(({ token }) => isAwaited(record, wallet, token)) ?? moved[0]!
  const arrival =
    wallet.side === 'origin'
      ? ({ from: 'owner', to: 'originIntent', why: 'deposit' } as const)
      : ({ from: 'bridge', to: 'destinationIntent', why: 'bridge' } as const)
  const unseen = unseenArrivals(await store.intents.ledger(record.intentId), entries, arrival)
  return moveTo('aborted', {
    ledger: [...unseen, ...entries],
    legs: [
      ...openLegs(record, why),
      refundedLeg(wallet.chainId, {
        fromAddress: wallet.address,
        toAddress: shown.to ?? wallet.config.owner,
        statusReason: why,
        tokenAddress: shown.token,
        tokenAmount: shown.amount,
        txnHash,
        blockNumber,
        minedAtMs,
      }),
    ],
  })
}

/** Whether the intent waits for this token at a wallet. Anyone may send others there, and the owner takes them out along with it. */
const isAwaited = (record: IntentRecord, { side }: SideWallet, token: Address): boolean =>
  side === 'origin' ? sameAddress(token, awaitedToken(record, side)) : isBridgeToken(record, token)

/** Legs that have not ended end now, with the reason of the intent. */
function openLegs({ legs }: IntentRecord, statusReason: string): NonNullable<Effects['legs']> {
  return legs
    .filter(({ leg, status }) => leg !== 'refund' && status !== 'SUCCEEDED' && status !== 'FAILED')
    .map(({ leg, chainId }) => ({ leg, chainId, status: 'FAILED' as const, statusReason }))
}

/** Where money is missing that was there: the end, if the owner took it out alone. */
export async function ifTakenOut(
  record: IntentRecord,
  world: World,
  wallet: SideWallet = originWallet(record),
): Promise<Move<'aborted'> | undefined> {
  const found = await findTakenOut(record, wallet, chainOf(world, wallet.chainId))
  return found && endAborted(record, wallet, found, world)
}
