import { expect, onTestFinished } from 'vitest'
import { rpc } from '../../src/devnet/rpc.ts'
import type { Hex } from '../../src/interface/fields.ts'
import { deposit, finished, summit } from '../e2e/setup.ts'
import {
  amountsOf,
  type Console,
  committed,
  eventually,
  expectAccessible,
  heldBy,
  openContext,
  openPage,
} from './setup.ts'

type Pooled = { to: Hex; value: Hex; input: Hex; nonce: Hex; maxFeePerGas: Hex; blockNumber: Hex | null } | null

/**
 * A chain makes no blocks, so the service's transaction stays in the pool. On the board, the operator raises its fee,
 * then cancels it; with blocks again the cancellation is mined, the service resends the step, and the money arrives.
 * The service has one signer, account 9.
 */
export async function operatorReplaces(service: Console): Promise<void> {
  const { devnet, browser, app, client } = service
  const [user, signer] = [devnet.accounts[2]!, devnet.accounts[9]!]
  const { rpcUrl } = devnet.chains.find(({ id }) => id === summit)!
  const pooled = (hash: string) => rpc<Pooled>(rpcUrl, 'eth_getTransactionByHash', [hash])
  const context = await openContext(browser)
  onTestFinished(() => rpc(rpcUrl, 'evm_setAutomine', [true]))
  const intent = await committed(service, 2, { originChainId: summit, originTokenAmount: 55_000_000n })
  const before = await heldBy(service, user, summit)
  const depositTransactionHash = await deposit(devnet, user, intent)
  await rpc(rpcUrl, 'evm_setAutomine', [false])
  const watched = await openPage(context, `${app.url}/i/${intent.intentId}`)
  await client.executeIntent({ intentId: intent.intentId, depositTransactionHash })
  const { page, said } = await openPage(context, `${app.url}/console/operator`)
  await page.getByLabel('Token or operator secret').fill(app.operatorSecret!)
  await page.getByRole('button', { name: 'Open' }).click()
  const lane = page.locator('section[aria-labelledby="signers"] tbody tr', { hasText: 'Summit' })
  const replace = lane.getByRole('button', { name: /^Replace nonce \d+ on Summit$/ })
  await replace.waitFor()
  await page.getByText(/^A transaction on Summit is in no block for/).waitFor()
  // The service's first transaction is there too, mined.
  const titleOf = async () =>
    (await lane
      .locator('.row', { has: page.getByRole('button', { name: /^Replace / }) })
      .locator('.addr')
      .getAttribute('title')) ?? ''
  const first = await titleOf()
  const sent = (await pooled(first))!
  expect(sent.blockNumber).toBeNull()
  await expectAccessible(page)
  await replace.click()
  await lane.getByText(/replaced once/).waitFor()
  const second = await titleOf()
  const raised = (await pooled(second))!
  // The same call and nonce with a higher fee; the pool dropped the previous one.
  expect(raised).toMatchObject({ to: sent.to, input: sent.input, nonce: sent.nonce, blockNumber: null })
  expect(BigInt(raised.maxFeePerGas)).toBeGreaterThan(BigInt(sent.maxFeePerGas))
  expect(await pooled(first)).toBeNull()
  await lane.getByRole('button', { name: /^Cancel nonce \d+ on Summit$/ }).click()
  await lane.getByText(/replaced twice/).waitFor()
  const third = await titleOf()
  const cancelled = (await pooled(third))!
  expect(cancelled).toMatchObject({ to: signer.address.toLowerCase(), value: '0x0', input: '0x', nonce: sent.nonce })
  expect(await pooled(second)).toBeNull()
  const audit = page.locator('section[aria-labelledby="audit"] tbody')
  await eventually(async () =>
    (await audit.innerText()).match(/transaction\.replace.*cancels (true|false)/g),
  ).toHaveLength(2)
  await rpc(rpcUrl, 'evm_mine', [])
  await rpc(rpcUrl, 'evm_setAutomine', [true])
  // A cancelled step is resent once the cancellation is final, and these chains make no blocks by themselves.
  await rpc(rpcUrl, 'anvil_mine', ['0xc', '0x1'])
  expect((await pooled(third))!.blockNumber).not.toBeNull()
  const receipt = await finished({ client }, intent.intentId)
  expect(receipt.status).toBe('SUCCEEDED')
  await replace.waitFor({ state: 'detached' })
  await watched.page.locator('.eyebrow .pill.ok').waitFor()
  const after = await heldBy(service, user, summit)
  expect(await amountsOf(watched.page)).toEqual([before.here - after.here, after.there - before.there])
  // Someone who watched the intent finds the step's first transaction, folded.
  await watched.page.locator(`.attempts .addr[title="${first}"]`).first().waitFor({ state: 'attached' })
  expect([...said, ...watched.said]).toEqual([])
}
