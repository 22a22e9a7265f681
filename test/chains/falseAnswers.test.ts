import { concat, numberToHex, pad } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, expect, test } from 'vitest'
import type { Chain } from '../../src/chains/chain.ts'
import { type OpenedChain, openChain } from '../../src/chains/openChain.ts'
import { createSizeLimit } from '../../src/chains/read/sizeLimit.ts'
import { createGrantKeepers } from '../../src/chains/send/grantKeeper.ts'
import { ServiceError } from '../../src/interface/errors.ts'
import type { Hex } from '../../src/interface/fields.ts'
import { createVirtualClock } from '../engine/virtualClock.ts'
import { bloomOfLogs } from '../sim/simNode.ts'
import { keys, localDefinition, watchful } from './anvil.ts'

const word = (value: number): Hex => pad(numberToHex(value))
const account: Hex = `0x${'a1'.repeat(20)}`
const [height, txHash] = [20, word(0x7a)]
const header = (number: number) => ({
  number: numberToHex(number),
  hash: word(1_000 + number),
  parentHash: word(999 + number),
  timestamp: numberToHex(1_000_000 + number),
  logsBloom: null,
  transactions: [],
})
const log = {
  ...{ address: account, topics: [word(1)], data: '0x', logIndex: '0x0' },
  ...{ blockNumber: numberToHex(height), blockHash: word(1_000 + height), transactionHash: txHash },
}
const receipt = {
  ...{ transactionHash: txHash, status: '0x1', blockNumber: log.blockNumber, blockHash: log.blockHash },
  ...{ from: account, to: account, gasUsed: '0x5208', effectiveGasPrice: '0x1', logs: [log] },
}
const answers: Record<string, (params: readonly unknown[]) => unknown> = {
  eth_chainId: () => numberToHex(localDefinition.id),
  eth_getBlockByNumber: ([tag]) => header(tag === 'latest' ? height : Number(tag)),
  eth_getTransactionReceipt: () => receipt,
  eth_getTransactionByHash: () => ({ hash: txHash, from: account, to: null, value: '0x0', input: '0x' }),
  eth_getTransactionCount: () => '0x7',
  eth_getLogs: () => [log],
  eth_getCode: () => '0x60',
  eth_call: () => word(5),
  eth_feeHistory: () => ({ baseFeePerGas: ['0x1', '0x1'], gasUsedRatio: [0.5], reward: [['0x1']] }),
}

/** What a node says instead; `undefined` leaves the true answer. */
type Lie = (method: string, first?: unknown) => { says: unknown } | undefined

const opened: OpenedChain[] = []
afterEach(async () => {
  for (const chain of opened.splice(0)) await chain.close()
})

/** As many nodes as there are lies, each with its own. */
async function open(lies: Lie[], quorum: number) {
  const clock = createVirtualClock(1_000_020_000)
  const told: string[] = []
  const chain = await openChain({
    definition: localDefinition,
    endpoints: lies.map((_, place) => ({ url: String(place) })),
    quorum,
    clock,
    limits: { ...watchful, primeBlocks: 0 },
    observe: { nodesDisagree: ({ about }) => void told.push(about) },
    openNode: ({ url, name }) => ({
      name,
      restMs: () => 0,
      logBlocks: createSizeLimit({ max: 100, growMs: 1_000, clock }),
      clockSkewMs: () => undefined,
      close: () => {},
      call: async (method, params) =>
        (lies[Number(url)]!(method, params[0]) ?? { says: answers[method]?.(params) }).says as never,
    }),
  })
  opened.push(chain)
  /** Lets time pass until it is answered. */
  const ask = async <T>(question: (chain: Chain) => Promise<T>): Promise<T> => {
    let isOver = false
    const answer = question(chain).finally(() => {
      isOver = true
    })
    answer.catch(() => undefined)
    while (!isOver) await clock.advance(50)
    return answer
  }
  return { ask, clock, told }
}

const honest: Lie = () => undefined
const inLogs = { address: account, fromBlock: height, toBlock: height }

test.each<[method: string, says: unknown, ask: (chain: Chain) => Promise<unknown>]>([
  ['eth_getTransactionReceipt', { ...receipt, logs: undefined }, (chain) => chain.receipt(txHash)],
  ['eth_getTransactionReceipt', { ...receipt, gasUsed: 'much' }, (chain) => chain.receipt(txHash)],
  ['eth_getTransactionReceipt', { ...receipt, logs: [{ ...log, topics: null }] }, (chain) => chain.receipt(txHash)],
  ['eth_getTransactionReceipt', 'mined', (chain) => chain.receipt(txHash)],
  ['eth_getTransactionByHash', { hash: 7 }, (chain) => chain.transaction(txHash)],
  ['eth_getTransactionCount', {}, (chain) => chain.nonce(account, 'latest')],
  ['eth_getTransactionCount', 'seven', (chain) => chain.nonce(account, 'final')],
  ['eth_getLogs', null, (chain) => chain.logs(inLogs)],
  ['eth_getLogs', [{ ...log, data: 5 }], (chain) => chain.logs(inLogs)],
  ['eth_getBlockByNumber', { number: '0x1' }, (chain) => chain.block(height - 1)],
  ['eth_getBlockByNumber', { ...header(3), transactions: null }, (chain) => chain.block(height - 1)],
  ['eth_getCode', 12, (chain) => chain.code(account)],
  ['eth_call', null, (chain) => chain.balance(account, account)],
  ['eth_call', ['0x'], (chain) => chain.simulate({ to: account })],
  ['eth_feeHistory', { baseFeePerGas: 'low' }, (chain) => chain.fees()],
])('an answer of the wrong shape to %s is a fault of its node: %j', async (method, says, question) => {
  let isLying = false
  const lie: Lie = (asked) => (isLying && asked === method ? { says } : undefined)
  const known = await open([honest], 1)
  const truth = await known.ask(question)
  const one = await open([lie, honest], 1)
  const both = await open([lie, honest], 2)
  isLying = true
  expect(await one.ask(question)).toEqual(truth)
  expect(one.told.every((about) => about.startsWith(`node 1 gave an answer of the wrong shape to ${method}`))).toBe(
    true,
  )
  // One node is enough for some questions; where two are needed the answer is not known.
  const outcome: unknown = await both.ask(question).catch((error: unknown) => error)
  if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ServiceError)
  expect(both.told[0]).toBe(`node 1 gave an answer of the wrong shape to ${method}`)
})

