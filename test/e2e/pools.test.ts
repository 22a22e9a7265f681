import { expect, test } from 'vitest'
import { verifyQuote } from '../../src/sdk/verifyQuote.ts'
import { balance, fromTo, harbor, island, native, settle, tokens, useService } from './setup.ts'

const service = useService()

/** An intent through the pools of one provider alone, which the client reads before it pays. */
const rows = [
  { swapProvider: 'UNISWAP_V4', from: native, to: tokens.dai, amount: 10n ** 17n, destination: harbor },
  { swapProvider: 'UNISWAP_V4', from: tokens.dai, to: native, amount: 300n * 10n ** 18n, destination: island },
  { swapProvider: 'PANCAKESWAP_V3', from: tokens.usdt, to: tokens.wbtc, amount: 300_000_000n, destination: harbor },
] as const

test.each(rows)('$swapProvider to chain $destination: what was quoted arrives', async (row) => {
  const { client, devnet } = service
  const user = devnet.accounts[rows.indexOf(row)]!
  const recipient = `0x00000000000000000000000000000000000f00${rows.indexOf(row)}1` as const
  const request = {
    ownerAddress: user.address,
    ...fromTo([harbor, row.from, row.amount], [row.destination, row.to]),
    destinationToAddress: recipient,
    options: { swapProvider: row.swapProvider, bridgeProvider: 'ACROSS' },
  } as const
  const { intent } = await client.quoteIntent(request)
  verifyQuote({ intent, request, bounds: {}, nowMs: Date.now(), isLookedAt: true })
  expect(intent.quote.routeProviders).toContain(row.swapProvider)
  const receipt = await settle(service, user, intent)
  expect(receipt.status).toBe('SUCCEEDED')
  expect(await balance(devnet, row.destination, row.to, recipient)).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
  expect(await service.expectReceipts()).toBeGreaterThan(0)
})
