import { erc20Abi, hexToBigInt } from 'viem'
import { expect, test } from 'vitest'
import { encodeCall } from '../../src/evm/encodeCall.ts'
import { placeholder } from '../../src/intents/wallet.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import { ends, sumOf } from './books.ts'
import { runAsStranger } from './runAsStranger.ts'
import { setSlip, setVaultAsset, vaultAbi } from './scripted/markets.ts'
import { addresses, harborId, islandId, owner, relayer, usdc, useBench } from './setup.ts'
import { deployWallet } from './takeOut.ts'

const bench = useBench()

test('the recipient has what was promised, and the receipt, the books and the chain agree on it', async () => {
  const intent = await bench.start()
  await ends(bench, intent, 'succeeded')
  const got = bench.balance(bench.island, addresses.usdc, addresses.recipient)
  const { status, destinationTransaction, refundTransaction, summary } = await bench.receipt(intent)
  expect(status).toBe('SUCCEEDED')
  expect(got).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
  expect(destinationTransaction).toMatchObject({ status: 'SUCCEEDED', chainId: islandId, tokenAmount: got })
  expect(refundTransaction).toBeUndefined()
  expect(summary.finishedAt).toBeDefined()
  const entries = await bench.ledger(intent)
  expect(sumOf(entries, 'recipient', 'delivery')).toBe(got)
  expect(sumOf(entries, 'originIntent', 'deposit')).toBe(intent.depositTransaction.amount)
  expect(bench.failures).toEqual([])
})

test('a stranger deploys the wallet, so the bridge pays wrapped: what is unwrapped is delivered once', async () => {
  const coin = { originTokenAddress: nativeToken, destinationTokenAddress: nativeToken, originTokenAmount: 10n ** 17n }
  const intent = await bench.commit(coin)
  const { plan } = await bench.record(intent)
  deployWallet(bench.island, plan.destination!)
  await bench.pass(4_000)
  await bench.execute(intent, { depositTransactionHash: bench.deposit(intent) })
  await ends(bench, intent, 'succeeded')
  const got = bench.balance(bench.island, nativeToken, addresses.recipient)
  expect((await bench.receipt(intent)).summary.destinationTokenAmount).toBe(got)
  expect(sumOf(await bench.ledger(intent), 'recipient', 'delivery')).toBe(got)
})

test('one node invents native token while the others do not answer: nothing of it is booked', async () => {
  const coin = { originTokenAddress: nativeToken, destinationTokenAddress: nativeToken, originTokenAmount: 10n ** 17n }
  const intent = await bench.commit(coin)
  const chain = bench.world.chains.get(harborId)!
  const { balance } = chain
  let refusedUntilMs: number | undefined
  let isPaid = false
  const lying: typeof balance = async (token, holder, options = {}) => {
    const held = await balance(token, holder, options)
    if (holder !== intent.originIntentAddress) return held
    const isEmpty = bench.balance(bench.harbor, token, holder) === 0n
    isPaid ||= !isEmpty
    if (!isPaid || !isEmpty) return held
    refusedUntilMs ??= bench.clock.nowMs() + 30_000
    if (options.quorum && bench.clock.nowMs() < refusedUntilMs) throw new Error('no quorum')
    return held + (options.quorum ? 0n : 10n ** 22n)
  }
  Object.assign(chain, { balance: lying })
  await bench.execute(intent, { depositTransactionHash: bench.deposit(intent) })
  await bench.until(intent, 'succeeded')
  expect((await bench.ledger(intent)).filter(({ amount }) => amount >= 10n ** 22n)).toEqual([])
  expect(refusedUntilMs).toBeDefined()
})

