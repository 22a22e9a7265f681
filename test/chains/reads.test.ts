import assert from 'node:assert/strict'
import { afterAll, afterEach, beforeAll, describe, test } from 'vitest'
import type { Chain } from '../../src/chains/chain.ts'
import type { ChainDefinition } from '../../src/chains/chainDefinition.ts'
import type { ChainLimits } from '../../src/chains/chainLimits.ts'
import { openChain } from '../../src/chains/openChain.ts'
import { bloomTest } from '../../src/chains/read/bloom.ts'
import { createPrivateKeySigner } from '../../src/chains/send/signer.ts'
import { systemClock } from '../../src/host/clock.ts'
import { ServiceError } from '../../src/interface/errors.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import { keys, localDefinition, startAnvil, type TestAnvil, watchful } from './anvil.ts'
import { type Fault, type FaultProxy, startFaultProxy } from './faultProxy.ts'
import { headWhere } from './headWhere.ts'
import { createRecorder, type Recorder } from './recorder.ts'

const rich = createPrivateKeySigner(keys[0]!)
const idle = createPrivateKeySigner(keys[2]!).address
const idleBalance = 10_000n * 10n ** 18n
/** Emits its call data as a log without topics. */
const echo: Address = '0x00000000000000000000000000000000000ec400'
const echoCode = '0x365f5f37365fa000'
const reverter: Address = '0x0000000000000000000000000000000000dead00'
/** Burns all gas it is given. */
const burner: Address = '0x0000000000000000000000000000000000b00000'

