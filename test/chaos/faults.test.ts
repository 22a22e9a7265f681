import { pino } from 'pino'
import { keccak256, slice, stringToHex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type App, startApp } from '../../src/app/startApp.ts'
import { devnetDefinitions } from '../../src/chains/definitions/devnet/devnetDefinitions.ts'
import { configSchema } from '../../src/config/config.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import type { Hex } from '../../src/interface/fields.ts'
import { createObserve } from '../../src/observe/observe.ts'
import { type Client, createClient } from '../../src/sdk/client.ts'
import { type Fault, type ProxiedCall, startFaultProxy } from '../chains/faultProxy.ts'
import { startTestDevnet } from '../devnet/setup.ts'
import { deposit, harbor, island, native, tokens } from '../e2e/setup.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { tier } from '../tier.ts'
import { useForAll } from '../useParts.ts'
import { ended, expectDeliveredOnce, type Quoted } from './books.ts'
import { chaosConfig } from './process.ts'

/** Between the service and Harbor's node stands a proxy that misbehaves; the chain itself changes its mind. Each intent still ends once. */
const all = tier === 'deep'

/** From here on a block of Harbor is relied on only when it is this deep. */
const deepUsd = 1_000
const deepBlocks = 12
const blockTimeS = 1
const small = 100_000_000n
const large = 1_500_000_000n
const holdsMax = 8

const database = useForAll(freshDatabase)
const devnet = useForAll(() => startTestDevnet({ blockTimeS }))
const proxy = useForAll(() => startFaultProxy(nodeUrl()))
let app: App
let client: Client

beforeAll(async () => {
  const behindProxy = devnet.chains.map(({ id, rpcUrl }) => ({ id, rpcUrls: [id === harbor ? proxy.url : rpcUrl] }))
  const config = configSchema.parse({ ...chaosConfig(devnet, database.url), chains: behindProxy })
  const finality = [
    { belowUsd: deepUsd, depth: 0 },
    { belowUsd: Number.POSITIVE_INFINITY, depth: deepBlocks },
  ]
  const definitions = devnetDefinitions().map((each) => (each.id === harbor ? { ...each, finality } : each))
  const observe = createObserve(pino({ level: process.env.CHAOS_LOG ?? 'silent' }))
  app = await startApp({ config, definitions, observe, version: '0.1.0+chaos' })
  client = createClient({ url: app.url })
})
afterEach(() => {
  proxy.fault = undefined
})
afterAll(async () => {
  if (proxy) proxy.fault = undefined
  await app?.stop()
})

const nodeUrl = (): string => devnet.chains.find(({ id }) => id === harbor)!.rpcUrl
const isSend = ({ method }: ProxiedCall): boolean => method === 'eth_sendRawTransaction'

let made = 0

/** A swap on Harbor, or a way over the bridge that begins there; the recipient is new. */
async function committed(name: string, ask: { amount?: bigint; across?: boolean } = {}): Promise<Quoted> {
  const { intent } = await client.quoteIntent({
    ownerAddress: payer().address,
    originChainId: harbor,
    originTokenAddress: tokens.usdc,
    originTokenAmount: ask.amount ?? small,
    ...(ask.across
      ? { destinationChainId: island, destinationTokenAddress: tokens.usdc }
      : { destinationChainId: harbor, destinationTokenAddress: native }),
    destinationToAddress: slice(keccak256(stringToHex(`${name} ${++made}`)), 12),
    options: { slippageTolerance: 0.03 },
  })
  await client.commitIntent({ intent })
  return intent
}

const payer = () => devnet.accounts[0]!

async function expectGoodEnd(intent: Quoted): Promise<void> {
  const receipt = await ended(client, intent, holdsMax)
  expect(receipt.status).toBe('SUCCEEDED')
  await expectDeliveredOnce(intent, { devnet, store: app.world.store })
}

/** The fault hits the first so many calls that it is about; says how many it hit. */
function faultFirst(times: number, about: (call: ProxiedCall) => boolean, fault: (call: ProxiedCall) => Fault) {
  let hit = 0
  proxy.fault = (call) => {
    if (hit >= times || !about(call)) return undefined
    hit++
    return fault(call)
  }
  return () => hit
}

