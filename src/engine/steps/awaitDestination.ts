import type { Chain } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import { type LedgerEntry, unseenArrivals } from '../../intents/ledger.ts'
import { failureReason } from '../../intents/reasons.ts'
import type { Address } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import { awaitedToken, batchEntries } from '../books/batchEntries.ts'
import { type BatchRun, findBatchRun } from '../books/batchReceipt.ts'
import { readTransfer, sumInto } from '../books/transferEntries.ts'
import { chainOf } from '../configured.ts'
import type { World } from '../world.ts'
import { allAttemptsFailed, countResend, inTime, mayResend, nextBlock, refundedLeg, waitForAttempt } from './common.ts'
import { type Effects, moveTo, type Outcome, wait } from './outcome.ts'
import { sayMined } from './sayMined.ts'
import { refundOnDestination } from './sendDestination.ts'

/** Waits until the destination batch is mined deep enough, and reads from its events who was paid. */
export async function awaitDestination(record: IntentRecord, world: World): Promise<Outcome<'awaitDestination'>> {
  const { intent, plan, intentId } = record
  const wallet = intent.destinationIntentAddress
  if (!plan.destination || !wallet) throw new Error(`intent ${intentId} has no destination batch`)
  const chain = chainOf(world, intent.destinationChainId)
  const finalBlock = await chain.finalBlock(plan.valueUsd)
  const where = {
    chain,
    wallet,
    guest: world.settings.contracts.guest,
    digest: plan.destination.batches[0]!,
    roles: plan.destinationRoles ?? [],
    fromBlock: record.progress.destination?.fromBlock ?? finalBlock,
    finalBlock,
  }
  const attempts = await world.store.attempts.ofLeg(intentId, 'destination')
  const evidence = await findBatchRun(where, attempts)
  if (evidence.is === 'proven') return bookDestinationRun(record, world, chain, evidence.value)
  // Nothing is concluded from what is not known.
  const isOpen = evidence.is === 'unknown' || !(await allAttemptsFailed(record, 'destination', attempts, world))
  if (isOpen) {
    const look =
      evidence.is === 'unknown' ? wait(nextBlock(chain)) : waitForAttempt(chain, record, 'destination', attempts)
    const mined = { where, attempts, balanceBefore: await heldBefore(record, world) }
    return { ...look, ...(await sayMined(record, 'destination', mined, world)) }
  }
  if (mayResend(record, 'destination') && (await inTime(chain, plan)))
    return moveTo('sendDestination', { progress: countResend(record, 'destination') })
  return refundOnDestination(record)
}

async function bookDestinationRun(
  record: IntentRecord,
  world: World,
  chain: Chain,
  run: BatchRun,
): Promise<Outcome<'awaitDestination'>> {
  const { intent } = record
  const { hash: txnHash, blockNumber, minedAtMs } = run.receipt
  const mined = { txnHash, blockNumber, minedAtMs }
  const before = await world.store.intents.ledger(record.intentId)
  const where = { settings: world.settings, wrapped: chain.definition.wrappedNative }
  const booked = batchEntries(record, 'destination', run, balanceBefore(record, before), where)
  const seen = [...arrivalOf(record, run), ...booked.entries]
  // Whoever ran the batch in the block of the fill left us no moment to see it arrive.
  const waited = seen.filter(({ token }) => sameAddress(token, awaitedToken(record, 'destination')))
  const unseen = unseenArrivals(before, waited, { from: 'bridge', to: 'destinationIntent', why: 'bridge' })
  const ledger = [...unseen, ...seen]
  const destination = { leg: 'destination' as const, chainId: chain.id, ...mined }
  if (!run.failed.has('deliver') && !run.failed.has('main')) {
    return moveTo('succeeded', {
      ledger,
      legs: [{ ...destination, status: 'SUCCEEDED', tokenAmount: booked.delivered }],
    })
  }
  return moveTo('paidOnDestination', {
    ledger,
    legs: [
      { ...destination, status: 'FAILED', statusReason: failureReason('DESTINATION_CALL', run.why) },
      refundedLeg(chain.id, {
        fromAddress: intent.destinationIntentAddress,
        toAddress: intent.ownerAddress,
        tokenAddress: paidToken(record, run),
        tokenAmount: paidToOwner(booked.entries, paidToken(record, run)),
        ...mined,
      }),
    ],
  })
}

/** What the owner was paid in: the token that arrived if the swap failed, else the one that should have been delivered. */
const paidToken = (record: IntentRecord, run: BatchRun): Address =>
  run.failed.has('main') ? awaitedToken(record, 'destination') : record.intent.quoteRequest.destinationTokenAddress

const paidToOwner = (entries: readonly LedgerEntry[], token: Address): bigint => sumInto(entries, 'owner', token)

/** A message that we delivered minted the tokens in this very transaction; otherwise they were booked on arrival. */
function arrivalOf({ intent, plan, progress }: IntentRecord, run: BatchRun): NonNullable<Effects['ledger']> {
  const wallet = intent.destinationIntentAddress?.toLowerCase()
  if (!progress.bridge?.message || !plan.bridge) return []
  const minted = run.receipt.logs
    .map(readTransfer)
    .find((transfer) => transfer && transfer.to.toLowerCase() === wallet && BigInt(transfer.from) === 0n)
  const amount = minted?.amount ?? plan.bridge.outputAmountMin
  const { hash: txnHash, blockNumber } = run.receipt
  return [
    {
      from: 'bridge',
      to: 'destinationIntent',
      chainId: intent.destinationChainId,
      token: plan.bridge.outputToken,
      amount,
      why: 'bridge',
      txnHash,
      blockNumber,
    },
  ]
}

const heldBefore = async (record: IntentRecord, { store }: World): Promise<bigint> =>
  balanceBefore(record, await store.intents.ledger(record.intentId))

function balanceBefore(record: IntentRecord, booked: readonly LedgerEntry[]): bigint {
  if (!sameAddress(awaitedToken(record, 'destination'), nativeToken)) return 0n
  const arrived = booked.filter(({ to, token }) => to === 'destinationIntent' && sameAddress(token, nativeToken))
  if (arrived.length === 0) return record.plan.bridge?.outputAmountMin ?? 0n
  return arrived.reduce((sum, { amount }) => sum + amount, 0n)
}
