import { type Address, decodeFunctionData, type Hex } from 'viem'
import { afterAll, expect, test } from 'vitest'
import type { RunningApp } from '../../src/app/startApp.ts'
import { localOperator } from '../../src/chains/contracts/abi/addresses.ts'
import { intentGuestAbi } from '../../src/chains/contracts/abi/IntentGuest.ts'
import { localContracts, operatorContracts } from '../../src/chains/contracts/operator.ts'
import { encodeGrants } from '../../src/intents/relayerGrant.ts'
import { createClient } from '../../src/sdk/client.ts'
import { recoverDeposit } from '../../src/sdk/recoverDeposit.ts'
import { waitIntent } from '../../src/sdk/waitIntent.ts'
import { resetDevnet } from '../devnet/setup.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { useForAll } from '../useParts.ts'
import {
  balance,
  deposit,
  execute,
  expectAtRest,
  finished,
  fromTo,
  harbor,
  island,
  order,
  passTime,
  seenHead,
  signDeposit,
  startServiceOn,
  tokens,
  walletOf,
} from './setup.ts'

/**
 * Seven contracts of an earlier version, with intents at every stage, and the service restarted with seven others:
 * intents at the old addresses end as promised, by a relayer unknown to the old contracts.
 */
const salt: Hex = `0x${'01'.repeat(32)}`
const old = operatorContracts({ ...localOperator, salt })
const sets = [localContracts, old]

const database = useForAll(freshDatabase)
const devnet = useForAll(resetDevnet)
const apps: RunningApp[] = []
afterAll(async () => {
  for (const app of apps) await app.stop()
})

async function start(relayer: number, operator = {}, engine = {}) {
  const privateKeys = [devnet.relayers[relayer]!.privateKey]
  const app = await startServiceOn(devnet, database.url, { operator, engine, signers: { privateKeys } })
  apps.push(app)
  return { app, devnet, client: createClient({ url: app.url }) }
}

async function stop({ app }: Running): Promise<void> {
  apps.splice(apps.indexOf(app), 1)
  await app.stop()
}

type Running = Awaited<ReturnType<typeof start>>
const account = (index: number) => devnet.accounts[index]!
const crossing = fromTo([harbor, tokens.usdc, 200_000_000n], [island, tokens.usdc])
const ordered = ({ client }: Running, index: number) =>
  order(client, { ownerAddress: account(index).address, ...crossing })

/** The end, proven by the client from the nodes, and the service's books. */
async function proven({ app, client }: Running, intent: Awaited<ReturnType<typeof ordered>>, status: string) {
  const readers = Object.fromEntries([harbor, island].map((id) => [id, walletOf(devnet, id, account(9))]))
  const receipt = await waitIntent({ client, intentId: intent.intentId, intent, readers, contracts: sets })
  expect([receipt.status, receipt.verified]).toEqual([status, 'chain'])
  const entries = await app.world.store.intents.ledger(intent.intentId)
  expectAtRest(entries)
  expect(entries.some(({ why }) => why === 'gas')).toBe(true)
  return receipt
}

const grantOf = async (guest: Address, chainId: number, relayer: Address) =>
  (await walletOf(devnet, chainId, account(9)).call({ to: guest, data: encodeGrants(relayer) })).data

