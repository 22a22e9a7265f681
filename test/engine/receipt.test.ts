import { encodeFunctionData, erc20Abi } from 'viem'
import { expect, test } from 'vitest'
import type { IntentReceipt } from '../../src/interface/receiptShapes.ts'
import { setSlip } from './scripted/markets.ts'
import { addresses, harborId, islandId, owner, relayer, usdc, useBench } from './setup.ts'

const bench = useBench()

/** Over all places, per token and chain: a receipt shows where everything went that it shows coming. */
function sums({ moves = [] }: IntentReceipt, place: string): Record<string, bigint> {
  const found: Record<string, bigint> = {}
  for (const { from, to, chainId, tokenAddress, amount } of moves) {
    const key = `${chainId} ${tokenAddress}`
    if (to === place) found[key] = (found[key] ?? 0n) + amount
    if (from === place) found[key] = (found[key] ?? 0n) - amount
  }
  return found
}

const amountsOf = ({ moves = [] }: IntentReceipt, why: string): bigint[] =>
  moves.filter((move) => move.why === why).map(({ amount }) => amount)

test('before the end the summary has what was quoted, after it what arrived', async () => {
  const intent = await bench.start()
  const before = await bench.receipt(intent)
  expect(before.summary).toMatchObject({ destinationTokenAmount: intent.quote.toAmount })
  expect(before.summary.arrived).toBeUndefined()
  await bench.until(intent, 'succeeded')
  const { summary, destinationTransaction, moves } = await bench.receipt(intent)
  const arrived = bench.balance(bench.island, addresses.usdc, addresses.recipient)
  expect(summary).toMatchObject({ destinationTokenAmount: arrived, originTokenAmount: usdc(200), arrived: true })
  expect(destinationTransaction?.tokenAmount).toBe(arrived)
  expect(moves).toContainEqual(
    expect.objectContaining({ from: 'destinationIntent', to: 'recipient', amount: arrived, why: 'delivery' }),
  )
  const receipt = await bench.receipt(intent)
  expect(Object.values({ ...sums(receipt, 'originIntent'), ...sums(receipt, 'destinationIntent') })).toEqual([0n, 0n])
  expect(amountsOf(receipt, 'gas')).toHaveLength(2)
})

test('a hash is pending until it is in a block', async () => {
  const intent = await bench.commit()
  bench.harbor.withhold(({ from }) => from === relayer || from === owner)
  const hash = bench.deposit(intent)
  await bench.execute(intent, { depositTransactionHash: hash })
  await bench.pass(6_000)
  const announced = (await bench.receipt(intent)).depositTransaction
  expect(announced).toMatchObject({ status: 'PENDING', pendingTxnHash: hash })
  expect(announced.txnHash).toBeUndefined()
  bench.harbor.withhold(({ from }) => from === relayer)
  await bench.until(intent, 'awaitOrigin')
  await bench.pass(6_000)
  const { depositTransaction, originTransaction } = await bench.receipt(intent)
  expect(depositTransaction).toMatchObject({ status: 'SUCCEEDED', txnHash: hash })
  expect(depositTransaction.pendingTxnHash).toBeUndefined()
  expect(originTransaction).toMatchObject({ status: 'RELAYED', pendingTxnHash: expect.stringMatching(/^0x/) })
  expect(originTransaction.txnHash).toBeUndefined()
  bench.harbor.withhold(() => false)
  await bench.until(intent, 'succeeded')
  expect((await bench.receipt(intent)).originTransaction.pendingTxnHash).toBeUndefined()
})

test('somebody else paid, in two parts and too much: who paid is named, and the rest went back', async () => {
  const intent = await bench.commit({ fundMethod: 'DIRECT_TRANSFER' })
  const pay = (amount: bigint) => {
    const args = [intent.originIntentAddress, amount] as const
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
    return bench.harbor.send({ from: addresses.stranger, to: addresses.usdc, data })
  }
  pay(usdc(150))
  const last = pay(usdc(57))
  await bench.until(intent, 'succeeded')
  const receipt = await bench.receipt(intent)
  expect(receipt.depositTransaction).toMatchObject({ fromAddress: addresses.stranger, txnHash: last })
  expect(receipt.summary.originTokenAmount).toBe(usdc(207))
  expect(amountsOf(receipt, 'deposit')).toEqual([usdc(150), usdc(57)])
  expect(amountsOf(receipt, 'leftover')).toEqual([usdc(7)])
  expect(sums(receipt, 'payer')).toEqual({ [`${harborId} ${addresses.usdc}`]: -usdc(207) })
})

test('a failure at which nothing arrived says 0, and what was paid came back', async () => {
  const intent = await bench.commit({
    destinationTokenAddress: addresses.dai,
    destinationChainId: harborId,
    options: {},
  })
  setSlip(bench.harbor.state(), addresses.pool, 3_000)
  await bench.execute(intent, { depositTransactionHash: bench.deposit(intent) })
  await bench.until(intent, 'refunded')
  const receipt = await bench.receipt(intent)
  expect(receipt.summary).toMatchObject({ destinationTokenAmount: 0n, originTokenAmount: usdc(200) })
  expect(receipt.summary.arrived).toBeUndefined()
  expect(receipt.summary.destinationIntentAddress).toBe(intent.originIntentAddress)
  expect(amountsOf(receipt, 'refund')).toEqual([usdc(200)])
})

test('nothing was paid: the receipt shows no money at all', async () => {
  const intent = await bench.commit()
  await bench.until(intent, 'lapsed')
  const { summary, destinationTransaction, moves } = await bench.receipt(intent)
  expect(summary).toMatchObject({ originTokenAmount: 0n, destinationTokenAmount: 0n, destinationChainId: islandId })
  expect(destinationTransaction?.tokenAmount).toBe(0n)
  expect(moves).toEqual([])
})
