import { erc20Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import { encodeCall } from '../../src/evm/encodeCall.ts'
import type { Address } from '../../src/interface/fields.ts'
import type { Intent } from '../../src/interface/intentShapes.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import { ends, sumOf } from './books.ts'
import { giveBack } from './runAsStranger.ts'
import { fillDeposits } from './scripted/scriptedProviders.ts'
import { setTokenBalance } from './scripted/tokens.ts'
import { addresses, blockMs, owner, relayer, usdc, useBench } from './setup.ts'
import { deployWallet, takeOut } from './takeOut.ts'

/** Large enough that a block is final only under four others. */
const deep = { originTokenAmount: usdc(2_000) }

const bench = useBench()

describe('the fill, at a wallet that a stranger has deployed', () => {
  /** The batch is sent but unmined; then a reorg removes the fill. */
  async function loseFill(arrange: (intent: Intent) => Promise<void>): Promise<Intent> {
    bench.setFilling(false)
    bench.island.withhold(({ from }) => from === relayer)
    const intent = await bench.startUntil('awaitBridge', deep)
    await arrange(intent)
    await bench.pass(6 * blockMs)
    fillDeposits(bench.harbor, bench.island, addresses.filler, new Set())
    await bench.until(intent, 'awaitDestination')
    bench.island.reorg(1)
    return intent
  }
  const deployed = async (intent: Intent) =>
    void deployWallet(bench.island, (await bench.record(intent)).plan.destination!)

  const giveBackTo = async (intent: Intent) => giveBack(bench, (await bench.record(intent)).plan.bridge!.inputAmount)

  test('it is waited for again, and delivered when it comes', async () => {
    const intent = await loseFill(deployed)
    await bench.until(intent, 'awaitBridge', 60_000)
    fillDeposits(bench.harbor, bench.island, addresses.filler, new Set())
    bench.island.withhold(() => false)
    await ends(bench, intent, 'succeeded')
  })

  test('it never comes again: the bridge gives the value back, and nothing is said to be held', async () => {
    const intent = await loseFill(deployed)
    const { plan } = await bench.until(intent, 'awaitBridge', 60_000)
    await bench.clock.leap(Number(plan.destination!.refundAt) * 1_000 - bench.clock.nowMs())
    await giveBackTo(intent)
    await ends(bench, intent, 'bridgeRefunded')
  })

  test('its owner has moved dust there, so that nobody can tell: nothing is held all the same', async () => {
    const intent = await loseFill(async (one) => {
      setTokenBalance(bench.island.state(), addresses.dai, one.destinationIntentAddress!, 1n)
      await takeOut(bench, one, 'destination', { tokens: [addresses.dai] })
    })
    const { plan } = await bench.record(intent)
    await bench.clock.leap(Number(plan.destination!.refundAt) * 1_000 - bench.clock.nowMs())
    await bench.until(intent, 'refund')
    await bench.until(intent, 'awaitBridge')
    await giveBackTo(intent)
    await bench.until(intent, 'bridgeRefunded')
    expect((await bench.receipt(intent)).status).toBe('FAILED')
  })
})

describe('the deposit', () => {
  const withhold = (...who: Address[]) => bench.harbor.withhold(({ from }) => who.includes(from))

  /** The worker looks again at the next block: what reappears at once was never seen to be gone. */
  async function reorgUnseen(transactions: 'forgotten' | 'pooled', arrange = () => {}): Promise<void> {
    bench.harbor.fail((method) => (method === 'health' ? { is: 'down' } : undefined))
    bench.harbor.reorg(1, transactions)
    arrange()
    await bench.pass(blockMs)
    bench.harbor.fail(() => undefined)
  }

  /** Two payments; only the announced one is mined again. */
  async function losePart(): Promise<Intent> {
    const intent = await bench.commit(deep)
    const { amount } = intent.depositTransaction
    const args = [intent.originIntentAddress, usdc(500)] as const
    const data = encodeCall({ abi: erc20Abi, functionName: 'transfer', args })
    withhold(relayer)
    bench.harbor.send({ from: addresses.stranger, to: addresses.usdc, data })
    await bench.execute(intent, { depositTransactionHash: bench.deposit(intent, amount - usdc(500)) })
    await bench.until(intent, 'awaitOrigin')
    withhold(relayer, addresses.stranger)
    await reorgUnseen('pooled')
    return intent
  }

  async function expectCarriedOut(intent: Intent): Promise<void> {
    withhold()
    await ends(bench, intent, 'succeeded')
    expect(sumOf(await bench.ledger(intent), 'originIntent', 'deposit')).toBe(intent.depositTransaction.amount)
  }

  test('native and unannounced, at a wallet that a stranger has deployed: one run is paid for in vain', async () => {
    withhold(relayer)
    const native = { originTokenAddress: nativeToken, originTokenAmount: 10n ** 18n }
    const intent = await bench.commit({ ...native, fundMethod: 'DIRECT_TRANSFER' })
    deployWallet(bench.harbor, (await bench.record(intent)).plan.origin)
    await bench.pass(blockMs)
    bench.deposit(intent)
    await bench.until(intent, 'awaitOrigin')
    bench.harbor.reorg(1)
    await bench.until(intent, 'awaitDeposit', 60_000)
    withhold()
    await bench.until(intent, 'lapsed')
    expect(await bench.store.attempts.ofLeg(intent.intentId, 'origin')).toHaveLength(1)
  })

  test('a part of it, while the transaction that was announced is mined again', async () => {
    const intent = await losePart()
    await bench.until(intent, 'awaitDeposit', 60_000)
    await expectCarriedOut(intent)
  })

  test('a part of it, and the batch ran in vain without it: it is not sent again until the rest is there', async () => {
    const intent = await losePart()
    const { code } = bench.harbor.chain
    // At the newest block: until its batch has run in vain, the intent does not notice the reorg.
    bench.harbor.chain.code = async (address, at) => {
      const { number } = await bench.harbor.chain.head()
      if (at?.quorum && at.block === number) throw new Error('no quorum')
      return code(address, at)
    }
    withhold(addresses.stranger)
    await bench.until(intent, 'awaitDeposit', 5 * 60_000)
    expect(await bench.store.attempts.ofLeg(intent.intentId, 'origin')).toHaveLength(1)
    await expectCarriedOut(intent)
  })

  test('mined again, it reverts: the intent waits for another and lapses', async () => {
    withhold(relayer)
    const intent = await bench.startUntil('awaitOrigin', deep)
    await reorgUnseen('pooled', () => setTokenBalance(bench.harbor.state(), addresses.usdc, owner, 0n))
    await bench.until(intent, 'awaitDeposit', 60_000)
    withhold()
    await bench.until(intent, 'lapsed', 90 * 60_000)
    expect((await bench.receipt(intent)).depositTransaction.statusReason).toMatch(/^DEPOSIT_REVERTED: /)
  })
})
