import { multicall3Abi } from 'viem'
import { encodeCall } from '../../evm/encodeCall.ts'
import { type IntentRecord, withProgress } from '../../intents/intentRecord.ts'
import { reason } from '../../intents/reasons.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import { chainOf } from '../configured.ts'
import type { World } from '../world.ts'
import { inTime, markPending, whenMined } from './common.ts'
import { type Effects, type Move, moveTo } from './outcome.ts'

const messageGas = 400_000n

/** Hands the destination batch to the sender, behind the bridge message where there is one. */
export async function sendDestination(
  record: IntentRecord,
  world: World,
): Promise<Move<'awaitDestination' | 'refund'>> {
  const { intent, plan, progress } = record
  const meta = intent.destinationMetaTxn
  if (!meta || !plan.destinationGasLimit) throw new Error(`intent ${record.intentId} has no destination batch`)
  const chain = chainOf(world, intent.destinationChainId)
  if (!(await inTime(chain, plan))) return refundOnDestination(record)
  const batch = { to: meta.contract, data: meta.input }
  const message = progress.bridge?.message
  const sent = message ? behindMessage(chain.definition.multicall3, message, batch) : batch
  const gasLimit = plan.destinationGasLimit + (message ? messageGas : 0n)
  const handedOver: Effects = {
    legs: [
      {
        leg: 'destination',
        chainId: chain.id,
        ...markPending(record, 'destination'),
        context: message ? 'CCTPV2_MESSAGE' : 'NONE',
      },
    ],
    outbox: [{ chainId: chain.id, leg: 'destination', ...sent, value: 0n, gasLimit }],
  }
  return moveTo('awaitDestination', handedOver, whenMined(chain, record, 'destination'))
}

/** The value arrived when the batch could no longer run: it goes to the owner on this side. */
export function refundOnDestination(record: IntentRecord): Move<'refund'> {
  const { progress, intent } = record
  const why = reason('REFUND_TIME')
  const { destinationChainId: chainId } = intent
  return moveTo('refund', {
    legs: [{ leg: 'destination', chainId, status: 'FAILED', statusReason: why }],
    progress: withProgress(progress, 'refund', { reason: why, side: 'destination' }),
    outbox: messageItem(record),
  })
}

/** What was burnt on the other side exists nowhere until the message is delivered. */
export function messageItem({ progress, intent }: IntentRecord): NonNullable<Effects['outbox']> {
  const message = progress.bridge?.message
  const chainId = intent.destinationChainId
  return message ? [{ chainId, leg: 'destination', ...message, value: 0n, gasLimit: messageGas }] : []
}

/** Anyone may deliver a message, so one that is already there must not stop the batch; nor may a batch that fails undo the delivery. */
function behindMessage(multicall3: Address, message: { to: Address; data: Hex }, batch: { to: Address; data: Hex }) {
  const calls = [
    { target: message.to, allowFailure: true, callData: message.data },
    { target: batch.to, allowFailure: true, callData: batch.data },
  ]
  return { to: multicall3, data: encodeCall({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] }) }
}
