import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rpc } from '../../src/devnet/rpc.ts'
import { balance, deposit, finished, island, type Service, startService, summit, tokens } from './setup.ts'

/** Optimism's and Base's pace: ten blocks, twenty seconds, are final for small amounts. */
const [optimism, base] = [island, summit]

let service: Service

const recipient = '0x000000000000000000000000000000000000b0b1'

async function start(originChainId: number, ask: object) {
  const { client, devnet } = service
  const key = devnet.accounts[0]!
  const { intent } = await client.quoteIntent({
    ownerAddress: key.address,
    originChainId,
    originTokenAddress: tokens.usdc,
    originTokenAmount: 100_000_000n,
    destinationChainId: originChainId,
    destinationTokenAddress: tokens.dai,
    destinationToAddress: recipient,
    ...ask,
  })
  await client.commitIntent({ intent })
  const depositTransactionHash = await deposit(devnet, key, intent)
  await client.executeIntent({ intentId: intent.intentId, depositTransactionHash })
  return intent
}

/** The receipt as soon as it says so, as a caller sees it who waits for changes. */
async function receiptWhen(
  intentId: `0x${string}`,
  isSo: (receipt: Awaited<ReturnType<typeof finished>>) => boolean,
): Promise<Awaited<ReturnType<typeof finished>>> {
  let lastReceiptStates: Awaited<ReturnType<typeof service.client.waitIntentReceipt>>['receiptStates'] = []
  for (let looks = 0; looks < 40; looks++) {
    const answer = await service.client.waitIntentReceipt({ intentId, lastReceiptStates })
    if (isSo(answer.intentReceipt)) return answer.intentReceipt
    if (answer.done) break
    lastReceiptStates = answer.receiptStates
  }
  throw new Error(`it never was so for ${intentId}`)
}

/** Real block times take minutes: with `CHAOS=some` or `CHAOS=all` only. */
describe.runIf(process.env.CHAOS)('under the weather of public nodes', () => {
  beforeAll(async () => {
    service = await startService({
      devnet: { weather: 'sidechain' },
      config: { devnet: { weather: 'sidechain' } },
    })
  }, 120_000)
  afterAll(() => service?.stop(), 120_000)

  test('a payment on one chain is told when it is mined, survives a reorganisation, and ends when it is final', async () => {
    const intent = await start(optimism, {})
    const mined = await receiptWhen(intent.intentId, ({ summary }) => summary.arrived === true)
    expect(mined).toMatchObject({ status: 'EXECUTING', originTransaction: { status: 'MINING' } })
    expect(mined.moves).not.toContainEqual(expect.objectContaining({ to: 'recipient' }))
    const { nodeUrl } = service.devnet.chains.find(({ id }) => id === optimism)!
    await rpc(nodeUrl, 'anvil_reorg', [2, []])
    const ended = await finished(service, intent.intentId)
    expect(ended).toMatchObject({ status: 'SUCCEEDED', originTransaction: { status: 'SUCCEEDED' } })
    expect(await balance(service.devnet, optimism, tokens.dai, recipient)).toBe(ended.summary.destinationTokenAmount)
  }, 240_000)

  test('over a bridge: the batch of the destination goes out when the fill is mined', async () => {
    const intent = await start(base, {
      destinationChainId: optimism,
      destinationTokenAddress: tokens.usdc,
      options: { bridgeProvider: 'ACROSS' },
    })
    const mined = await receiptWhen(intent.intentId, ({ summary }) => summary.arrived === true)
    expect(mined.destinationTransaction).toMatchObject({ status: 'MINING', txnMinedAt: expect.any(String) })
    const ended = await finished(service, intent.intentId)
    expect(ended.status).toBe('SUCCEEDED')
  }, 240_000)
})
