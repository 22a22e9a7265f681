import { expect, test } from 'vitest'
import { systemClock } from '../../src/host/clock.ts'
import { requireUnmodified } from '../../src/intents/requireUnmodified.ts'
import { checkRequest } from '../../src/interface/check.ts'
import { getExchangeRate } from '../../src/server/operations/getExchangeRate.ts'
import { createFiatRates } from '../../src/tokens/fiatRates.ts'
import { postJson } from '../postJson.ts'
import { sampleIntent } from '../wire/samples.ts'
import { post, serve, testChain } from './serve.ts'

test('GetChains also answers in the words of other clients', async () => {
  const harbor = {
    ...testChain(31337, 'harbor'),
    blockExplorer: { name: 'X', url: 'https://x.example' },
    testnet: true as const,
  }
  const chains = new Map([[31337, { id: 31337, definition: harbor }]])
  const { url } = await serve({}, { ports: { chains } })
  const { body } = await post(url, 'GetChains')
  expect(body.chains).toEqual([
    expect.objectContaining({
      tokenName: 'Ether',
      tokenSymbol: 'ETH',
      tokenDecimals: 18,
      isTestnet: true,
      supportsBridging: false,
      blockExplorerUrl: 'https://x.example',
    }),
  ])
})

test('a chain has bridging when a bridge supports a token there', async () => {
  const supports = ({ chainId }: { chainId: number }) => chainId === 31337
  const { url } = await serve({}, { ports: { providers: [{ name: 'FERRY', kind: 'bridge', supports }] } })
  const { body } = await post(url, 'GetChains')
  expect(
    (body.chains as { id: number; supportsBridging: boolean }[]).map((one) => [one.id, one.supportsBridging]),
  ).toEqual([
    [31337, true],
    [31338, false],
  ])
})

test('RuntimeStatus tells what is unwell, with the fields of other clients beside ours', async () => {
  const health = [
    { kind: 'store' as const, name: 'postgres', probe: async () => ({ healthy: true }) },
    { kind: 'chain' as const, name: 'harbor', probe: async () => ({ healthy: false, detail: 'no node answers' }) },
    { kind: 'worker' as const, name: 'steps', probe: async () => ({ healthy: true }) },
    { kind: 'worker' as const, name: 'lanes', probe: () => Promise.reject(new Error('secret at 10.0.0.1')) },
  ]
  const { url } = await serve({}, { ports: { health, version: '0.1.0+1a2b3c4' } })
  const { body, text } = await post(url, 'RuntimeStatus')
  expect(text).not.toContain('10.0.0.1')
  const status = body.status as Record<string, unknown>
  expect(status).toMatchObject({
    healthy: false,
    checks: [
      { kind: 'store', name: 'postgres', healthy: true },
      { kind: 'chain', name: 'harbor', healthy: false, detail: 'no node answers' },
      { kind: 'worker', name: 'steps', healthy: true },
      { kind: 'worker', name: 'lanes', healthy: false },
    ],
    healthOK: false,
    version: '0.1.0+1a2b3c4',
    branch: '',
    commitHash: '1a2b3c4',
    uptime: expect.stringMatching(/^[0-9]+s$/),
    startTime: status.startedAt,
    hostname: 'test',
    runnables: [
      { name: 'steps', running: true },
      { name: 'lanes', running: false },
    ],
    services: [
      { name: 'postgres', healthy: true, latency: expect.stringMatching(/^[0-9]+ms$/) },
      { name: 'harbor', healthy: false, error: 'no node answers', latency: expect.stringMatching(/^[0-9]+ms$/) },
    ],
  })
})

