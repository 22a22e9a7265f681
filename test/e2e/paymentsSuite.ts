import { erc20Abi, type Hex } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { rpc } from '../../src/devnet/rpc.ts'
import { refundQuotes } from '../../src/engine/work/refundQuotes.ts'
import { limits } from '../../src/interface/limits.ts'
import type { Response } from '../../src/interface/operations.ts'
import {
  balance,
  committed,
  deposit,
  finished,
  harbor,
  island,
  passTime,
  passTimeForAll,
  quoted,
  type Service,
  seenHead,
  summit,
  tokens,
  walletOf,
} from './setup.ts'

const { executeWithinMs, quoteLifeMs } = limits
const refundAfterMs = 60 * 60_000

type Quoted = Response<'QuoteIntent'>['intent']

/** Payments that come late, or for quotes that nobody committed. They move the time. */
export function paymentsSuite(service: Service): void {
  beforeAll(() => passTimeForAll(service, 0))

  const pay = (userIndex: number, intent: Quoted): Promise<Hex> =>
    deposit(service.devnet, service.devnet.accounts[userIndex]!, intent)

  const until = (isDone: () => Promise<boolean>) => expect.poll(isDone, { interval: 100 }).toBe(true)

  describe('a committed intent that is paid is never called unpaid', () => {
    test('ExecuteIntent never comes: it is carried out when the time to execute is over', async () => {
      const intent = await committed(service, 0)
      const txnHash = await pay(0, intent)
      await passTimeForAll(service, executeWithinMs)
      const receipt = await finished(service, intent.intentId)
      expect(receipt.status).toBe('SUCCEEDED')
      expect(receipt.depositTransaction).toMatchObject({
        status: 'SUCCEEDED',
        txnHash,
        fromAddress: service.devnet.accounts[0]!.address,
      })
    })

    test('ExecuteIntent comes late with the mined hash: it is told the status, not to pay again', async () => {
      const intent = await committed(service, 1)
      const depositTransactionHash = await pay(1, intent)
      await passTimeForAll(service, executeWithinMs)
      const late = await service.client.executeIntent({ intentId: intent.intentId, depositTransactionHash })
      expect(['EXECUTING', 'SUCCEEDED']).toContain(late.intentStatus)
      expect((await finished(service, intent.intentId)).status).toBe('SUCCEEDED')
    })

    test('DIRECT_TRANSFER: the payment starts it, and ExecuteIntent is allowed and not needed', async () => {
      const { client } = service
      const intent = await quoted(service, 2, { fundMethod: 'DIRECT_TRANSFER' })
      const { intentId } = intent
      await client.commitIntent({ intent })
      await pay(2, intent)
      await until(async () => (await client.getIntent({ intentId })).intent.status !== 'COMMITTED')
      expect(['EXECUTING', 'SUCCEEDED']).toContain((await client.executeIntent({ intentId })).intentStatus)
      const { status, summary } = await finished(service, intentId)
      expect(status).toBe('SUCCEEDED')
      const tookMs = Date.parse(summary.startedAt!) - Date.parse(intent.createdAt)
      expect(tookMs).toBeLessThan(executeWithinMs)
    })
  })

  describe('money at the address of a quote that nobody committed', () => {
    test.each([
      ['the quoted token', 3, tokens.usdc, 200_000_000n, /^LATE: the quote was paid and never committed/],
      // No way from USDC to USDC leads through it. One through DAI may be the best.
      ['another listed token', 4, tokens.wbtc, 100_000n, /^WRONG_TOKEN: 100000 base units of WBTC/],
    ] as const)('%s: found, listed as recoverable, sent back, never deleted', async (_, user, token, amount, says) => {
      const { client, devnet, app } = service
      const owner = devnet.accounts[user]!
      const before = await balance(devnet, harbor, token, owner.address)
      const intent = await quoted(service, user)
      const { intentId, originIntentAddress } = intent
      const args = [originIntentAddress, amount] as const
      await walletOf(devnet, harbor, owner).writeContract({
        address: token,
        abi: erc20Abi,
        functionName: 'transfer',
        args,
      })
      // Final for any value before the first look, whoever takes it: the sweep of the service, once a minute, or this test.
      await rpc(devnet.chains.find(({ id }) => id === harbor)!.rpcUrl, 'anvil_mine', ['0x20'])
      await seenHead(devnet, app.world.chains.get(harbor)!)
      await passTimeForAll(service, quoteLifeMs)
      await expect(client.commitIntent({ intent })).rejects.toMatchObject({ error: 'QuoteExpired' })
      await refundQuotes(app.world)
      const ask = { byOwnerAddress: owner.address, onlyRecoverable: true, includeBalances: true }
      // No batch names the other token: it goes back at once. The quoted one waits until anyone may refund.
      if (token === tokens.usdc) {
        await until(async () => (await client.getIntentHistory(ask)).intents.length > 0)
        const [listed] = (await client.getIntentHistory(ask)).intents
        expect(listed).toMatchObject({ intentId, hasBalance: true, balances: [{ tokenAddress: token, amount }] })
        expect(listed?.receipt.depositTransaction.statusReason).toMatch(says)
        await passTimeForAll(service, refundAfterMs)
      }
      const receipt = await finished(service, intentId)
      expect(receipt).toMatchObject({
        status: 'FAILED',
        refundTransaction: { status: 'SUCCEEDED', tokenAddress: token, tokenAmount: amount },
      })
      expect(receipt.refundTransaction?.statusReason).toMatch(says)
      expect(await balance(devnet, harbor, token, owner.address)).toBe(before)
      expect((await client.getIntentHistory(ask)).intents).toEqual([])
      expect((await client.getIntent({ intentId })).intent.status).toBe('FAILED')
    })
  })

  test('paid after the last moment of the batch: sent back as soon as anyone may, and the receipt says LATE', async () => {
    const { client, devnet, app } = service
    const owner = devnet.accounts[5]!
    const before = await balance(devnet, summit, tokens.usdc, owner.address)
    const intent = await committed(service, 5, { originChainId: summit, destinationChainId: island })
    const { intentId } = intent
    await passTime(devnet, summit, refundAfterMs / 1_000 - 45)
    const depositTransactionHash = await pay(5, intent)
    await seenHead(devnet, app.world.chains.get(summit)!)
    await client.executeIntent({ intentId, depositTransactionHash })
    const isRefunded = async () =>
      (await client.getIntentReceipt({ intentId })).intentReceipt.refundTransaction !== undefined
    await until(isRefunded)
    await passTime(devnet, summit, 120)
    const receipt = await finished(service, intentId)
    expect(receipt.status).toBe('FAILED')
    expect(receipt.depositTransaction).toMatchObject({ status: 'SUCCEEDED', txnHash: depositTransactionHash })
    expect(receipt.refundTransaction).toMatchObject({ status: 'SUCCEEDED', tokenAmount: 200_000_000n })
    expect(receipt.refundTransaction?.statusReason).toMatch(/^LATE: /)
    expect(await balance(devnet, summit, tokens.usdc, owner.address)).toBe(before)
  })

  test('every receipt of these stories can be rebuilt from the chains', async () => {
    expect(await service.expectReceipts()).toBeGreaterThanOrEqual(6)
  })
}
