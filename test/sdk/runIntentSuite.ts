import { describe, expect, test } from 'vitest'
import { localContracts } from '../../src/chains/contracts/operator.ts'
import { devnetDefinitions } from '../../src/chains/definitions/devnet/devnetDefinitions.ts'
import { mainnets } from '../../src/chains/definitions/mainnets.ts'
import { assetDecimals, nativeDecimals, trustedChains } from '../../src/intents/trustedChains.ts'
import { createClient, type Progress, QuoteDeclined, runIntent, UntrustedQuote } from '../../src/sdk/client.ts'
import { trustedContracts } from '../../src/sdk/trustedContracts.ts'
import { ownTokens } from '../../src/tokens/ownTokens.ts'
import { balance, fromTo, harbor, island, native, type Service, summit, tokens, walletOf } from '../e2e/setup.ts'

/** An intent from the first call to the receipt, and the bounds of a caller. */
export function runIntentSuite(service: Service): void {
  const userOf = (index: number) => service.devnet.accounts[index]!
  const walletFor = (index: number, chainId: number = harbor) => walletOf(service.devnet, chainId, userOf(index))

  const toIsland = fromTo([harbor, tokens.usdc, 200_000_000n], [island, tokens.usdc])

  test('the contracts that a client trusts are the ones that were compiled', () => {
    expect(trustedContracts).toEqual(localContracts)
  })

  test('the bridges and tokens that a client knows are those of the service', () => {
    const names = ['USDC', 'USDT', 'WETH', 'WBTC', 'DAI']
    const listed = ownTokens()
    const expected = [...mainnets, ...devnetDefinitions()].map((definition) => ({
      id: definition.id,
      name: definition.name,
      nativeSymbol: definition.nativeCurrency.symbol,
      wrappedNative: definition.wrappedNative,
      ...(definition.across && { spokePool: definition.across.spokePool }),
      ...(definition.cctp && {
        cctp: {
          domain: definition.cctp.domain,
          tokenMessenger: definition.cctp.tokenMessenger,
          usdc: definition.cctp.usdc,
        },
      }),
      ...(definition.layerZero && {
        layerZero: {
          eid: definition.layerZero.eid,
          ofts: definition.layerZero.ofts.map(({ asset, token, decimals, oft }) => ({ asset, token, decimals, oft })),
        },
      }),
      // Only what bridges is the same money on two chains: BNB Chain's USDC is another issuer's, with other decimals.
      assets: Object.fromEntries(
        listed
          .filter((one) => one.chainId === definition.id && names.includes(one.symbol) && one.supportsBridging)
          .map(({ symbol, address }) => [symbol, address]),
      ),
    }))
    expect(trustedChains.map(({ gasCostMax: _, markets: __, ...known }) => known)).toEqual(expected)
    for (const { id, aaveV3, erc4626 } of [...mainnets, ...devnetDefinitions()]) {
      const places = trustedChains.find((one) => one.id === id)!.markets!.map(({ address }) => address)
      expect(places).toEqual([aaveV3!.pool, ...(erc4626?.vaults ?? [])])
    }
    for (const { address, symbol, decimals, supportsBridging } of listed) {
      if (address === native) expect(decimals).toBe(nativeDecimals)
      if (names.includes(symbol) && supportsBridging)
        expect([symbol, decimals]).toEqual([symbol, assetDecimals[symbol]])
    }
  })

  describe('an intent from the first call to the receipt', () => {
    test('a swap on one chain, by a transfer of the wallet, told step by step', async () => {
      const { client, devnet } = service
      const recipient = '0x00000000000000000000000000000000005d1001'
      const progresses: Progress[] = []
      const receipt = await runIntent({
        client,
        wallet: walletFor(0),
        deposit: 'transfer',
        request: {
          ...toIsland,
          destinationChainId: harbor,
          destinationTokenAddress: native,
          destinationToAddress: recipient,
        },
        onProgress: (progress) => progresses.push(progress),
      })
      expect(receipt.status).toBe('SUCCEEDED')
      expect(await balance(devnet, harbor, native, recipient)).toBeGreaterThan(0n)
      const stages = progresses.map(({ stage }) => stage)
      expect(stages.slice(0, 6)).toEqual(['quoted', 'verified', 'committed', 'signing', 'deposited', 'executing'])
      expect(stages.at(-1)).toBe('done')
      expect(stages).toContain('moved')
    })

    test('swaps on both sides, exact output, native in; the caller says the most it costs', async () => {
      const { client, devnet } = service
      const recipient = '0x00000000000000000000000000000000005d1002'
      const wanted = 200n * 10n ** 18n
      const request = {
        ...fromTo([summit, native], [island, tokens.dai]),
        destinationToAddress: recipient,
        destinationTokenAmount: wanted,
      }
      const wallet = walletFor(2, summit)
      const receipt = await runIntent({ client, wallet, request, bounds: { maxDeposit: 10n ** 17n } })
      expect(receipt.status).toBe('SUCCEEDED')
      expect(await balance(devnet, island, tokens.dai, recipient)).toBe(wanted)
    })
  })

  describe('nothing is signed', () => {
    test('without a limit of this side, where money is worth something', async () => {
      const { fetch, asked } = watchingFetch()
      const client = createClient({ url: service.app.url, fetch })
      const request = { ...toIsland, originChainId: 1, destinationChainId: 10 }
      const wallet = walletFor(3)
      await expect(runIntent({ client, wallet, request })).rejects.toThrow(/bounds.toAmountMin/)
      const exact = { ...request, originTokenAmount: undefined, destinationTokenAmount: 1n }
      await expect(runIntent({ client, wallet, request: exact })).rejects.toThrow(/bounds.maxDeposit/)
      expect(asked).toEqual([])
    })

    test('when the caller does not accept', async () => {
      const { fetch, asked } = watchingFetch()
      const client = createClient({ url: service.app.url, fetch })
      const run = runIntent({ client, wallet: walletFor(3), request: toIsland, accept: () => false })
      await expect(run).rejects.toBeInstanceOf(QuoteDeclined)
      expect(asked).toEqual(['QuoteIntent'])
    })

    test.each([
      ['quote.toAmountMin', { toAmountMin: 200_000_000n }],
      ['fees.feeTokenAmount', { maxFee: 1n }],
      ['originCalls.calls[1].steps[0].target', { routeTargets: [tokens.uniswapV3.router] }],
    ])('when %s is outside the bounds', async (field, bounds) => {
      // No swap before the bridge, which is then the first step.
      const request = { ...toIsland, options: { swapProvider: 'WETH' } }
      const run = runIntent({ client: service.client, wallet: walletFor(3), request, bounds })
      await expect(run).rejects.toMatchObject({ name: 'UntrustedQuote', field })
    })

    test('when an exact output costs too much', async () => {
      const request = { ...toIsland, originTokenAmount: undefined, destinationTokenAmount: 100_000_000n }
      const run = runIntent({
        client: service.client,
        wallet: walletFor(3),
        request,
        bounds: { maxDeposit: 99_000_000n },
      })
      await expect(run).rejects.toBeInstanceOf(UntrustedQuote)
    })

    test('when the wallet is somebody else, or on another chain', async () => {
      const request = { ...toIsland, ownerAddress: userOf(4).address }
      await expect(runIntent({ client: service.client, wallet: walletFor(3), request })).rejects.toThrow(/belongs to/)
      const elsewhere = runIntent({ client: service.client, wallet: walletFor(3, island), request: toIsland })
      await expect(elsewhere).rejects.toThrow(/is on chain 31338/)
    })
  })

  function watchingFetch() {
    const asked: string[] = []
    const watching: typeof fetch = (input, init) => {
      asked.push(String(input).split('/').at(-1)!)
      return fetch(input, init)
    }
    return { fetch: watching, asked }
  }
}
