import { decodeFunctionData, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../src/app/startApp.ts'
import { causewayContracts } from '../../src/chains/contracts/abi/addresses.ts'
import { intentGuestAbi } from '../../src/chains/contracts/abi/IntentGuest.ts'
import type { Devnet } from '../../src/devnet/devnet.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import { encodeDeployAndExecute, encodeDeployAndRefund } from '../../src/intents/wallet.ts'
import { createClient } from '../../src/sdk/client.ts'
import { startTestDevnet } from '../devnet/setup.ts'
import {
  balance,
  deposit,
  finished,
  harbor,
  passTime,
  seenHead,
  signDeposit,
  startServiceOn,
  tokens,
  walletOf,
} from '../e2e/setup.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { explained, type Quoted, targetOf, urlOf } from './setup.ts'

/** Whoever watches the mempool is always first. Blocks are mined by hand where somebody wants to be in front of the service. */
const refundAfterMs = 20 * 60_000
const { guest, entrypoint } = causewayContracts

let devnet: Devnet
let database: Awaited<ReturnType<typeof freshDatabase>>
let app: App | undefined

const stranger = () => walletOf(devnet, harbor, devnet.accounts[9]!)
const start = async () => {
  app = await startServiceOn(devnet, database.url, {
    engine: { refundAfterMs, executeWithinMs: 25_000, leaseMs: 2_000, laneLeaseMs: 2_000 },
  })
  return { client: createClient({ url: app.url }), app }
}
const stop = async () => {
  await app?.stop()
  app = undefined
}

beforeAll(async () => {
  ;[devnet, database] = await Promise.all([startTestDevnet({ blockTimeS: 0 }), freshDatabase()])
})
afterAll(async () => {
  await stop()
  await devnet?.stop()
  await database?.close()
})

type Pooled = { hash: Hex; from: Hex; to: Hex; input: Hex; maxFeePerGas: Hex }

/** Transactions that wait in Harbor's pool for a contract, as soon as there are any. */
async function pooled(to: Hex, isWanted: (input: Hex) => boolean): Promise<Pooled[]> {
  for (;;) {
    const { pending } = await rpc<{ pending: Record<string, Record<string, Pooled>> }>(urlOf(devnet), 'txpool_content')
    const all = Object.values(pending).flatMap((nonces) => Object.values(nonces))
    const found = all.filter((tx) => tx.to?.toLowerCase() === to.toLowerCase() && isWanted(tx.input))
    if (found.length > 0) return found
  }
}

/** The same call data from another account goes into a block before the transaction from which it was copied. */
async function mineAhead(copiedFrom: Pooled, data: Hex, to: Hex): Promise<Hex> {
  const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 11n }
  const hash = await stranger().sendTransaction({ to, data, gas: 3_000_000n, ...fees })
  // Blocks are filled in the order of arrival. The service sends again what a node forgot, and then it comes after the copy.
  await rpc(urlOf(devnet), 'anvil_dropTransaction', [copiedFrom.hash])
  await rpc(urlOf(devnet), 'evm_mine', [])
  await rpc(urlOf(devnet), 'evm_setAutomine', [true])
  return hash
}

const holdBlocks = () => rpc(urlOf(devnet), 'evm_setAutomine', [false])

const functionOf = (input: Hex) => decodeFunctionData({ abi: intentGuestAbi, data: input })

async function committed(client: ReturnType<typeof createClient>, index: number): Promise<Quoted> {
  const { intent } = await client.quoteIntent({
    ownerAddress: devnet.accounts[index]!.address,
    originChainId: harbor,
    originTokenAddress: tokens.usdc,
    originTokenAmount: 100_000_000n,
    destinationChainId: harbor,
    destinationTokenAddress: tokens.weth,
    destinationToAddress: `0x${(0xace000 + index).toString(16).padStart(40, '0')}`,
  })
  await client.commitIntent({ intent })
  return intent
}

test('a pass copied from the mempool and shown first seats its relayer, and nobody else', async () => {
  await holdBlocks()
  const { client } = await start()
  const [pass] = await pooled(guest, (input) => functionOf(input).functionName === 'show')
  const copied = await mineAhead(pass!, pass!.input, guest)
  expect((await stranger().getTransactionReceipt({ hash: copied })).status).toBe('success')
  expect((await stranger().waitForTransactionReceipt({ hash: pass!.hash })).status).toBe('reverted')
  const intent = await committed(client, 0)
  const hash = await deposit(devnet, devnet.accounts[0]!, intent)
  const { config, batch } = targetOf(intent.originMetaTxn)
  const early = await stranger()
    .call({ account: stranger().account, to: guest, data: encodeDeployAndExecute(config, batch, 'strictly') })
    .catch((error) => error)
  expect(explained(early)).toMatch(/^NotSeated\(/)
  await client.executeIntent({ intentId: intent.intentId, depositTransactionHash: hash })
  expect((await finished({ client }, intent.intentId)).status).toBe('SUCCEEDED')
})

test('a gasless deposit that a stranger submits first is used, and paid once', async () => {
  const client = createClient({ url: app!.url })
  const user = devnet.accounts[1]!
  const ask = {
    ownerAddress: user.address,
    originChainId: harbor,
    originTokenAddress: tokens.usdc,
    originTokenAmount: 100_000_000n,
    destinationChainId: harbor,
    destinationTokenAddress: tokens.weth,
  }
  const { intent, gasFeeOptions } = await client.quoteIntent(ask)
  await client.commitIntent({ intent })
  const option = gasFeeOptions.feeOptions.find(({ tokenAddress }) => tokenAddress === tokens.usdc)!
  const depositSignature = await signDeposit(devnet, user, intent, option)
  const before = await balance(devnet, harbor, tokens.usdc, user.address)
  await holdBlocks()
  await client.executeIntent({ intentId: intent.intentId, depositSignature })
  const isDeposit = (input: Hex) => functionOf(input).functionName === 'depositAndExecute'
  const [sent] = await pooled(guest, isDeposit)
  const { args } = functionOf(sent!.input)
  const copied = await mineAhead(sent!, args![1] as Hex, entrypoint)
  expect((await stranger().getTransactionReceipt({ hash: copied })).status).toBe('success')
  expect((await finished({ client }, intent.intentId)).status).toBe('SUCCEEDED')
  const paid = before - (await balance(devnet, harbor, tokens.usdc, user.address))
  expect(paid).toBe(intent.depositTransaction.amount + option.amount)
})

describe('without the operator', () => {
  let [open, late]: Quoted[] = []
  test('the service is gone while two deposits lie there', async () => {
    const client = createClient({ url: app!.url })
    ;[open, late] = [await committed(client, 2), await committed(client, 3)]
    await stop()
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
    await seenHead(devnet, app.world.chains.get(harbor)!)
    for (const intent of [open!, late!])
      await client.executeIntent({ intentId: intent.intentId }).catch(() => undefined)
    const [ran, refunded] = [await finished({ client }, open!.intentId), await finished({ client }, late!.intentId)]
    expect(ran.status).toBe('SUCCEEDED')
    expect(refunded.status).toBe('FAILED')
  })
})
