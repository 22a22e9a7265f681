import { expect, onTestFinished, test } from 'vitest'
import { describeWhereabouts } from '../../src/intents/describeWhereabouts.ts'
import { verifyQuote } from '../../src/sdk/client.ts'
import { balance, harbor, island, restingPlaces, settle, tokens, useService } from './setup.ts'
import { askForLargeOrder, smallBridges } from './smallBridges.ts'

const service = useService()

const recipient = '0x0000000000000000000000000000000000002b1d' as const

test('an order that no bridge carries alone settles over two, and the receipt adds up', async () => {
  const { client, devnet } = service
  onTestFinished(await smallBridges(devnet))
  const user = devnet.accounts[2]!
  const request = { ...askForLargeOrder, ownerAddress: user.address, destinationToAddress: recipient }
  const { intent, offers = [] } = await client.quoteIntent(request)
  expect(intent.quote.routeProviders).toEqual(['ACROSS', 'LAYERZERO'])
  expect(offers[0]).toMatchObject({ chosen: true, route: 'ACROSS and LAYERZERO over USDT' })
  const overUsdt = offers.filter(({ route, chosen }) => !chosen && route.endsWith('over USDT'))
  expect(overUsdt.map(({ refused }) => refused)).toEqual(['tooLarge', 'tooLarge'])
  const { crossing } = verifyQuote({ intent, request, bounds: {}, nowMs: Date.now() })
  expect(crossing).toMatchObject({ isBound: true, amount: intent.quote.toAmountMin })

  const receipt = await settle(service, user, intent)
  expect(receipt.status).toBe('SUCCEEDED')
  expect(await balance(devnet, island, tokens.usdt, recipient)).toBe(intent.quote.toAmountMin)

  const { moves = [] } = receipt
  const arrived = moves.filter(({ from, to }) => from === 'bridge' && to === 'destinationIntent')
  expect(arrived).toHaveLength(2)
  expect(new Set(arrived.map(({ txnHash }) => txnHash)).size).toBe(2)
  expect(arrived.reduce((sum, { amount }) => sum + amount, 0n)).toBe(intent.quote.toAmountMin)
  const ledger = await service.app.world.store.intents.ledger(intent.intentId)
  expect(Object.keys(restingPlaces(ledger)).filter((place) => place.includes('Intent'))).toEqual([])
  const unit = { symbol: 'USDT', decimals: 6 }
  const said = describeWhereabouts(receipt, {
    chainName: (id) => (id === harbor ? 'Harbor' : 'Island'),
    unitOf: () => unit,
  })
  expect(said).toMatch(/^15000 USDT on Harbor came in; /)
  expect(await service.expectReceipts()).toBe(1)
})