async function everyEnd(): Promise<void> {
  // Underpaid and never executed: it expires soon.
  const hasty = await start(0, { salt }, { executeWithinMs: 5_000 })
  const short = await ordered(hasty, 3)
  await deposit(devnet, account(3), short, 100_000_000n)
  await stop(hasty)
  const before = await start(0, { salt })
  // At every stage: under way, paid but not executed, committed, signed after the change, and to be withdrawn.
  const onItsWay = await ordered(before, 0)
  await execute(before, account(0), onItsWay)
  const [paid, promised, recovered, alone] = [
    await ordered(before, 1),
    await ordered(before, 2),
    await ordered(before, 4),
    await ordered(before, 5),
  ]
  const { intent: signed, gasFeeOptions } = await before.client.quoteIntent({
    ownerAddress: account(6).address,
    ...crossing,
  })
  await before.client.commitIntent({ intent: signed })
  await deposit(devnet, account(1), paid)
  await stop(before)

  const after = await start(1)
  const { client } = after
  expect((await client.getSvcContracts()).SvcContracts.svcRouterAddress).toBe(localContracts.router)
  const fresh = await ordered(after, 7)
  expect(fresh.originMetaTxn.contract).toBe(localContracts.guest)
  await execute(after, account(7), fresh)
  await client.executeIntent({ intentId: paid.intentId })
  await execute(after, account(2), promised)
  const option = gasFeeOptions.feeOptions.find(({ tokenAddress }) => tokenAddress === tokens.usdc)!
  const depositSignature = await signDeposit(devnet, account(6), signed, option)
  await client.executeIntent({ intentId: signed.intentId, depositSignature })
  for (const intent of [onItsWay, paid, promised, signed, fresh]) {
    const receipt = await proven(after, intent, 'SUCCEEDED')
    const { input, to } = await walletOf(devnet, harbor, account(9)).getTransaction({
      hash: receipt.originTransaction.txnHash!,
    })
    expect(to?.toLowerCase()).toBe(intent.originMetaTxn.contract.toLowerCase())
    expect(decodeFunctionData({ abi: intentGuestAbi, data: input }).functionName).toBeDefined()
  }
  // The new relayer got its grant at the old guest because something had to be sent there, on both chains.
  const relayer = devnet.relayers[1]!.address
  for (const chainId of [harbor, island])
    for (const { guest } of sets) expect(BigInt(slice0(await grantOf(guest, chainId, relayer)))).toBeGreaterThan(0n)

  // The owner takes one out by a signature that the service relays, another with the client alone.
  await deposit(devnet, account(4), recovered)
  const held = await balance(devnet, harbor, tokens.usdc, account(4).address)
  const prepared = await client.prepareIntentRecovery({ intentId: recovered.intentId })
  const ownerWallet = walletOf(devnet, harbor, account(4))
  const signature = await ownerWallet.request({
    method: 'eth_signTypedData_v4',
    params: [account(4).address, JSON.stringify(prepared.typedData)],
  })
  const { intentId, payload, intentAddress } = prepared
  const built = await client.buildIntentRecoveryTransaction({ intentId, payload, signature, intentAddress })
  expect([built.requiresDeploy, built.to]).toEqual([true, old.guest])
  const sender = walletOf(devnet, harbor, account(9))
  const hash = await sender.sendTransaction({ to: built.to, data: built.data })
  expect((await sender.waitForTransactionReceipt({ hash })).status).toBe('success')
  expect(await balance(devnet, harbor, tokens.usdc, account(4).address)).toBe(held + 200_000_000n)
  await deposit(devnet, account(5), alone)
  const wallet = walletOf(devnet, harbor, account(5))
  await expect(recoverDeposit({ intent: alone, wallet })).rejects.toThrow(/originMetaTxn.contract: is /)
  const { amounts } = await recoverDeposit({ intent: alone, wallet, contracts: sets })
  expect(amounts).toEqual([{ token: tokens.usdc, amount: 200_000_000n }])

  // Half payments go back when refunds begin.
  await passTime(devnet, harbor, 2 * 3_600)
  await seenHead(devnet, after.app.world.chains.get(harbor)!)
  expect((await finished(after, short.intentId)).status).toBe('FAILED')
  const { refundTransaction } = await proven(after, short, 'FAILED')
  expect(refundTransaction).toMatchObject({ status: 'SUCCEEDED', tokenAmount: 100_000_000n })
}

const slice0 = (data: Hex | undefined): Hex => `0x${(data ?? '0x0').slice(2, 66)}`

test(
  'intents of the old contracts settle, are refunded, recovered, booked and proven after the new ones are deployed',
  everyEnd,
)
