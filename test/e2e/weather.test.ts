import { afterAll, afterEach, expect, test } from 'vitest'
import type { DevnetChain } from '../../src/devnet/devnet.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import type { NodeTrouble } from '../../src/devnet/weatherProxy.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'
import {
  balance,
  type finished,
  fromTo,
  harbor,
  island,
  order,
  sendDeposit,
  summit,
  tokens,
  useService,
} from './setup.ts'

/**
 * Public endpoints: 40 to 120 ms latency, 25 calls/s then 429 or -32005, 10 calls per batch, 500 blocks of logs, tags
 * minutes behind, three nodes per chain. Harbor is like Ethereum, whose blocks are too slow for a suite.
 */
const [base, arbitrum] = [island, summit]

// Registered before the service, so it ends after it: a story's end needs blocks.
afterAll(() => {
  for (const miner of miners) clearInterval(miner)
})
const service = useService({ devnet: { weather: 'public', steady: true }, config: { devnet: { weather: 'public' } } })
const chainOf = (id: number): DevnetChain => service.devnet.chains.find((chain) => chain.id === id)!
const trouble = (id: number, node: number, is: NodeTrouble | undefined) => chainOf(id).proxies[node]!.trouble(is)

afterEach(() => {
  for (const { proxies } of service.devnet.chains) for (const proxy of proxies) proxy.trouble(undefined)
})

let payer = 0
async function pay(chainId: number, recipient: Address, ask: object = {}) {
  const { client, devnet } = service
  const key = devnet.accounts[payer++ % 8]!
  const intent = await order(client, {
    ownerAddress: key.address,
    ...fromTo([chainId, tokens.usdc, 100_000_000n], [chainId, tokens.dai]),
    destinationToAddress: recipient,
    ...ask,
  })
  const depositTransactionHash = await sendDeposit(devnet, key, intent)
  await client.executeIntent({ intentId: intent.intentId, depositTransactionHash })
  return intent
}

type Receipt = Awaited<ReturnType<typeof finished>>

/** The first receipt that satisfies this, as seen by a caller waiting for changes. */
async function receiptWhen(intentId: Hex, isSo: (receipt: Receipt) => boolean): Promise<Receipt> {
  let lastReceiptStates: Awaited<ReturnType<typeof service.client.waitIntentReceipt>>['receiptStates'] = []
  for (let looks = 0; looks < 40; looks++) {
    const answer = await service.client.waitIntentReceipt({ intentId, lastReceiptStates })
    if (isSo(answer.intentReceipt)) return answer.intentReceipt
    if (answer.done) throw new Error(`ended ${JSON.stringify(answer.intentReceipt.summary)} before it was so`)
    lastReceiptStates = answer.receiptStates
  }
  throw new Error(`it never was so for ${intentId}`)
}

const hasArrived = ({ summary }: Receipt): boolean => summary.arrived === true
const isFinal = ({ status }: Receipt): boolean => status !== 'EXECUTING' && status !== 'COMMITTED'
const at = (index: number): Address => `0x${(0xb0b00 + index).toString(16).padStart(40, '0')}`
const daiOf = (chainId: number, holder: Address) => balance(service.devnet, chainId, tokens.dai, holder)

/** Most blocks above a $100 transaction before a service may call it final (10 and 80), and the block time. */
const blocksOf = new Map<number, { open: number; everyMs: number }>([
  [base, { open: 7, everyMs: 2_000 }],
  [arbitrum, { open: 50, everyMs: 250 }],
])
const miners: NodeJS.Timeout[] = []

/**
 * Replaces the blocks from a transaction on by empty ones; the node forgets their content. Skips a transaction that may
 * be final already: chains keep those. A node that mines meanwhile damages its chain, so from here on mine by hand.
 */