type Story = { name: string; always: boolean; arm(): Promise<() => number> | (() => number); across?: boolean }

const stories: Story[] = [
  {
    name: 'the reply to a transaction that the node took is lost, twice',
    always: true,
    across: true,
    arm: () => faultFirst(2, isSend, () => ({ is: 'loseReply' })),
  },
  {
    name: 'the newest block stays old while the batch is being mined',
    always: true,
    arm: async () => {
      const old = await rpc(nodeUrl(), 'eth_getBlockByNumber', ['latest', false])
      const asksNewest = ({ method, params }: ProxiedCall) =>
        method === 'eth_getBlockByNumber' && params[0] === 'latest' && sent()
      const sent = () => proxy.calls.slice(callsBefore).some(isSend)
      const callsBefore = proxy.calls.length
      return faultFirst(8, asksNewest, () => ({ is: 'answer', result: old }))
    },
  },
  {
    name: 'receipts and transactions are not answered at all for a while',
    always: false,
    arm: () =>
      faultFirst(
        2,
        (call) => isSend(call) || call.method.includes('Receipt'),
        () => ({ is: 'hang' }),
      ),
  },
  {
    name: 'the node takes a transaction and says that its fee is too low to replace another',
    always: false,
    arm: () =>
      faultFirst(1, isSend, ({ params }) => {
        // What the node says is not passed on, whatever it is.
        rpc(nodeUrl(), 'eth_sendRawTransaction', params).catch(() => {})
        return { is: 'error', message: 'replacement transaction underpriced' }
      }),
  },
  {
    name: 'replacements are refused as underpriced until the fee has risen twice',
    always: false,
    across: true,
    arm: () => faultFirst(2, isSend, () => ({ is: 'error', message: 'replacement transaction underpriced' })),
  },
]

describe('a node that misbehaves', () => {
  const told = stories.filter(({ always }) => always || all)
  test.each(told)('$name', async ({ name, arm, across }) => {
    const intent = await committed(name, { across })
    const hash = await deposit(devnet, payer(), intent)
    const hits = await arm()
    await client.executeIntent({ intentId: intent.intentId, depositTransactionHash: hash })
    await expectGoodEnd(intent)
    expect(hits(), 'the fault happened').toBeGreaterThan(0)
  })

  if (all) {
    test('logs are missing while the deposit is looked for', async () => {
      const intent = await committed('logs')
      const hash = await deposit(devnet, payer(), intent)
      const hits = faultFirst(
        3,
        ({ method, params }) => method === 'eth_getLogs' && mentions(params, intent.originIntentAddress),
        () => ({ is: 'answer', result: [] }),
      )
      await client.executeIntent({ intentId: intent.intentId })
      await expectGoodEnd(intent)
      expect(hits(), 'the fault happened').toBeGreaterThan(0)
      const { intentReceipt } = await client.getIntentReceipt({ intentId: intent.intentId })
      expect([undefined, hash]).toContain(intentReceipt.depositTransaction.txnHash)
    })
  }
})

const mentions = (params: unknown[], address: string) =>
  JSON.stringify(params).toLowerCase().includes(address.slice(2).toLowerCase())

describe('a chain that changes its mind right after the origin batch was mined', () => {
  test.each(all ? [1, 3, 6] : [1, 3])('%i blocks down to below the batch are replaced', async (depth) => {
    const intent = await committed(`reorg ${depth}`, { amount: large })
    const depositTransactionHash = await deposit(devnet, payer(), intent)
    await mine(deepBlocks)
    await client.executeIntent({ intentId: intent.intentId, depositTransactionHash })
    const first = await originMined(intent)
    await seen(Number(first.blockNumber))
    await replaceBelow(first, depth)
    const again = await originMined(intent, first.blockHash)
    expect(again.transactionHash, 'the same bytes went out again').toBe(first.transactionHash)
    await mine(deepBlocks)
    await expectGoodEnd(intent)
  })
})

