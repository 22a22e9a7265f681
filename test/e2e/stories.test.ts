import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  balance,
  deposit,
  finished,
  harbor,
  island,
  native,
  restingPlaces,
  type Service,
  startService,
  tokens,
} from './world.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
}, 180_000)
afterAll(() => service?.stop())

/** Quotes, commits, deposits by transfer, executes with the hash and waits for the end. */
async function run(request: Parameters<Service['client']['quoteIntent']>[0], userIndex: number) {
  const { client, devnet } = service
  const user = devnet.accounts[userIndex]!
  const { intent } = await client.quoteIntent({ ...request, ownerAddress: user.address })
  await client.commitIntent({ intent })
  const hash = await deposit(devnet, user, intent)
  await client.executeIntent({ intentId: intent.intentId, depositTransactionHash: hash })
  const receipt = await finished(service, intent.intentId)
  const ledger = await service.app.world.store.intents.ledger(intent.intentId)
  return { intent, receipt, user, ledger }
}

/** Nothing may be left at an intent address, in a pool or on a bridge: what went in came out. */
function expectAtRest(ledger: Parameters<typeof restingPlaces>[0]): void {
  const resting = Object.keys(restingPlaces(ledger)).map((key) => key.split(':')[0])
  expect(resting).not.toContain('originIntent')
  expect(resting).not.toContain('destinationIntent')
}

describe('same chain', () => {
  test('100 USDC become ETH on the same chain, exact input', async () => {
    const { devnet } = service
    const recipient = '0x00000000000000000000000000000000000a11ce'
    const request = {
      ownerAddress: native,
      originChainId: harbor,
      originTokenAddress: tokens.usdc,
      destinationChainId: harbor,
      destinationTokenAddress: native,
      destinationToAddress: recipient,
      originTokenAmount: 100_000_000n,
    } as const
    const { intent, receipt, ledger } = await run(request, 0)
    expect(intent.depositTransaction.amount).toBe(100_000_000n)
    expect(receipt.status).toBe('SUCCEEDED')
    expect(await balance(devnet, harbor, native, recipient)).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
    expectAtRest(ledger)
  })

  test('one ETH pays exactly 1,000 DAI, exact output, and the surplus goes back', async () => {
    const { devnet } = service
    const recipient = '0x00000000000000000000000000000000000b0b01'
    const wanted = 1_000n * 10n ** 18n
    const request = {
      ownerAddress: native,
      originChainId: harbor,
      originTokenAddress: native,
      destinationChainId: harbor,
      destinationTokenAddress: tokens.dai,
      destinationToAddress: recipient,
      destinationTokenAmount: wanted,
    } as const
    const { receipt, ledger } = await run(request, 1)
    expect(receipt.status).toBe('SUCCEEDED')
    expect(await balance(devnet, harbor, tokens.dai, recipient)).toBe(wanted)
    expectAtRest(ledger)
  })
})

describe('across chains', () => {
  test('USDT on Harbor becomes ETH on Island', async () => {
    const { devnet } = service
    const recipient = '0x00000000000000000000000000000000000c4a7e'
    const request = {
      ownerAddress: native,
      originChainId: harbor,
      originTokenAddress: tokens.usdt,
      destinationChainId: island,
      destinationTokenAddress: native,
      destinationToAddress: recipient,
      originTokenAmount: 500_000_000n,
    } as const
    const { intent, receipt, ledger } = await run(request, 2)
    expect(receipt.status).toBe('SUCCEEDED')
    expect(await balance(devnet, island, native, recipient)).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
    expectAtRest(ledger)
  })

  test.each(['ACROSS', 'CCTP'])('USDC on Harbor becomes USDC on Island by %s', async (bridgeProvider) => {
    const { devnet } = service
    const recipient =
      bridgeProvider === 'CCTP'
        ? '0x00000000000000000000000000000000000cc791'
        : '0x00000000000000000000000000000000000ac055'
    const request = {
      ownerAddress: native,
      originChainId: harbor,
      originTokenAddress: tokens.usdc,
      destinationChainId: island,
      destinationTokenAddress: tokens.usdc,
      destinationToAddress: recipient,
      originTokenAmount: 250_000_000n,
      options: { bridgeProvider },
    } as const
    const { intent, receipt, ledger } = await run(request, 3)
    expect(intent.quote.routeProviders).toContain(bridgeProvider)
    expect(receipt.status).toBe('SUCCEEDED')
    expect(await balance(devnet, island, tokens.usdc, recipient)).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
    expectAtRest(ledger)
  })
})