async function reorganise(chainId: number, hash: Hex): Promise<void> {
  const { nodeUrl } = chainOf(chainId)
  const { open, everyMs } = blocksOf.get(chainId)!
  await rpc(nodeUrl, 'evm_setIntervalMining', [0])
  await rpc(nodeUrl, 'evm_mine')
  const { blockNumber } = await rpc<{ blockNumber: Hex }>(nodeUrl, 'eth_getTransactionReceipt', [hash])
  const above = Number(await rpc<Hex>(nodeUrl, 'eth_blockNumber')) - Number(blockNumber)
  if (above <= open) await rpc(nodeUrl, 'anvil_reorg', [above + 1, []])
  miners.push(setInterval(() => void rpc(nodeUrl, 'evm_mine').catch(() => undefined), everyMs))
}

test('limits, latency, late tags, a reorganisation: told when it is mined, ended when it is final', async () => {
  const chainIds = [base, arbitrum]
  // Each wait starts with its own payment: during the other's, it may become final.
  const arrivals = chainIds.map(async (chainId, index) => {
    const { intentId } = await pay(chainId, at(1 + index))
    return { intentId, receipt: await receiptWhen(intentId, hasArrived) }
  })
  const paid = await Promise.all(arrivals)
  for (const { receipt } of paid) {
    expect(receipt).toMatchObject({ status: 'EXECUTING', originTransaction: { status: 'MINING' } })
    expect(receipt.moves).not.toContainEqual(expect.objectContaining({ to: 'recipient' }))
  }
  await reorganise(base, paid[0]!.receipt.originTransaction.txnHash!)
  for (const [index, { intentId }] of paid.entries()) {
    const ended = await receiptWhen(intentId, isFinal)
    expect(ended).toMatchObject({ status: 'SUCCEEDED', originTransaction: { status: 'SUCCEEDED' } })
    expect(await daiOf(chainIds[index]!, at(1 + index))).toBe(ended.summary.destinationTokenAmount)
  }
})

test('all together: over a bridge, with a node away on one side, one that lags on the other, and a reorganisation', async () => {
  trouble(base, 0, { is: 'away' })
  trouble(arbitrum, 2, { is: 'lags', blocks: 10 })
  const over = await pay(base, at(30), {
    destinationChainId: arbitrum,
    destinationTokenAddress: tokens.usdc,
    options: { bridgeProvider: 'ACROSS' },
  })
  // Start waiting first: after the reorg's time the leg may already be final.
  const arrival = receiptWhen(over.intentId, hasArrived)
  const beside = await pay(arbitrum, at(31))
  const arrived = await receiptWhen(beside.intentId, hasArrived)
  await reorganise(arbitrum, arrived.originTransaction.txnHash!)
  const mined = await arrival
  expect(mined.destinationTransaction).toMatchObject({ status: 'MINING', txnMinedAt: expect.any(String) })
  const [ended, other] = [await receiptWhen(over.intentId, isFinal), await receiptWhen(beside.intentId, isFinal)]
  expect([ended.status, other.status]).toEqual(['SUCCEEDED', 'SUCCEEDED'])
  expect(await balance(service.devnet, arbitrum, tokens.usdc, at(30))).toBe(ended.summary.destinationTokenAmount)
  expect(await daiOf(arbitrum, at(31))).toBe(other.summary.destinationTokenAmount)
})

test('what the nodes refused is in no breaker: all chains are healthy, and nobody was asked far above the limit', async () => {
  // A returning node is healthy after its next probe, seconds later.
  for (const id of [harbor, base, arbitrum])
    await expect.poll(() => service.app.world.chains.get(id)!.health()).toMatchObject({ healthy: true })
  for (const { proxies } of service.devnet.chains) {
    const asked = proxies.flatMap((proxy) => [...proxy.asked().values()]).reduce((sum, calls) => sum + calls, 0)
    const refused = proxies.reduce((sum, proxy) => sum + proxy.refused(), 0)
    expect(refused / asked).toBeLessThan(0.2)
  }
})