test.each([
  ['native token', nativeToken, { originTokenAddress: addresses.weth, originTokenAmount: 10n ** 17n }],
  ['USDC', addresses.usdc, { originTokenAmount: usdc(200), destinationTokenAddress: addresses.dai }],
])(
  'a stranger adds %s beside the fill: the receipt tells both payments apart, and the rest went to the owner',
  async (_what, token, ask) => {
    const { island } = bench
    // What is worth most there is what crosses.
    if (token === nativeToken) bench.setRate(nativeToken, addresses.usdc, 1.01)
    const intent = await bench.commit(ask)
    const wallet = intent.destinationIntentAddress!
    const { tokenAddress, minAmount } = intent.destinationPrecondition!
    expect(tokenAddress).toBe(token)
    const data = encodeCall({ abi: erc20Abi, functionName: 'transfer', args: [wallet, minAmount] })
    island.withhold(({ from }) => from === relayer)
    await bench.execute(intent, { depositTransactionHash: bench.deposit(intent) })
    for (let i = 0; i < 60 && bench.balance(island, token, wallet) === 0n; i++) await bench.pass(1_000)
    const gift =
      token === nativeToken
        ? island.send({ from: addresses.stranger, to: wallet, value: minAmount })
        : island.send({ from: addresses.stranger, to: token, data })
    for (let i = 0; i < 60 && bench.balance(island, token, wallet) === minAmount; i++) await bench.pass(1_000)
    island.withhold(() => false)
    await ends(bench, intent, 'succeeded')
    const { moves = [] } = await bench.receipt(intent)
    const arrived = moves.filter(({ to, why }) => to === 'destinationIntent' && why !== 'swap')
    expect(arrived.map(({ amount }) => amount)).toEqual([minAmount, minAmount])
    expect(arrived.map(({ txnHash }) => txnHash)).toContain(gift)
    expect(new Set(arrived.map(({ txnHash }) => txnHash)).size).toBe(2)
    expect(moves).toContainEqual(
      expect.objectContaining({ from: 'destinationIntent', to: 'owner', tokenAddress: token, amount: minAmount }),
    )
  },
)

test('a batch that ends in a call is never open to strangers; one that ends in a payment is, for a while', async () => {
  const call = encodeCall({ abi: vaultAbi, functionName: 'deposit', args: [hexToBigInt(placeholder), owner] })
  setVaultAsset(bench.island.state(), addresses.vault, addresses.usdc)
  const called = await bench.quote({ destinationToAddress: addresses.vault, destinationCallData: call })
  const closed = (await bench.record(called)).plan.destination!
  expect(closed.openAt).toBeGreaterThanOrEqual(closed.refundAt)
  const open = (await bench.record(await bench.quote())).plan.destination!
  expect(open.openAt).toBeLessThan(open.refundAt)
})

test('the call failed: the owner is paid on the destination chain', async () => {
  const call = encodeCall({ abi: vaultAbi, functionName: 'deposit', args: [hexToBigInt(placeholder), owner] })
  setVaultAsset(bench.island.state(), addresses.vault, addresses.usdc)
  const intent = await bench.commit({ destinationToAddress: addresses.vault, destinationCallData: call })
  setVaultAsset(bench.island.state(), addresses.vault, nativeToken)
  const before = bench.balance(bench.island, addresses.usdc, owner)
  await bench.execute(intent, { depositTransactionHash: bench.deposit(intent) })
  await ends(bench, intent, 'paidOnDestination')
  const paid = bench.balance(bench.island, addresses.usdc, owner) - before
  const { status, destinationTransaction, refundTransaction } = await bench.receipt(intent)
  expect(status).toBe('FAILED')
  expect(paid).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
  expect(destinationTransaction?.statusReason).toMatch(/^DESTINATION_CALL: .*the vault is closed/)
  // It names the call of the request, by which its author finds it.
  expect(destinationTransaction?.statusReason).toContain(`call ${call.slice(0, 10)} to ${addresses.vault}: `)
  expect(refundTransaction).toMatchObject({ status: 'SUCCEEDED', chainId: islandId, tokenAmount: paid })
})

test('the swap failed: the owner is paid in the token that arrived', async () => {
  const intent = await bench.commit({ destinationTokenAddress: addresses.dai })
  setSlip(bench.island.state(), addresses.pool, 3_000)
  const before = bench.balance(bench.island, addresses.usdc, owner)
  await bench.execute(intent, { depositTransactionHash: bench.deposit(intent) })
  await ends(bench, intent, 'paidOnDestination')
  const paid = bench.balance(bench.island, addresses.usdc, owner) - before
  expect(paid).toBeGreaterThan(0n)
  expect(await bench.leg(intent, 'refund')).toMatchObject({ tokenAddress: addresses.usdc, tokenAmount: paid })
})

test('a stranger ran it before ours was mined: it is delivered once', async () => {
  const intent = await bench.start()
  bench.island.withhold(({ from }) => from === relayer)
  await bench.until(intent, 'awaitDestination')
  const hash = await runAsStranger(bench, intent, 'destination')
  await bench.pass(2_000)
  bench.island.withhold(() => false)
  await ends(bench, intent, 'succeeded')
  expect((await bench.leg(intent, 'destination'))?.txnHash).toBe(hash)
})
