import assert from 'node:assert/strict'
import { parseTransaction, type TransactionSerialized } from 'viem'
import { test } from 'vitest'
import type { Chain } from '../../src/chains/chain.ts'
import { openChain } from '../../src/chains/openChain.ts'
import { feeCapExceeded } from '../../src/chains/send/feeBounds.ts'
import { senderDefaults } from '../../src/chains/send/sender.ts'
import { createPrivateKeySigner } from '../../src/chains/send/signer.ts'
import { systemClock } from '../../src/host/clock.ts'
import type { Hex } from '../../src/interface/fields.ts'
import { keys, localDefinition } from './anvil.ts'
import { type Fault, type ProxiedCall, startFaultProxy } from './faultProxy.ts'
import { caughtUp, until, useHarness } from './senderHarness.ts'

/** One lying node about gas prices and nonces: our own records bound what it makes a signer pay or skip. */
const harness = useHarness()

const account = createPrivateKeySigner(keys[0]!).address

type History = { baseFeePerGas: Hex[]; reward?: Hex[][] }
const times = (factor: bigint) => (hex: Hex) => `0x${(BigInt(hex) * factor).toString(16)}` as Hex

/** Says that gas costs so many times what it does. */
const dearer =
  (factor: bigint) =>
  ({ method }: ProxiedCall): Fault | undefined =>
    method === 'eth_feeHistory'
      ? {
          is: 'rewrite',
          with: (result) => {
            const { baseFeePerGas, ...rest } = result as History
            return { ...rest, baseFeePerGas: baseFeePerGas.map(times(factor)) }
          },
        }
      : undefined

/** The fees of everything that reached the node. */
const sentFees = (): bigint[] =>
  harness.proxy.calls
    .filter(({ method }) => method === 'eth_sendRawTransaction')
    .map(({ params }) => parseTransaction(params[0] as TransactionSerialized<'eip1559'>).maxFeePerGas ?? 0n)

async function assertOnce(data: Hex): Promise<void> {
  assert.equal((await harness.echoes()).get(data), 1)
}

/**
 * Empty blocks lower the base fee; the last one costs something and is seen by the chain client. As many as one fee
 * estimate serves for at this pace, so that the next is read anew.
 */
async function mineAtBaseFee(chain: Chain): Promise<void> {
  await harness.anvil.mine(1_000 / localDefinition.blockTimeMs)
  await harness.anvil.rpc('anvil_setNextBlockBaseFeePerGas', ['0x2540be400'])
  await harness.anvil.mine(1)
  await caughtUp(chain, harness.anvil)
}

test('fees beyond the budget: nothing is signed, and the item goes out at true fees when the lie is over', async () => {
  const { data, ...fixture } = await harness.open()
  await mineAtBaseFee(fixture.chain)
  harness.proxy.fault = dearer(1_000_000n)
  const before = sentFees().length
  await fixture.send(data)
  await fixture.recorder.until('signingPaused', { isPaused: true })
  await harness.anvil.mine(3)
  assert.equal(sentFees().length, before)
  assert.equal(await fixture.pendingCount(), 1)
  harness.proxy.fault = undefined
  await fixture.mineUntil(fixture.recorder.until('attempt', { state: 'confirmed' }))
  assert.equal(fixture.recorder.of('signingPaused', { isPaused: false }).length, 1)
  const { maxFeePerGas } = await fixture.chain.fees()
  assert.ok(sentFees().every((fee) => fee <= 4n * maxFeePerGas))
  await assertOnce(data)
})

test('within the budget, and far above what this node said before: it waits too', async () => {
  const { data, ...fixture } = await harness.open()
  for (let heads = 0; heads < 12; heads++) {
    await mineAtBaseFee(fixture.chain)
    await fixture.chain.fees()
  }
  harness.proxy.fault = dearer(40n)
  const before = sentFees().length
  await mineAtBaseFee(fixture.chain)
  await fixture.send(data)
  await fixture.recorder.until('signingPaused', { isPaused: true })
  assert.equal(sentFees().length, before)
  harness.proxy.fault = undefined
  await fixture.mineUntil(fixture.recorder.until('attempt', { state: 'confirmed' }))
  await assertOnce(data)
})

