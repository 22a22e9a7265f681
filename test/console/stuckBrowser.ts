import { expect } from 'vitest'
import { rpc } from '../../src/devnet/rpc.ts'
import { createClient } from '../../src/sdk/client.ts'
import {
  balance,
  deposit,
  finished,
  harbor,
  island,
  native,
  passTime,
  seenHead,
  startServiceOn,
  summit,
  tokens,
} from '../e2e/setup.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { addWallet } from './addWallet.ts'
import { type Console, expectAccessible, openPage, patienceMs, picture } from './setup.ts'

const refundAfterMs = 20 * 60_000
/** Code that refuses whatever is called or sent. */
const refusesAll = '0x60006000fd'

const amountsIn = (page: Awaited<ReturnType<typeof openPage>>['page']) =>
  page.locator('h1.hero data').evaluateAll((found) => found.map((one) => BigInt((one as HTMLDataElement).value)))

/**
 * Both are paid when their batch cannot run any more. One goes back as soon as the chain allows it; the owner of the other takes nothing, so
 * it rests, and the page says where until its owner takes it out.
 */
export async function lateAndHeld(service: Console): Promise<void> {
  const { devnet, browser } = service
  const [lateOwner, stuckOwner] = [devnet.accounts[2]!, devnet.accounts[8]!]
  const database = await freshDatabase()
  // A chain whose clock no other story needs, and a key of its own: the suite's service works with the others.
  const own = { signers: { privateKeys: [devnet.accounts[9]!.privateKey] }, engine: { refundAfterMs } }
  const app = await startServiceOn(devnet, database.url, own, service.pages)
  const context = await browser.newContext()
  const { rpcUrl } = devnet.chains.find(({ id }) => id === summit)!
  try {
    const client = createClient({ url: app.url })
    const committed = async (ownerAddress: `0x${string}`, token: `0x${string}`, originTokenAmount: bigint) => {
      const { intent } = await client.quoteIntent({
        ownerAddress,
        originChainId: summit,
        originTokenAddress: token,
        destinationChainId: island,
        destinationTokenAddress: token,
        originTokenAmount,
      })
      await client.commitIntent({ intent })
      return intent
    }
    const before = await balance(devnet, summit, tokens.usdc, lateOwner.address)
    const late = await committed(lateOwner.address, tokens.usdc, 40_000_000n)
    const stuck = await committed(stuckOwner.address, native, 10n ** 17n)
    await addWallet(context, service, stuckOwner, summit)
    const first = await openPage(context, `${app.url}/i/${late.intentId}`)
    const second = await openPage(context, `${app.url}/i/${stuck.intentId}`)
    await passTime(devnet, summit, refundAfterMs / 1_000 - 45)
    const hashes = [await deposit(devnet, lateOwner, late), await deposit(devnet, stuckOwner, stuck)]
    // Before anything is told to the service: it refunds when the chain's clock allows it, however slow this machine is.
    await rpc(rpcUrl, 'anvil_setCode', [stuckOwner.address, refusesAll])
    await seenHead(devnet, app.world.chains.get(summit)!)
    for (const [index, { intentId }] of [late, stuck].entries())
      await client.executeIntent({ intentId, depositTransactionHash: hashes[index] })
    for (const { page } of [first, second]) await page.getByText('are going back to').waitFor()
    await passTime(devnet, summit, 120)
    await finished({ client }, late.intentId)
    await first.page.locator('.eyebrow .pill.back').waitFor()
    expect(await first.page.locator('h1.hero').innerText()).toMatch(/too late.*All 40\sUSDC are back/s)
    expect(await balance(devnet, summit, tokens.usdc, lateOwner.address)).toBe(before)
    // A refund that a node refuses is in no block, and the next try waits for one: the chain goes on as others would make it. Its clock is
    // not turned: however often this asks, quotes of the stories after it are not too late on that chain.
    const statusOf = async () => {
      await rpc(rpcUrl, 'evm_mine', [])
      await app.world.store.intents.wake([stuck.intentId], app.world.clock.nowMs())
      return (await client.getIntentReceipt({ intentId: stuck.intentId })).intentReceipt.status
    }
    await expect.poll(statusOf, { timeout: patienceMs, interval: 1_000 }).toBe('FAILED')
    await second.page.locator('.eyebrow .pill.act').waitFor()
    expect(await second.page.locator('h1.hero').innerText()).toMatch(/0\.1\sETH rest at/)
    const rests = await balance(devnet, summit, native, stuck.originIntentAddress)
    expect(await amountsIn(second.page)).toEqual([rests])
    await picture(second.page, 'held')
    await expectAccessible(second.page)
    await rpc(rpcUrl, 'anvil_setCode', [stuckOwner.address, '0x'])
    const poor = await balance(devnet, summit, native, stuckOwner.address)
    await second.page.getByRole('button', { name: 'Take out with Outside Wallet' }).click()
    await second.page.getByText('are back.').waitFor()
    expect(await balance(devnet, summit, native, stuck.originIntentAddress)).toBe(0n)
    // The owner paid the gas of it, which is less than a thousandth of what came back.
    expect((await balance(devnet, summit, native, stuckOwner.address)) - poor).toBeGreaterThan((rests * 999n) / 1_000n)
    expect([...first.said, ...second.said]).toEqual([])
  } finally {
    await rpc(rpcUrl, 'anvil_setCode', [stuckOwner.address, '0x'])
    await context.close()
    await app.stop()
    await database.close()
  }
}

/** The page was opened while the service was there. It stops with the deposit at the intent address, and the owner takes it out. */
export async function serviceGone(service: Console): Promise<void> {
  const { devnet, browser } = service
  const owner = devnet.accounts[8]!
  const database = await freshDatabase()
  const app = await startServiceOn(devnet, database.url, { roles: { worker: false } }, service.pages)
  const context = await browser.newContext()
  let isStopped = false
  try {
    const client = createClient({ url: app.url })
    const { intent } = await client.quoteIntent({
      ownerAddress: owner.address,
      originChainId: harbor,
      originTokenAddress: tokens.usdc,
      destinationChainId: island,
      destinationTokenAddress: tokens.usdc,
      originTokenAmount: 60_000_000n,
    })
    await client.commitIntent({ intent })
    await addWallet(context, service, owner, harbor)
    const before = await balance(devnet, harbor, tokens.usdc, owner.address)
    const { page } = await openPage(context, `${app.url}/i/${intent.intentId}`)
    await page.getByText(/^Live, /).waitFor()
    await page.getByText('This page can take the money out even if the service stops now.').waitFor()
    await deposit(devnet, owner, intent)
    await app.stop()
    isStopped = true
    await page.getByText(/^Not live since/).waitFor()
    await page.getByRole('button', { name: 'with a wallet' }).click()
    await page.getByRole('button', { name: 'Take out with Outside Wallet' }).click()
    await page.getByText('are back.').waitFor()
    const [back] = await page
      .locator('section[aria-labelledby="recover"] [role="status"] data')
      .evaluateAll((found) => found.map((one) => BigInt((one as HTMLDataElement).value)))
    expect(back).toBe(60_000_000n)
    expect(await balance(devnet, harbor, tokens.usdc, owner.address)).toBe(before)
    expect(await balance(devnet, harbor, tokens.usdc, intent.originIntentAddress)).toBe(0n)
  } finally {
    await context.close()
    if (!isStopped) await app.stop()
    await database.close()
  }
}
