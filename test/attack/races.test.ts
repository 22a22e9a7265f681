import { decodeFunctionData, type Hex } from 'viem'
import { afterAll, expect, test } from 'vitest'
import type { App } from '../../src/app/startApp.ts'
import { causewayContracts } from '../../src/chains/contracts/abi/addresses.ts'
import { intentGuestAbi } from '../../src/chains/contracts/abi/IntentGuest.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import { encodeDeployAndExecute } from '../../src/intents/wallet.ts'
import { createClient } from '../../src/sdk/client.ts'
import { resetDevnet } from '../devnet/setup.ts'
import {
  balance,
  deposit,
  finished,
  fromTo,
  harbor,
  signDeposit,
  startServiceOn,
  tokens,
  walletOf,
} from '../e2e/setup.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { useForAll } from '../useParts.ts'
import { committedSwap, explained, hastyEngine, targetOf, urlOf } from './setup.ts'

/** Whoever watches the mempool is always first. Blocks are mined by hand where somebody wants to be in front of the service. */
const { guest, entrypoint } = causewayContracts

const database = useForAll(freshDatabase)
const devnet = useForAll(resetDevnet)
let app: App | undefined

const stranger = () => walletOf(devnet, harbor, devnet.accounts[9]!)

afterAll(() => app?.stop())

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

test('a grant copied from the mempool and shown first is for its relayer and nobody else', async () => {
  await holdBlocks()
  app = await startServiceOn(devnet, database.url, { engine: hastyEngine })
  const client = createClient({ url: app.url })
  const [pass] = await pooled(guest, (input) => functionOf(input).functionName === 'submitGrant')
  const copied = await mineAhead(pass!, pass!.input, guest)
  expect((await stranger().getTransactionReceipt({ hash: copied })).status).toBe('success')
  expect((await stranger().waitForTransactionReceipt({ hash: pass!.hash })).status).toBe('reverted')
  const intent = await committedSwap(client, devnet.accounts[0]!)
  const hash = await deposit(devnet, devnet.accounts[0]!, intent)
  const { config, batch } = targetOf(intent.originMetaTxn)
  const early = await stranger()
    .call({ account: stranger().account, to: guest, data: encodeDeployAndExecute(config, batch, 'strictly') })
    .catch((error) => error)
  expect(explained(early)).toMatch(/^NotGranted\(/)
  await client.executeIntent({ intentId: intent.intentId, depositTransactionHash: hash })
  expect((await finished({ client }, intent.intentId)).status).toBe('SUCCEEDED')
})

test('a gasless deposit that a stranger submits first is used, and paid once', async () => {
  const client = createClient({ url: app!.url })
  const user = devnet.accounts[1]!
  const ask = {
    ownerAddress: user.address,
    ...fromTo([harbor, tokens.usdc, 100_000_000n], [harbor, tokens.weth]),
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
