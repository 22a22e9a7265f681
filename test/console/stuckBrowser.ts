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

/** So soon the service of these stories sends back. */
export const refundAfterMs = 20 * 60_000
/** Code that refuses whatever is called or sent. */
const refusesAll = '0x60006000fd'

/**
 * Both are paid when their batch cannot run any more. One goes back as soon as the chain allows it; the owner of the other takes nothing, so
 * it rests, and the page says where until its owner takes it out.
 */
export async function lateAndHeld(service: Console): Promise<void> {
  const { devnet, browser, app, client } = service
  const [lateOwner, stuckOwner] = [devnet.accounts[2]!, devnet.accounts[8]!]
  const context = await openContext(browser)
  // A chain whose clock no story after this one needs.
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
  // The owner paid the gas of it, which is less than a thousandth of what came back.
  expect((await balance(devnet, summit, native, stuckOwner.address)) - poor).toBeGreaterThan((rests * 999n) / 1_000n)
  expect([...first.said, ...second.said]).toEqual([])
}
