import { describe, expect, test } from 'vitest'
import type { YieldAction } from '../../src/interface/yieldShapes.ts'
import { balance, fromTo, harbor, mined, type Service, tokens, useService, walletOf } from './setup.ts'

const service = useService()

const usdc = (whole: number) => BigInt(whole) * 10n ** 6n
const owner = () => service.devnet.accounts[0]!
type QuoteRequest = Parameters<Service['client']['quoteIntent']>[0]

const ask = (more: Partial<QuoteRequest> = {}): QuoteRequest =>
  ({
    ownerAddress: owner().address,
    ...fromTo([harbor, tokens.usdc, usdc(100)], [harbor, tokens.dai]),
    ...more,
  }) as QuoteRequest

test('an unknown provider with fallback falls back, and the answer says so', async () => {
  const options = { swapProvider: 'ZERO_EX', swapProviderFallback: true }
  const { intent, notes } = await service.client.quoteIntent(ask({ options }))
  expect(intent.quote.routeProviders.length).toBeGreaterThan(0)
  expect(notes).toEqual([expect.stringMatching(/^options.swapProvider: ZERO_EX is not known here, so AUTO was used/)])
})

test('contracts are told as every intent names them', async () => {
  const { intent } = await service.client.quoteIntent(ask())
  const { SvcContracts } = await service.client.getSvcContracts()
  expect(SvcContracts).toEqual(intent.svcContracts)
  expect(await service.client.getProtocolContracts({ intentProtocol: 'v1' })).toEqual({ SvcContracts })
})

test('a history refuses to sort by columns that it does not have', async () => {
  const page = { sort: [{ column: 'amount', order: 'ASC' as const }] }
  await expect(service.client.getIntentHistory({ page })).rejects.toMatchObject({ error: 'InvalidArgument' })
})

describe('yield actions', () => {
  const market = 'harbor-usdc-aave-v3-lending'
  const send = async (payload: string) => {
    const action = JSON.parse(payload) as YieldAction
    const wallet = walletOf(service.devnet, harbor, owner())
    for (const { to, data } of action.transactions) {
      // Interest that accrues between the estimate and the block takes more gas than was estimated.
      expect((await mined(wallet, wallet.sendTransaction({ to, data, gas: 1_000_000n }))).status).toBe('success')
    }
    return action
  }

  test('enter and leave with the transactions of the answer', async () => {
    const request = { earnMarketId: market, userWalletAddress: owner().address }
    const before = await balance(service.devnet, harbor, tokens.usdc, owner().address)
    const enter = await service.client.yieldCreateEnterAction({ ...request, args: { amount: '12.5' } })
    const action = await send(enter.payload)
    expect(action.transactions.map(({ type }) => type)).toEqual(['approve', 'deposit'])
    expect(await balance(service.devnet, harbor, tokens.usdc, owner().address)).toBe(before - 12_500_000n)
    const part = await service.client.yieldCreateExitAction({ ...request, args: { amount: '2.5' } })
    await send(part.payload)
    const all = await service.client.yieldCreateExitAction({ ...request, args: { useMaxAmount: true } })
    await send(all.payload)
    expect(await balance(service.devnet, harbor, tokens.usdc, owner().address)).toBeGreaterThanOrEqual(before - 1n)
  })

  test('what the chain would refuse is refused with its reason', async () => {
    const nobody = { earnMarketId: market, userWalletAddress: '0x00000000000000000000000000000000000face1' }
    const empty = service.client.yieldCreateEnterAction({ ...nobody, args: { amount: '1' } })
    await expect(empty).rejects.toMatchObject({ error: 'Unavailable' })
    await expect(empty).rejects.toThrow(/the transactions would fail on chain now: /)
    const both = { amount: '1', useMaxAmount: true }
    await expect(service.client.yieldCreateExitAction({ ...nobody, args: both })).rejects.toMatchObject({
      error: 'InvalidArgument',
    })
    const unknown = { earnMarketId: 'nowhere', userWalletAddress: owner().address, args: { amount: '1' } }
    await expect(service.client.yieldCreateEnterAction(unknown)).rejects.toMatchObject({ error: 'NotFound' })
  })

  test('providers, networks and one market', async () => {
    const providers = JSON.parse((await service.client.yieldGetProviders()).payload)
    expect(providers.map(({ id }: { id: string }) => id)).toEqual(['aave-v3', 'erc4626'])
    const { payload } = await service.client.yieldGetProvider({ providerId: 'AAVE-V3' })
    expect(JSON.parse(payload)).toMatchObject({
      id: 'aave-v3',
      type: 'lending',
      networks: ['harbor', 'island', 'summit'],
    })
    const networks = JSON.parse((await service.client.yieldGetNetworks()).payload)
    expect(networks[0]).toEqual({ id: 'harbor', name: 'Harbor', chainId: '31337', providers: ['aave-v3', 'erc4626'] })
    const one = JSON.parse((await service.client.yieldGetMarketById({ marketId: market })).payload)
    expect(one).toMatchObject({ id: market, providerId: 'aave-v3', token: { address: tokens.usdc } })
  })
})
