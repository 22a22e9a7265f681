import { expect, onTestFinished } from 'vitest'
import { rpc } from '../../src/devnet/rpc.ts'
import { balance, deposit, finished, native, passTime, seenHead, summit, tokens } from '../e2e/setup.ts'
import { addWallet } from './addWallet.ts'
import {
  amountsOf,
  type Console,
  committed,
  eventually,
  expectAccessible,
  openContext,
  openPage,
  picture,
} from './setup.ts'

/** When these stories' service refunds. */
export const refundAfterMs = 20 * 60_000
/** Code that refuses every call and payment. */
const refusesAll = '0x60006000fd'

/**
 * Both are paid after their batch has expired. One is refunded as soon as the chain allows; the owner of the other
 * refuses it, so it stays, and the page says where until the owner takes it out.
 */
export async function lateAndHeld(service: Console): Promise<void> {
  const { devnet, browser, app, client } = service
  const [lateOwner, stuckOwner] = [devnet.accounts[2]!, devnet.accounts[8]!]
  const context = await openContext(browser)
  // No later story needs this chain's clock.
  const { rpcUrl } = devnet.chains.find(({ id }) => id === summit)!
  onTestFinished(() => rpc(rpcUrl, 'anvil_setCode', [stuckOwner.address, '0x']))
  const before = await balance(devnet, summit, tokens.usdc, lateOwner.address)
  const late = await committed(service, 2, { originChainId: summit, originTokenAmount: 40_000_000n })
  const ether = { originTokenAddress: native, destinationTokenAddress: native, originTokenAmount: 10n ** 17n }
  const stuck = await committed(service, 8, { originChainId: summit, ...ether })
  await addWallet(context, service, stuckOwner, summit)
  const first = await openPage(context, `${app.url}/i/${late.intentId}`)
  const second = await openPage(context, `${app.url}/i/${stuck.intentId}`)
  await passTime(devnet, summit, refundAfterMs / 1_000 - 45)
  const hashes = [await deposit(devnet, lateOwner, late), await deposit(devnet, stuckOwner, stuck)]
  // Before the service is told: it refunds by the chain's clock, however slow this machine is.
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
  // A refund that a node refused waits for a new block: mine some, as others would. This does not turn the chain's
  // clock, so later stories' quotes are not too late on it.
  const statusOf = async () => {
    await rpc(rpcUrl, 'evm_mine', [])
    await app.world.store.intents.wake([stuck.intentId], app.world.clock.nowMs())
    return (await client.getIntentReceipt({ intentId: stuck.intentId })).intentReceipt.status
  }
  await eventually(statusOf).toBe('FAILED')
  await second.page.locator('.eyebrow .pill.act').waitFor()
  expect(await second.page.locator('h1.hero').innerText()).toMatch(/0\.1\sETH rest at/)
  const rests = await balance(devnet, summit, native, stuck.originIntentAddress)
  expect(await amountsOf(second.page)).toEqual([rests])
  await picture(second.page, 'held')
  await expectAccessible(second.page)
  await rpc(rpcUrl, 'anvil_setCode', [stuckOwner.address, '0x'])
  const poor = await balance(devnet, summit, native, stuckOwner.address)
  await second.page.getByRole('button', { name: 'Take out with Outside Wallet' }).click()
  await second.page.getByText('are back.').waitFor()
  expect(await balance(devnet, summit, native, stuck.originIntentAddress)).toBe(0n)
  // Minus the owner's gas, below a thousandth of the refund.
  expect((await balance(devnet, summit, native, stuckOwner.address)) - poor).toBeGreaterThan((rests * 999n) / 1_000n)
  expect([...first.said, ...second.said]).toEqual([])
}