test('a bump and a cancellation under a lie stay within a multiple of what was signed before', async () => {
  const { data, ...fixture } = await harness.open()
  const mark = data.slice(2)
  let isLying = false
  const before = sentFees().length
  harness.proxy.fault = (call) => {
    if (call.method === 'eth_sendRawTransaction' && (call.params[0] as Hex).includes(mark))
      return { is: 'error', message: 'replacement transaction underpriced' }
    return isLying ? dearer(100_000n)(call) : undefined
  }
  await fixture.enqueue([{ data }])
  for (let heads = 0; heads < 10; heads++) {
    await mineAtBaseFee(fixture.chain)
    await fixture.chain.fees()
  }
  await fixture.sender({ settings: { bumpAfterBlocks: 1 } }).start()
  await fixture.recorder.until('attempt', { state: 'indeterminate' })
  isLying = true
  await fixture.mineUntil(until(() => sentFees().length > before + 4))
  const [first, ...later] = sentFees().slice(before)
  assert.ok(later.every((fee) => fee <= 40n * first!))
})

test('of two nodes the dearer one is not believed, and one alone is not asked', async () => {
  const liar = await startFaultProxy(harness.anvil.url)
  liar.fault = dearer(100_000n)
  const chain = await openChain({
    definition: localDefinition,
    endpoints: [{ url: liar.url }, { url: harness.proxy.url }],
    clock: systemClock,
  })
  const honest = await openChain({
    definition: localDefinition,
    endpoints: [{ url: harness.proxy.url }],
    clock: systemClock,
  })
  await until(async () => (await chain.health()).healthy && (await honest.health()).healthy)
  assert.deepEqual(await chain.fees(), await honest.fees())
  liar.fault = ({ method }) => (method === 'eth_feeHistory' ? { is: 'error', message: 'no' } : undefined)
  await mineAtBaseFee(chain)
  await assert.rejects(chain.fees())
  await Promise.all([chain.close(), honest.close()])
  await liar.stop()
})

test('what was quoted bounds what is paid', () => {
  const context = { chain: { definition: localDefinition }, settings: senderDefaults } as Parameters<
    typeof feeCapExceeded
  >[3]
  const fees = { maxFeePerGas: 10n ** 10n, usualMaxFeePerGas: 10n ** 10n }
  const gas = 2_000_000n
  const cost = gas * fees.maxFeePerGas
  assert.equal(feeCapExceeded(fees, gas, [{ gasQuoted: cost / 12n }], context), undefined)
  assert.match(feeCapExceeded(fees, gas, [{ gasQuoted: cost / 101n }], context) ?? '', /times the \d+ that were quoted/)
  assert.equal(feeCapExceeded(fees, gas, [{}], context), undefined)
})

/** Claims that the account has sent so many more transactions. */
const ahead =
  (by: number) =>
  ({ method, params }: ProxiedCall): Fault | undefined =>
    method === 'eth_getTransactionCount' && String(params[0]).toLowerCase() === account.toLowerCase()
      ? { is: 'rewrite', with: (result) => `0x${(Number(result) + by).toString(16)}` }
      : undefined

test('a count above our own books makes no gap: the next nonce is the one after our last', async () => {
  const fixture = await harness.open()
  const [first, second] = [harness.payload(), harness.payload()]
  await fixture.enqueue([{ data: first }])
  const sender = fixture.sender()
  await sender.start()
  await fixture.mineUntil(fixture.recorder.until('attempt', { state: 'confirmed' }))
  await sender.stop()
  const onlyNow = ahead(7)
  harness.proxy.fault = (call) =>
    call.params[1] === 'latest' || call.params[1] === 'pending' ? onlyNow(call) : undefined
  await fixture.enqueue([{ data: second }])
  await fixture.sender().start()
  await fixture.mineUntil(fixture.recorder.until('attempt', { state: 'confirmed' }, 2))
  const nonces = (await fixture.attempts()).map(({ nonce }) => nonce)
  assert.deepEqual(nonces, [nonces[0], nonces[0]! + 1])
  await assertOnce(second)
})

for (const [by, action] of [
  [3, 'filled'],
  [5_000, 'freed'],
] as const) {
  test(`a lie of ${by} about a key that the books do not know: the hole is ${action}, and the item is carried out once`, async () => {
    const { data, ...fixture } = await harness.open()
    harness.proxy.fault = ahead(by)
    await fixture.enqueue([{ data }])
    await fixture.sender({ settings: { gapAfterMs: 300 } }).start()
    await fixture.recorder.until('attempt', { state: 'broadcast' })
    harness.proxy.fault = undefined
    await fixture.mineUntil(fixture.recorder.until('nonceGap', { action }))
    await fixture.mineUntil(until(fixture.allDone))
    await assertOnce(data)
    const next = Number(await harness.anvil.rpc<Hex>('eth_getTransactionCount', [account, 'latest']))
    const [{ nonce } = { nonce: -1 }] = (await fixture.attempts()).slice(-1)
    assert.ok(nonce < next)
  })
}