const leavesLogsOut = (logsBloom: Hex | null) => (method: string) =>
  method === 'eth_getTransactionReceipt' ? { says: { ...receipt, logs: [], logsBloom } } : undefined

test('two of three nodes leave out logs that the bloom of their receipt has: they are named, and nothing is known until they stop', async () => {
  const bloom = bloomOfLogs([log])
  let lie: Lie = leavesLogsOut(bloom)
  const { ask, told } = await open([(method) => lie(method), (method) => lie(method), honest], 2)
  expect((await ask((chain) => chain.receipt(txHash))).is).toBe('unknown')
  expect(told.map((about) => about.slice(0, 6))).toEqual(['node 1', 'node 2'])
  lie = (method) => (method === 'eth_getTransactionReceipt' ? { says: { ...receipt, logsBloom: bloom } } : undefined)
  expect(await ask((chain) => chain.receipt(txHash))).toMatchObject({ is: 'proven', value: { logs: [{ data: '0x' }] } })
})

test('two of three nodes index late and tell no bloom: the logs are there a minute later, without a restart', async () => {
  let lie: Lie = leavesLogsOut(null)
  const { ask, clock } = await open([(method) => lie(method), (method) => lie(method), honest], 2)
  expect(await ask((chain) => chain.receipt(txHash))).toMatchObject({ is: 'proven', value: { logs: [] } })
  lie = honest
  await clock.advance(60_000)
  expect(await ask((chain) => chain.receipt(txHash))).toMatchObject({ is: 'proven', value: { logs: [{ data: '0x' }] } })
})

test('nodes that contradict each other about a receipt are named; one that does not know it yet is not', async () => {
  const cheap: Lie = (method) =>
    method === 'eth_getTransactionReceipt' ? { says: { ...receipt, gasUsed: '0x1' } } : undefined
  const late: Lie = (method) => (method === 'eth_getTransactionReceipt' ? { says: null } : undefined)
  for (const [lie, expected] of [
    [cheap, [`receipt ${txHash}: node 1, node 2 gave different answers`]],
    [late, []],
  ] as const) {
    const { ask, told } = await open([lie, honest], 2)
    expect((await ask((chain) => chain.receipt(txHash))).is).toBe('unknown')
    expect(told).toEqual(expected)
  }
})

const paying = { hash: txHash, from: account, to: account, value: '0x7' }
const block = { ...header(height - 1), transactions: [paying] }

test.each([
  ['another time', { timestamp: '0x1' }],
  ['another value', { transactions: [{ ...paying, value: '0x8' }] }],
  ['another payer', { transactions: [{ ...paying, from: word(0x22).replace(`0x${'0'.repeat(24)}`, '0x') }] }],
  ['no transaction', { transactions: [] }],
])('of two nodes one says a block of the agreed hash with %s: nothing is known', async (_, lie) => {
  const says = (falsely: object) => (method: string, number?: unknown) =>
    method === 'eth_getBlockByNumber' && number === block.number ? { says: { ...block, ...falsely } } : undefined
  const { ask } = await open([says(lie), says({})], 2)
  await expect(ask((chain) => chain.block(height - 1))).rejects.toMatchObject({ error: 'ChainNodeHealth' })
  const agreed = await open([says({}), says({})], 2)
  expect(await agreed.ask((chain) => chain.block(height - 1))).toMatchObject({ transactions: [{ value: 7n }] })
})

test('one node of two zeroes its calls: no grant is submitted on its word alone', async () => {
  const granted = concat([pad('0xffffffff'), word(3)])
  const says = (value: Hex) => (method: string) => (method === 'eth_call' ? { says: value } : undefined)
  const { ask } = await open([says(concat([word(0), word(0)])), says(granted)], 2)
  const grantSigner = privateKeyToAccount(keys[0]!)
  const outcome = ask((chain) =>
    createGrantKeepers({ chain, guests: [{ guest: account, domainName: 'Guest' }], grantSigner }).kept[0]!.grantFor(
      account,
    ),
  )
  await expect(outcome).rejects.toMatchObject({ error: 'ChainNodeHealth' })
})