/** A head that the service has not heard of cannot be announced as gone: what rests on it must be doubted all the same. */
if (all) {
  test('the block of the batch is replaced before the service has seen it', async () => {
    const intent = await committed('unseen', { amount: large })
    const depositTransactionHash = await deposit(devnet, payer(), intent)
    await mine(deepBlocks)
    await seen(Number(await rpc(nodeUrl(), 'eth_blockNumber')))
    const old = await rpc(nodeUrl(), 'eth_getBlockByNumber', ['latest', false])
    const found = new Promise<void>((resolve) => {
      const tellOf = (receipt: unknown) => {
        if (receipt) resolve()
        return receipt
      }
      proxy.fault = ({ method, params }) => {
        if (method === 'eth_getBlockByNumber' && params[0] === 'latest') return { is: 'answer', result: old }
        if (method !== 'eth_getTransactionReceipt') return undefined
        return { is: 'rewrite', with: tellOf }
      }
    })
    await client.executeIntent({ intentId: intent.intentId, depositTransactionHash })
    const first = await originMined(intent)
    await found
    await replaceBelow(first, 1)
    proxy.fault = undefined
    await originMined(intent, first.blockHash)
    await mine(deepBlocks)
    await expectGoodEnd(intent)
  })
}

/** Resolves when the service has heard of a block. */
async function seen(block: number): Promise<void> {
  const chain = app.world.chains.get(harbor)!
  let forget = () => {}
  const reached = new Promise<void>((resolve) => {
    forget = chain.onHead(({ number }) => number >= block && resolve())
  })
  if ((await chain.head()).number < block) await reached
  forget()
}

const mine = (blocks: number) => rpc(nodeUrl(), 'anvil_mine', [`0x${blocks.toString(16)}`])

let replaced = 0

/**
 * Empty blocks in place of the newest ones, down to so many below the top of the batch's own. Another beneficiary gives them other
 * hashes. Mining rests meanwhile: a node that mines and replaces at once is left with a height that has no block.
 */
async function replaceBelow({ blockNumber, blockHash }: Mined, depth: number): Promise<void> {
  await rpc(nodeUrl(), 'evm_setIntervalMining', [0])
  const above = (await restingHead()) - Number(blockNumber)
  expect(above + depth, 'blocks that may be replaced').toBeLessThan(deepBlocks)
  await rpc(nodeUrl(), 'anvil_setCoinbase', [`0x${(++replaced).toString(16).padStart(40, '0')}`])
  await rpc(nodeUrl(), 'anvil_reorg', [above + depth, []])
  const now = await rpc<{ hash: Hex } | null>(nodeUrl(), 'eth_getBlockByNumber', [blockNumber, false])
  expect(now?.hash, 'the block of the batch is replaced').toMatch(/^0x/)
  expect(now?.hash, 'the block of the batch is gone').not.toBe(blockHash)
  await rpc(nodeUrl(), 'evm_setIntervalMining', [blockTimeS])
}

/** The newest block once a block that was being mined is there. */
async function restingHead(): Promise<number> {
  const head = async () => Number(await rpc(nodeUrl(), 'eth_blockNumber'))
  let [before, now] = [-1, await head()]
  while (before !== now) {
    await app.world.clock.sleep(lookMs)
    ;[before, now] = [now, await head()]
  }
  return now
}

type Mined = { transactionHash: Hex; blockHash: Hex; blockNumber: Hex }

/** The receipt of the transaction that carries the origin leg, from another block than the one that is gone. Asked for at every new head. */
async function originMined({ intentId }: Quoted, goneBlock?: Hex): Promise<Mined> {
  const { store, chains, clock } = app.world
  for (let looks = 0; looks < looksMax; looks++) {
    for (const { hash } of await store.attempts.ofLeg(intentId, 'origin')) {
      const receipt = await rpc<Mined | null>(nodeUrl(), 'eth_getTransactionReceipt', [hash])
      if (receipt && receipt.blockHash !== goneBlock) return receipt
    }
    const woken = new AbortController()
    const forget = chains.get(harbor)!.onHead(() => woken.abort())
    await clock.sleep(lookMs, woken.signal)
    forget()
  }
  throw new Error('the origin batch was not mined')
}

const lookMs = 250
const looksMax = 400
