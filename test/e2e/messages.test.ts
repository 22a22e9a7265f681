import { afterEach, expect, test } from 'vitest'
import { balance, carriedOut, fromTo, harbor, island, native, tokens, useService } from './setup.ts'

const service = useService()
afterEach(async () => expect(await service.expectReceipts()).toBeGreaterThan(0))

const options = { bridgeProvider: 'LAYERZERO' }

test.each([
  ['USDT as it is', tokens.usdt, tokens.usdt, { originTokenAmount: 250_000_000n }],
  ['WBTC, of which two digits do not cross', tokens.wbtc, tokens.wbtc, { originTokenAmount: 1_234_567n }],
  ['USDC for ETH, swapped on both sides', tokens.usdc, native, { originTokenAmount: 250_000_000n }],
  ['DAI for an exact amount of USDT', tokens.dai, tokens.usdt, { destinationTokenAmount: 150_000_000n }],
  ['USDC for an exact amount of WBTC', tokens.usdc, tokens.wbtc, { destinationTokenAmount: 123_456n }],
] as const)('LayerZero carries %s', async (name, originTokenAddress, destinationTokenAddress, amount) => {
  const recipient = `0x${Buffer.from(name).toString('hex').slice(0, 40).padEnd(40, '0')}` as const
  const { intent, receipt } = await carriedOut(service, 3, {
    ...fromTo([harbor, originTokenAddress], [island, destinationTokenAddress]),
    destinationToAddress: recipient,
    options,
    ...amount,
  })
  expect(intent.quote.routeProviders).toContain('LAYERZERO')
  expect(receipt).toMatchObject({ destinationTransaction: { context: 'NONE' } })
  const arrived = await balance(service.devnet, island, destinationTokenAddress, recipient)
  if ('destinationTokenAmount' in amount) expect(arrived).toBe(amount.destinationTokenAmount)
  else expect(arrived).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
})
