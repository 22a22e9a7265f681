import { expect, onTestFinished, test } from 'vitest'
import { causewayContracts } from '../../src/chains/contracts/abi/addresses.ts'
import { encodeDeployAndExecute, encodeDeployAndRefund } from '../../src/intents/wallet.ts'
import { createClient } from '../../src/sdk/client.ts'
import { resetDevnet } from '../devnet/setup.ts'
import {
  balance,
  deposit,
  finished,
  harbor,
  passTime,
  seenHead,
  startServiceOn,
  tokens,
  walletOf,
} from '../e2e/setup.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { useForAll } from '../useParts.ts'
import { committedSwap, explained, hastyEngine, type Quoted, targetOf } from './setup.ts'

const { guest } = causewayContracts
const database = useForAll(freshDatabase)
const devnet = useForAll(resetDevnet)
let [open, late]: Quoted[] = []

const stranger = () => walletOf(devnet, harbor, devnet.accounts[9]!)
const start = async () => {
  const app = await startServiceOn(devnet, database.url, { engine: hastyEngine })
  return { client: createClient({ url: app.url }), app }
}

test('the service is gone while two deposits lie there', async () => {
  const { client, app } = await start()
  const [, , first, second] = devnet.accounts
  ;[open, late] = [await committedSwap(client, first!), await committedSwap(client, second!)]
  await app.stop()
  for (const [index, intent] of [open, late].entries()) await deposit(devnet, devnet.accounts[2 + index]!, intent)
  const { config, batch } = targetOf(open.originMetaTxn)
  const tooEarly = await stranger()
    .call({ account: stranger().account, to: guest, data: encodeDeployAndExecute(config, batch, 'openly') })
    .catch((error) => error)
  expect(explained(tooEarly)).toMatch(/^NotOpenYet\(\d+, \d+\)$/)
})

test('from openAt on anyone runs a batch', async () => {
  const { config, batch } = targetOf(open!.originMetaTxn)
  const { timestamp } = await stranger().getBlock()
  await passTime(devnet, harbor, Number(config.openAt - timestamp))
  const recipient = open!.quoteRequest.destinationToAddress!
  const before = await balance(devnet, harbor, tokens.weth, recipient)
  const data = encodeDeployAndExecute(config, batch, 'openly')
  const hash = await stranger().sendTransaction({ to: guest, data, gas: 5_000_000n })
  expect((await stranger().waitForTransactionReceipt({ hash })).status).toBe('success')
  const got = (await balance(devnet, harbor, tokens.weth, recipient)) - before
  expect(got).toBeGreaterThanOrEqual(open!.quote.toAmountMin)
})

test('from refundAt on anyone refunds, to the owner alone', async () => {
  const { config } = targetOf(late!.originMetaTxn)
  const data = encodeDeployAndRefund(config, [tokens.usdc])
  const tooEarly = await stranger()
    .call({ account: stranger().account, to: guest, data })
    .catch((error) => error)
  expect(explained(tooEarly)).toMatch(/^RefundTooEarly\(/)
  const { timestamp } = await stranger().getBlock()
  await passTime(devnet, harbor, Number(config.refundAt - timestamp))
  const before = await balance(devnet, harbor, tokens.usdc, late!.ownerAddress)
  const hash = await stranger().sendTransaction({ to: guest, data, gas: 3_000_000n })
  expect((await stranger().waitForTransactionReceipt({ hash })).status).toBe('success')
  const got = (await balance(devnet, harbor, tokens.usdc, late!.ownerAddress)) - before
  expect(got).toBe(late!.depositTransaction.amount)
})

test('the service comes back and tells what happened: one succeeded, one was refunded', async () => {
  const { client, app } = await start()
  onTestFinished(app.stop)
  await seenHead(devnet, app.world.chains.get(harbor)!)
  for (const intent of [open!, late!]) await client.executeIntent({ intentId: intent.intentId }).catch(() => undefined)
  const [ran, refunded] = [await finished({ client }, open!.intentId), await finished({ client }, late!.intentId)]
  expect(ran.status).toBe('SUCCEEDED')
  expect(refunded.status).toBe('FAILED')
})
