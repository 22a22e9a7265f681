import { decodeFunctionData, multicall3Abi } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { encodeCall } from '../../src/evm/encodeCall.ts'
import type { Intent } from '../../src/interface/intentShapes.ts'
import { expectNothingLeft } from './books.ts'
import { burnBridgeAbi } from './scripted/markets.ts'
import { addresses, type Bench, islandId, openBench, owner, relayer } from './setup.ts'

let bench: Bench
beforeEach(async () => {
  bench = await openBench()
})
afterEach(() => bench.close())

const overMessage = { options: { bridgeProvider: 'CCTP' } }

async function messageFor(intent: Intent) {
  const amount = (await bench.record(intent)).plan.bridge!.inputAmount
  const args = [addresses.usdc, amount, intent.destinationIntentAddress!, 1n] as const
  return { to: addresses.burnBridge, data: encodeCall({ abi: burnBridgeAbi, functionName: 'mint', args }) }
}

test('the batch goes out alone where a filler brought the money', async () => {
  bench.island.withhold(({ from }) => from === relayer)
  const intent = await bench.start()
  await bench.until(intent, 'awaitDestination')
  const [attempt] = await bench.store.attempts.ofLeg(intent.intentId, 'destination')
  expect(attempt).toMatchObject({ state: expect.stringMatching(/planned|broadcast/) })
  expect(await bench.leg(intent, 'destination')).toMatchObject({ context: 'NONE' })
})

test('behind a message both go in one transaction, and neither undoes the other', async () => {
  const intent = await bench.start(overMessage)
  // Without a fee estimate the sender signs nothing, so the item stays in the outbox to be looked at.
  bench.island.fail((method) => (method === 'fees' ? { is: 'down' } : undefined))
  const message = await messageFor(intent)
  bench.bridge.answer({ ready: true, ...message })
  await bench.until(intent, 'awaitDestination')
  const [item] = await bench.outbox(bench.island)
  expect(item?.to).toBe(bench.island.chain.definition.multicall3)
  const { args } = decodeFunctionData({ abi: multicall3Abi, data: item!.data })
  const { contract, input } = intent.destinationMetaTxn!
  expect(args?.[0]).toMatchObject([
    { target: message.to, allowFailure: true, callData: message.data },
    { target: contract, allowFailure: true, callData: input },
  ])
})

test('a message that comes after the batch could run is delivered, and the owner has the money there', async () => {
  const intent = await bench.start(overMessage)
  const before = bench.balance(bench.island, addresses.usdc, owner)
  await bench.until(intent, 'awaitBridge')
  await bench.pass(bench.world.settings.refundAfterMs + 10_000)
  bench.bridge.answer({ ready: true, ...(await messageFor(intent)) })
  await bench.until(intent, 'refunded')
  const { status, destinationTransaction, refundTransaction } = await bench.receipt(intent)
  expect(status).toBe('FAILED')
  expect(destinationTransaction).toMatchObject({
    status: 'FAILED',
    statusReason: expect.stringMatching(/^REFUND_TIME: /),
  })
  const paid = bench.balance(bench.island, addresses.usdc, owner) - before
  expect(refundTransaction).toMatchObject({ status: 'SUCCEEDED', chainId: islandId, tokenAmount: paid })
  await expectNothingLeft(bench, intent)
})
