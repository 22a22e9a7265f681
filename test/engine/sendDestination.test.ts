import { expect, test } from 'vitest'
import { encodeCall } from '../../src/evm/encodeCall.ts'
import type { Intent } from '../../src/interface/intentShapes.ts'
import { ends } from './books.ts'
import { burnBridgeAbi } from './scripted/markets.ts'
import { addresses, islandId, owner, useBench } from './setup.ts'

const bench = useBench()

const overMessage = { options: { bridgeProvider: 'CCTP' } }

async function messageFor(intent: Intent) {
  const amount = (await bench.record(intent)).plan.bridge!.inputAmount
  const args = [addresses.usdc, amount, intent.destinationIntentAddress!, 1n] as const
  return { to: addresses.burnBridge, data: encodeCall({ abi: burnBridgeAbi, functionName: 'mint', args }) }
}

test('a message goes out alone, once, and the batch when the money is there', async () => {
  const intent = await bench.startUntil('awaitBridge', overMessage)
  // Without a fee estimate the sender signs nothing, so the item stays in the outbox to be looked at.
  bench.island.fail((method) => (method === 'fees' ? { is: 'down' } : undefined))
  const message = await messageFor(intent)
  bench.bridge.answer({ ready: true, ...message, context: 'CCTPV2_MESSAGE' })
  await bench.pass(20_000)
  expect(await bench.outbox(bench.island)).toMatchObject([{ ...message, leg: 'destination' }])
  expect(await bench.outbox(bench.island)).toHaveLength(1)
  bench.island.fail(() => undefined)
  await ends(bench, intent, 'succeeded')
  expect(await bench.leg(intent, 'destination')).toMatchObject({ status: 'SUCCEEDED', context: 'CCTPV2_MESSAGE' })
})

test('a message that comes after the batch could run is delivered, and the owner has the money there', async () => {
  const intent = await bench.start(overMessage)
  const before = bench.balance(bench.island, addresses.usdc, owner)
  await bench.until(intent, 'awaitBridge')
  const { destination } = (await bench.record(intent)).plan
  await bench.pass(Number(destination!.refundAt) * 1_000 - bench.clock.nowMs())
  bench.bridge.answer({ ready: true, ...(await messageFor(intent)) })
  await ends(bench, intent, 'refunded')
  const { status, destinationTransaction, refundTransaction } = await bench.receipt(intent)
  expect(status).toBe('FAILED')
  expect(destinationTransaction).toMatchObject({
    status: 'FAILED',
    statusReason: expect.stringMatching(/^REFUND_TIME: /),
  })
  const paid = bench.balance(bench.island, addresses.usdc, owner) - before
  expect(refundTransaction).toMatchObject({ status: 'SUCCEEDED', chainId: islandId, tokenAmount: paid })
})