describe('a chain behind two nodes', () => {
  let anvil: TestAnvil
  let proxies: [FaultProxy, FaultProxy]
  const chains: Chain[] = []

  beforeAll(async () => {
    anvil = await startAnvil()
    await anvil.rpc('anvil_setCode', [echo, echoCode])
    await anvil.rpc('anvil_setCode', [reverter, '0x60aa5f5260205ffd'])
    await anvil.rpc('anvil_setCode', [burner, '0xfe'])
    await anvil.mine(10)
    proxies = [await startFaultProxy(anvil.url), await startFaultProxy(anvil.url)]
  })

  afterEach(async () => {
    for (const chain of chains.splice(0)) await chain.close()
    for (const proxy of proxies) Object.assign(proxy, { fault: undefined, clockMs: undefined })
  })

  afterAll(async () => {
    await Promise.all(proxies?.map((proxy) => proxy.stop()) ?? [])
    await anvil?.stop()
  })

  async function open(
    options: {
      quorum?: number
      limits?: Partial<ChainLimits>
      definition?: Partial<ChainDefinition>
      recorder?: Recorder
    } = {},
  ): Promise<Chain> {
    const chain = await openChain({
      definition: { ...localDefinition, ...options.definition },
      endpoints: proxies.map(({ url }) => ({ url })),
      quorum: options.quorum,
      clock: systemClock,
      observe: options.recorder?.observe,
      limits: { ...watchful, callTimeoutMs: 60_000, probeTimeoutMs: 60_000, ...options.limits },
    })
    chains.push(chain)
    return chain
  }

  async function send(data: Hex): Promise<Hex> {
    const nonce = Number(await anvil.rpc<Hex>('eth_getTransactionCount', [rich.address, 'pending']))
    const raw = await rich.signTransaction({
      chainId: 31337,
      nonce,
      to: echo,
      data,
      value: 0n,
      gas: 100_000n,
      maxFeePerGas: 5_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
    })
    return anvil.rpc<Hex>('eth_sendRawTransaction', [raw])
  }

  const nodeHealthError = (error: unknown) => error instanceof ServiceError && error.error === 'ChainNodeHealth'

  test('reads of one moment travel in one multicall, each with its own outcome', async () => {
    const chain = await open()
    const before = proxies[0].calls.filter((call) => call.method === 'eth_call').length
    const [balance, reverted, plain, burnt] = await Promise.all([
      chain.balance(nativeToken, idle, { quorum: true }),
      chain.read({ to: reverter }, { quorum: true }),
      chain.read({ to: echo, data: '0x' }, { quorum: true }),
      chain.balance(nativeToken, echo, { quorum: true }),
    ])
    assert.equal(balance, idleBalance)
    assert.deepEqual(reverted.ok ? undefined : reverted.revert, `0x${'aa'.padStart(64, '0')}`)
    assert.equal(plain.ok, true)
    assert.equal(burnt, 0n)
    assert.equal(proxies[0].calls.filter((call) => call.method === 'eth_call').length - before, 1)
  })

  test('an element that burns all gas does not decide about its neighbours', async () => {
    const chain = await open()
    const [burnt, balance] = await Promise.all([chain.read({ to: burner }), chain.balance(nativeToken, idle)])
    assert.equal(burnt.ok, false)
    assert.equal(balance, idleBalance)
  })

  test('nodes that disagree about a value give ChainNodeHealth, and two of two are needed', async () => {
    const recorder = createRecorder()
    const chain = await open({ recorder })
    proxies[1].fault = (call) =>
      call.method === 'eth_call' ? { is: 'answer', result: `0x${'01'.padStart(64, '0')}` } : undefined
    await assert.rejects(chain.balance(nativeToken, idle, { quorum: true }), nodeHealthError)
    assert.ok(recorder.of('nodesDisagree').length > 0)
    assert.equal(await chain.balance(nativeToken, idle), idleBalance) // one node is enough where money is not decided
  })

  test('a dead node is never made up for by asking fewer', async () => {
    const recorder = createRecorder()
    const chain = await open({ recorder, limits: { probeTimeoutMs: 2_000, callTimeoutMs: 3_000 } })
    proxies[1].fault = () => ({ is: 'hang' })
    await recorder.until('nodeHealth', { node: 'node 2', healthy: false })
    await assert.rejects(chain.balance(nativeToken, idle, { quorum: true }), nodeHealthError)
    await assert.rejects(chain.finalBlock(1), nodeHealthError)
    assert.equal((await chain.receipt(`0x${'11'.repeat(32)}`)).is, 'unknown')
    assert.equal((await chain.health()).healthy, false)
    proxies[1].fault = undefined
    await recorder.until('nodeHealth', { node: 'node 2', healthy: true }, 2)
    assert.equal(await chain.balance(nativeToken, idle, { quorum: true }), idleBalance)
  })

  test('with a quorum of one of two, the other node takes over', async () => {
    const chain = await open({ quorum: 1, limits: { callTimeoutMs: 3_000 } })
    proxies[0].fault = () => ({ is: 'hang' })
    assert.equal(await chain.balance(nativeToken, idle, { quorum: true }), idleBalance)
  })

  for (const [what, break_] of [
    [
      'a node of another chain',
      (proxy: FaultProxy) => {
        proxy.fault = (call) => (call.method === 'eth_chainId' ? { is: 'answer', result: '0x1' } : undefined)
      },
    ],
    [
      'a node that lags',
      (proxy: FaultProxy) => {
        proxy.fault = (call) =>
          call.method === 'eth_getBlockByNumber' && call.params[0] === 'latest'
            ? { is: 'rewrite', with: (block) => ({ ...(block as object), number: '0x1' }) }
            : undefined
      },
    ],
    [
      'a node whose clock is two minutes off',
      (proxy: FaultProxy) => {
        proxy.clockMs = Date.now() - 120_000
      },
    ],
  ] as const) {
    test(`${what} is unhealthy, and its address is in no message`, async () => {
      const recorder = createRecorder()
      break_(proxies[1])
      const chain = await open({ recorder, limits: { lagBlocksMax: 5 } })
      const { healthy, detail } = await chain.health()
      assert.equal(healthy, false)
      assert.match(detail, /1 of 2 nodes healthy, 2 needed; node 2: /)
      const error = await chain
        .balance(nativeToken, rich.address, { quorum: true })
        .catch((error: ServiceError) => error)
      assert.ok(nodeHealthError(error))
      assert.ok(!/127\.0\.0\.1|http/.test(JSON.stringify([detail, String(error), recorder.events])))
    })
  }

  test('finality follows the rule for the value, never goes back, and falls to the fork only when a reorg is deeper', async () => {
    const recorder = createRecorder()
    const chain = await open({
      recorder,
      definition: {
        finality: [
          { belowUsd: 100, depth: 2 },
          { belowUsd: 1_000, depth: 'safe' },
          { belowUsd: 10_000, depth: 'finalized' },
        ],
      },
    })
    const { number } = await chain.head()
    assert.equal(await chain.finalBlock(5), number - 2)
    assert.equal(await chain.finalBlock(500), number - 4)
    assert.equal(await chain.finalBlock(1e9), number - 8)
    await anvil.reorg(2)
    await recorder.until('reorg')
    assert.equal(recorder.of('finalityBroken').length, 0)
    assert.equal(await chain.finalBlock(5), number - 2)
    await anvil.reorg(3)
    await recorder.until('finalityBroken')
    assert.deepEqual(recorder.of('finalityBroken')[0]!.forkBlock, number - 3)
  })

  test('a node that is past a reorganisation tags another block of the same number: ours is not final by that', async () => {
    const chain = await open({ definition: { finality: [{ belowUsd: Number.POSITIVE_INFINITY, depth: 'safe' }] } })
    const isTag = ({ method, params }: { method: string; params?: unknown }) =>
      method === 'eth_getBlockByNumber' && JSON.stringify(params).includes('safe')
    proxies[1].fault = (call) => (isTag(call) ? rewrite({ hash: `0x${'12'.repeat(32)}` }) : undefined)
    await assert.rejects(chain.finalBlock(5), /tags another block/)
    proxies[1].fault = undefined
    assert.equal(await chain.finalBlock(5), (await chain.head()).number - 4)
  })

  const onReceipts = (fault: Fault) => (call: { method: string }) =>
    call.method === 'eth_getTransactionReceipt' ? fault : undefined
  const rewrite = (change: object): Fault => ({
    is: 'rewrite',
    with: (receipt) => ({ ...(receipt as object), ...change }),
  })

  test('a receipt is proven only when all nodes have it in the canonical block; otherwise it is not found or unknown', async () => {
    const chain = await open()
    const { number } = await chain.head()
    const hash = await send('0xaa')
    assert.deepEqual(await chain.receipt(hash), { is: 'notFound' })
    await anvil.mine(1)
    const proven = await chain.receipt(hash)
    assert.deepEqual(proven.is === 'proven' && [proven.value.blockNumber, proven.value.success], [number + 1, true])
    assert.equal((await chain.receipt(hash, { atOrBelow: number })).is, 'unknown')
    const lies = ['effectiveGasPrice', 'gasUsed', 'from', 'to'].map((field) => rewrite({ [field]: reverter }))
    for (const lie of [...lies, rewrite({ logs: [] }), { is: 'answer', result: null } as const]) {
      proxies[1].fault = onReceipts(lie)
      assert.equal((await (await open()).receipt(hash)).is, 'unknown')
    }
    // What both have shown once is kept while its block is canonical: only a reorg can undo it.
    assert.equal((await chain.receipt(hash)).is, 'proven')
    proxies[1].fault = undefined
    const orphan: Hex = `0x${'12'.repeat(32)}`
    for (const proxy of proxies) proxy.fault = onReceipts(rewrite({ blockHash: orphan }))
    assert.equal((await (await open()).receipt(hash)).is, 'unknown')
    for (const proxy of proxies) proxy.fault = onReceipts(rewrite({ transactionHash: orphan }))
    assert.equal((await (await open()).receipt(hash)).is, 'unknown')
  })

  test('a receipt in a block below the first known head is not proven after a reorg took it away', async () => {
    const hash = await send('0x0b')
    await anvil.mine(4)
    const recorder = createRecorder()
    const chain = await open({ recorder, limits: { primeBlocks: 0 } })
    assert.equal((await chain.receipt(hash)).is, 'proven')
    await anvil.reorg(5)
    await recorder.until('reorg')
    assert.notEqual((await chain.receipt(hash)).is, 'proven')
  })

  test('a receipt whose logs are megabytes is not remembered', async () => {
    const [chain, hash] = [await open(), await send('0xad')]
    await anvil.mine(1)
    const long = (receipt: unknown) => {
      const { logs } = receipt as { logs: object[] }
      return { ...(receipt as object), logs: logs.map((log) => ({ ...log, data: `0x${'22'.repeat(9 << 20)}` })) }
    }
    for (const proxy of proxies) proxy.fault = onReceipts({ is: 'rewrite', with: long })
    assert.equal((await chain.receipt(hash)).is, 'proven')
    for (const proxy of proxies) proxy.fault = onReceipts({ is: 'answer', result: null })
    assert.equal((await chain.receipt(hash)).is, 'notFound')
  })

  test('logs are complete or an error: a node that leaves some out is found out', async () => {
    const chain = await open()
    const { number } = await chain.head()
    await send('0x01')
    await send('0x02')
    await anvil.mine(1)
    await send('0x03')
    await anvil.mine(2)
    await headWhere(chain, (head) => head.number >= number + 3)
    const filter = { address: echo, fromBlock: number + 1, toBlock: number + 3 }
    assert.deepEqual(
      (await chain.logs(filter)).map((log) => log.data),
      ['0x01', '0x02', '0x03'],
    )
    proxies[1].fault = (call) => (call.method === 'eth_getLogs' ? { is: 'answer', result: [] } : undefined)
    await assert.rejects(chain.logs(filter), nodeHealthError)
    assert.deepEqual(await chain.logs({ ...filter, address: reverter, fromBlock: number + 1 }), []) // the bloom says no without asking
  })

  test('older logs are read by range, in bounded pieces', async () => {
    const since = Number(await anvil.rpc<Hex>('eth_blockNumber'))
    await send('0x01')
    await anvil.mine(1)
    await send('0x02')
    await anvil.mine(8)
    const chain = await open({ limits: { logBlocksPerCall: 3, primeBlocks: 0 } }) // its window starts here, so all of that is older
    const { number } = await chain.head()
    const logs = await chain.logs({ address: echo, fromBlock: since, toBlock: number - 1 })
    assert.deepEqual(
      logs.map((log) => log.data),
      ['0x01', '0x02'],
    )
    const ranges = proxies[0].calls.filter(
      (call) => call.method === 'eth_getLogs' && 'fromBlock' in (call.params[0] as object),
    )
    assert.equal(ranges.length, 3)
    proxies[1].fault = (call) =>
      call.method === 'eth_getLogs' ? { is: 'rewrite', with: (found) => (found as unknown[]).slice(1) } : undefined
    await assert.rejects(chain.logs({ address: echo, fromBlock: since, toBlock: number - 1 }), nodeHealthError)
  })
})

test('a bloom with the address and topics may match; an empty one cannot', () => {
  const empty: Hex = `0x${'00'.repeat(256)}`
  const full: Hex = `0x${'ff'.repeat(256)}`
  const matches = bloomTest({ address: echo, topics: [null, `0x${'01'.repeat(32)}`] })
  assert.equal(matches(empty), false)
  assert.equal(matches(full), true)
  assert.equal(bloomTest({})(empty), true)
})