test('Clock answers with the time, UTC, to the millisecond', async () => {
  const { url, ports } = await serve()
  const before = ports.clock.nowMs()
  const { body } = await post(url, 'Clock')
  expect(body.serverTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(Date.parse(body.serverTime as string)).toBeGreaterThanOrEqual(before)
})

test('protocol versions, currencies and countries are told', async () => {
  const { url } = await serve()
  expect((await post(url, 'GetSupportedIntentProtocols')).body).toEqual({ versions: ['v1'] })
  expect((await post(url, 'GetDefaultIntentProtocol')).body).toEqual({ version: 'v1' })
  const { currencies } = (await post(url, 'GetFiatCurrencyList')).body
  expect(currencies).toContainEqual({ code: 'EUR', name: 'Euro', symbol: '€', decimals: 2 })
  expect(currencies).toContainEqual({ code: 'JPY', name: 'Japanese Yen', symbol: '¥', decimals: 0 })
  const { countries } = (await post(url, 'GetCountryList')).body
  expect(countries).toHaveLength(249)
  expect(countries).toContainEqual({ code: 'PT', name: 'Portugal' })
})

test('an exchange rate needs a feed, but the dollar is a dollar', async () => {
  const { url } = await serve()
  expect((await post(url, 'GetExchangeRate')).body.exchangeRate).toMatchObject({ name: 'US Dollar', value: 1 })
  expect((await post(url, 'GetExchangeRate', { toCurrency: 'EUR' })).body).toMatchObject({ error: 'Unavailable' })
  expect((await post(url, 'GetExchangeRate', { toCurrency: 'QQQ' })).body).toMatchObject({ error: 'InvalidArgument' })
})

test('rates come from the feed, in any base, and outlive its failure for a day', async () => {
  let feed: unknown = { base: 'EUR', rates: { USD: 1.25, GBP: 0.8, BAD: -1 } }
  let aheadMs = 0
  const clock = { ...systemClock, nowMs: () => systemClock.nowMs() + aheadMs }
  const read = async () => {
    if (feed === undefined) throw new Error('down')
    return feed
  }
  const rates = createFiatRates({ read, clock })
  const { url } = await serve({}, { handlers: { GetExchangeRate: getExchangeRate(rates) } })
  const rate = async (toCurrency: string) => (await post(url, 'GetExchangeRate', { toCurrency })).body
  expect(await rate('gbp')).toEqual({
    exchangeRate: { name: 'British Pound', symbol: '£', value: 0.64, vsCurrency: 'USD', currencyType: 'fiat' },
  })
  expect(await rate('EUR')).toHaveProperty('exchangeRate.value', 0.8)
  expect(await rate('CHF')).toMatchObject({ error: 'Unavailable', cause: 'toCurrency: the feed has no rate for CHF' })
  feed = undefined
  aheadMs = 3_600_000
  expect(await rate('GBP')).toHaveProperty('exchangeRate.value', 0.64)
  aheadMs = 25 * 3_600_000
  expect(await rate('GBP')).toMatchObject({ error: 'QueryFailed' })
})

test('each brand has its own document and its own name of the contracts operation', async () => {
  const acme = { service: 'Acme', field: 'acme', wallet: 'acmeVault' }
  const brands = [{ service: 'Svc', field: 'svc', wallet: 'svcWallet' }, acme]
  const SvcContracts = sampleIntent.svcContracts
  const { url } = await serve({ brands }, { handlers: { GetSvcContracts: () => ({ SvcContracts }) } })
  const document = async (path: string) => (await fetch(url + path)).json() as Promise<{ paths: object }>
  const [first, own, other] = [
    await document('/openapi.json'),
    await document('/openapi/Svc.json'),
    await document('/openapi/Acme.json'),
  ]
  expect(own).toEqual(first)
  expect(Object.keys(own.paths)).toContain('/rpc/Svc/GetSvcContracts')
  expect(Object.keys(other.paths)).toContain('/rpc/Acme/GetAcmeContracts')
  expect(JSON.stringify(other)).not.toMatch(/svc/i)
  const reply = await postJson(`${url}/rpc/Acme/GetAcmeContracts`, {})
  expect(await reply.json()).toEqual({
    AcmeContracts: {
      acmeIntentEntrypointAddress: SvcContracts.svcIntentEntrypointAddress,
      acmeRouterAddress: SvcContracts.svcRouterAddress,
      acmeRouterShimAddress: SvcContracts.svcRouterShimAddress,
    },
  })
})

test('a chain id of 64 bits is well-formed, and unknown', async () => {
  const { url } = await serve()
  const ask = (id: string) => post(url, 'GetTokenList', `{"chainIds":[${id}]}`)
  expect((await ask('18446744073709551615')).body).toMatchObject({
    error: 'UnsupportedNetwork',
    status: 422,
    cause: expect.stringMatching(/^chain \d+ is not configured; configured: 31337/),
  })
  expect((await ask('9007199254740993')).body).toMatchObject({ error: 'UnsupportedNetwork' })
  expect((await ask('18446744073709551616')).body).toMatchObject({ error: 'InvalidArgument' })
})

test('no array of a request has more than a thousand elements, wherever it stands', async () => {
  const { url } = await serve()
  const many = Array.from({ length: 1_001 }, () => 1)
  const { body } = await post(url, 'Ping', { unknown: { deeper: many } })
  expect(body).toMatchObject({ error: 'InvalidArgument', cause: 'unknown.deeper: must have at most 1000 elements' })
  expect((await post(url, 'Ping', { unknown: many.slice(1) })).status).toBe(200)
})

test('a commit compares a string to the last digit and a number as a double', () => {
  const commit = (fromAmount: unknown) =>
    checkRequest('CommitIntent', { intent: { ...sampleIntent, quote: { ...sampleIntent.quote, fromAmount } } }).intent
  const { fromAmount } = sampleIntent.quote
  const rounded = BigInt(Number(fromAmount))
  expect(rounded).not.toBe(fromAmount)
  expect(() => requireUnmodified(commit(rounded), sampleIntent)).not.toThrow()
  expect(() => requireUnmodified(commit(fromAmount.toString()), sampleIntent)).not.toThrow()
  expect(() => requireUnmodified(commit(rounded.toString()), sampleIntent)).toThrow('Invalid argument')
})
