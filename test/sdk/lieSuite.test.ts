import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findTokenOn } from '../../src/cli/kit/findToken.ts'
import { readChains, requireKnownToken } from '../../src/cli/kit/knownNames.ts'
import type { DepositWayName } from '../../src/interface/enums.ts'
import type { IntentReceipt } from '../../src/interface/receiptShapes.ts'
import { type Client, depositToMarket, executeAlone, runIntent, waitIntent } from '../../src/sdk/client.ts'
import { proveReceipt } from '../../src/sdk/proveReceipt.ts'
import { provingOf } from '../../src/sdk/waitIntent.ts'
import { harbor, island, native, tokens, useService, walletOf } from '../e2e/setup.ts'
import {
  burning,
  burnLies,
  crossing,
  fieldLies,
  fillLies,
  type Lie,
  messageLies,
  NoSuchField,
  sameChain,
  stepLies,
  thief,
} from './lieTable.ts'
import { lyingServer, watchedWallet, worthOf } from './lyingServer.ts'
import { wayLies } from './wayLies.ts'

const service = useService()

/** 0.1 WBTC, whose two extra digits do not cross. */
const messaging = {
  ...crossing,
  originTokenAddress: tokens.wbtc,
  destinationTokenAddress: tokens.wbtc,
  originTokenAmount: 1_000_067n,
  options: { bridgeProvider: 'LAYERZERO', swapProvider: 'WETH' },
}
const ofDai = { ...sameChain, originTokenAddress: tokens.dai, originTokenAmount: 200n * 10n ** 18n }
type Request = typeof crossing | typeof messaging | typeof sameChain | typeof ofDai

/** Every lie and its end; the suite must leave `believed` empty. */
const tally = { caught: 0, harmless: 0, believed: [] as string[] }
const count = () => tally.caught + tally.harmless + tally.believed.length

/** Lies by a server that accepts its own commits. Harmless: the signature is worth the same as without the lie. */
async function tell(
  { name, lie, field }: Lie,
  [request, deposit]: readonly [Request, DepositWayName],
  liar: ReturnType<typeof lyingServer>,
  honest: string,
) {
  const { wallet, signed } = watchedWallet(service)
  let left = false
  const client = liar.client((answer) => {
    try {
      lie(answer)
    } catch (error) {
      if (!(error instanceof NoSuchField)) throw error
      left = true
    }
  })
  const failure = await runIntent({ client, wallet, request, deposit }).catch((error: unknown) => error as Error)
  if (left) return
  const isCaught = signed.length === 0 && failure instanceof Error && /^Untrusted/.test(failure.name)
  const caughtBy = (failure as { field?: string }).field
  // Some lies about an intent's form show in another field if it crosses.
  if (isCaught && field && request.destinationChainId === island)
    expect([name, caughtBy]).toEqual([name, matching(field)])
  if (isCaught) tally.caught++
  else if (worthOf(signed) === honest) tally.harmless++
  else tally.believed.push(`${name}: ${failure instanceof Error ? failure.message : 'no error'}`)
}

const matching = (field: string | RegExp) => (typeof field === 'string' ? field : expect.stringMatching(field))

describe('lies in quotes', () => {
  test.each([
    ['over a bridge that is filled', crossing, 'receiveWithAuthorization', [...fieldLies, ...stepLies, ...fillLies]],
    ['over a bridge that burns and mints', burning, 'permit', [...fieldLies, ...stepLies, ...burnLies]],
    ['over a bridge of messages', messaging, 'permit', [...fieldLies, ...stepLies, ...messageLies]],
    ['on one chain', sameChain, 'permit', fieldLies],
    ['paid by ERC-3009', sameChain, 'receiveWithAuthorization', wayLies('receiveWithAuthorization')],
    ['paid by a permit', sameChain, 'permit', wayLies('permit')],
    ["paid by DAI's permit", ofDai, 'daiPermit', wayLies('daiPermit')],
  ] as const)('%s', async (_kind, request, deposit, lies) => {
    const liar = lyingServer(service)
    const { wallet, signed } = watchedWallet(service)
    const end = await runIntent({ client: liar.client(() => {}), wallet, request, deposit }).catch(String)
    // Without a lie the wallet signs once: the liar's commit was accepted.
    expect(signed, `ended with ${end}`).toHaveLength(1)
    for (const lie of lies) await tell(lie, [request, deposit], liar, worthOf(signed))
    expect(tally.believed).toEqual([])
  })

  test('an address that was used before, and one that holds another deposit', async () => {
    const liar = lyingServer(service)
    const key = service.devnet.accounts[1]!
    const wallet = walletOf(service.devnet, harbor, key)
    const { intent } = await service.client.quoteIntent({ ...sameChain, ownerAddress: key.address })
    const replay = { name: 'a quote that already ran', lie: (answer: { intent: unknown }) => (answer.intent = intent) }
    await wallet.waitForTransactionReceipt({
      hash: await wallet.sendTransaction({ to: tokens.usdc, data: intent.depositTransaction.data }),
    })
    const again = () => runIntent({ client: liar.client(replay.lie as never), wallet, request: sameChain })
    await expect(again()).rejects.toMatchObject({ name: 'UntrustedQuote', field: 'originIntentAddress' })
    await executeAlone({ intent, wallet })
    await expect(again()).rejects.toThrow(/already deployed/)
    tally.caught += 2
  })
})

test('an end is proven for an owner who names another address for refunds at the destination', async () => {
  const [owner, other] = [service.devnet.accounts[4]!, service.devnet.accounts[5]!]
  const wallet = walletOf(service.devnet, harbor, owner)
  const readers = { [island]: walletOf(service.devnet, island, owner), [harbor]: wallet }
  const request = { ...crossing, refundToAddress: other.address }
  const { intentId } = await runIntent({ client: service.client, wallet, request, readers })
  const end = await waitIntent({ client: service.client, intentId, readers })
  expect(end).toMatchObject({ status: 'SUCCEEDED', verified: 'chain' })
})

test('lies in receipts: an end is what the chain says', async () => {
  const wallet = walletOf(service.devnet, harbor, service.devnet.accounts[2]!)
  const readers = { [island]: walletOf(service.devnet, island, service.devnet.accounts[2]!), [harbor]: wallet }
  const run = (readersGiven: typeof readers) =>
    runIntent({ client: service.client, wallet, request: crossing, readers: readersGiven })
  const first = await run(readers)
  expect(first).toMatchObject({ status: 'SUCCEEDED', verified: 'chain', arrived: expect.any(BigInt) })
  const other = await run(readers)
  const { intent } = await service.client.getIntent({ intentId: first.intentId })
  const { verified: _, compared: __, arrived: ___, ...honest } = first
  const leg = honest.destinationTransaction!
  const mined = other.destinationTransaction!.txnHash!
  const said = (change: Partial<IntentReceipt>): IntentReceipt => ({ ...honest, ...change })
  const never = `0x${'ab'.repeat(32)}` as const
  const refund = { ...leg, chainId: island, tokenAddress: tokens.usdc, tokenAmount: 10n }
  const lies: [name: string, receipt: IntentReceipt][] = [
    ['no hash', said({ destinationTransaction: { ...leg, txnHash: undefined } })],
    ['a hash that is nowhere', said({ destinationTransaction: { ...leg, txnHash: never } })],
    ['the hash of another intent', said({ destinationTransaction: { ...leg, txnHash: mined } })],
    [
      'the hash of the deposit',
      said({ destinationTransaction: { ...leg, txnHash: honest.depositTransaction.txnHash } }),
    ],
    ['the hash of the origin', said({ destinationTransaction: { ...leg, txnHash: honest.originTransaction.txnHash } })],
    ['more arrived', said({ destinationTransaction: { ...leg, tokenAmount: leg.tokenAmount! + 1n } })],
    ['less arrived', said({ destinationTransaction: { ...leg, tokenAmount: 1n } })],
    ['no destination leg', said({ destinationTransaction: undefined })],
    ['another intent', said({ intentId: other.intentId })],
    ['another destination', said({ destinationChainId: harbor })],
    ['failed, though it was paid', said({ status: 'FAILED', destinationTransaction: undefined })],
    ['refunded, nowhere', said({ status: 'FAILED', refundTransaction: { ...refund, txnHash: never } })],
    ['refunded, to nobody', said({ status: 'FAILED', refundTransaction: { ...refund, txnHash: mined } })],
    ['refunded, by the delivery', said({ status: 'FAILED', refundTransaction: { ...refund, txnHash: leg.txnHash } })],
  ]
  const proving = { ...provingOf(intent, readers), appearWithinMs: 250 }
  await expect(proveReceipt(honest, proving)).resolves.toMatchObject({ verified: 'chain' })
  for (const [name, receipt] of lies) {
    const end = await proveReceipt(receipt, proving).catch((error: unknown) => error as Error)
    if (end instanceof Error && end.name === 'UntrustedReceipt') tally.caught++
    else tally.believed.push(`receipt: ${name}`)
  }
  // Without a node the result is marked as the server's word.
  const wordOnly = await waitIntent({ client: service.client, intentId: first.intentId })
  expect([wordOnly.verified, wordOnly.compared]).toEqual(['server', ['nothing: no readers were given']])
  const half = await waitIntent({ client: service.client, intentId: first.intentId, readers: { [harbor]: wallet } })
  const left = `not the delivery: no node of chain ${island} was given; the deposit has left on chain ${harbor}`
  expect([half.verified, half.compared]).toEqual(['server', [left]])
  expect(tally.believed).toEqual([])
})

test('lies about chains, tokens and markets', async () => {
  const { client } = service
  const { chains } = await client.getChains()
  const [first, second] = [chains[0]!, chains[1]!]
  const { tokens: listed } = await client.getTokenList({ chainIds: [harbor], includeAllListed: true })
  const usdc = listed.find(({ symbol }) => symbol === 'USDC')!
  const coin = listed.find(({ address }) => address === native)!
  const { payload } = await client.yieldGetMarkets({})
  const market = JSON.parse(payload).find(({ id }: { id: string }) => id === 'island-usdc-aave-v3-lending')
  const deposit = { ...crossing, ownerAddress: service.devnet.accounts[0]!.address }
  const chainsAre = (said: unknown[]) => () =>
    readChains({ ...client, getChains: async () => ({ chains: said }) } as Client)
  const listIs = (said: object) => () =>
    findTokenOn({ ...client, getTokenList: async () => ({ tokens: [said] }) } as never, first, 'USDC')
  const tokenIs = (said: object) => async () => requireKnownToken({ ...usdc, ...said })
  const marketIs = (said: object) => async () => depositToMarket({ ...market, ...said }, deposit)
  const gas = (said: object) => ({ ...first, nativeCurrency: { ...first.nativeCurrency, ...said } })
  const lies: [name: string, tell: () => Promise<unknown>][] = [
    [
      'two names change places',
      chainsAre([
        { ...first, id: second.id },
        { ...second, id: first.id },
      ]),
    ],
    ['a known chain under another name', chainsAre([{ ...first, name: 'Haven' }])],
    ['a known name for another chain', chainsAre([{ ...first, id: 999 }])],
    ['Ethereum is another chain', chainsAre([{ ...first, id: 999, name: 'ethereum' }])],
    ['a chain named like an id', chainsAre([{ ...first, id: 999, name: '1' }])],
    ['two chains of one name', chainsAre([first, { ...first, id: 999 }])],
    ['gas is paid in dollars', chainsAre([gas({ symbol: 'USDC' })])],
    ['gas has six decimals', chainsAre([gas({ decimals: 6 })])],
    ['USDC is a token of a thief', listIs({ ...usdc, address: thief })],
    ['USDC has 18 decimals', listIs({ ...usdc, decimals: 18 })],
    ['USDC of another chain', listIs({ ...usdc, chainId: island })],
    ['DAI is called USDC', listIs({ ...usdc, address: tokens.dai })],
    ['USDC is called DAI', tokenIs({ symbol: 'DAI' })],
    ['usdc in small letters is a thief’s', tokenIs({ symbol: 'usdc', address: thief })],
    ['USDC with a space is a thief’s', tokenIs({ symbol: 'USDC ', address: thief })],
    ['ETH is a token of a thief', tokenIs({ symbol: 'ETH', address: thief })],
    ['the native token is called USDC', tokenIs({ ...coin, symbol: 'USDC' })],
    ['the native token has 6 decimals', tokenIs({ ...coin, decimals: 6 })],
    ['a pool of a thief', marketIs({ depositAddress: thief })],
    ['the token as the pool', marketIs({ depositAddress: tokens.usdc })],
    ['a pool on another chain', marketIs({ chainId: '1' })],
    ['a chain that nobody knows', marketIs({ chainId: '999' })],
    ['a token of a thief', marketIs({ token: { ...market.token, address: thief } })],
    [
      'another token than the id says',
      marketIs({ token: { ...market.token, address: tokens.dai, symbol: 'DAI', decimals: 18 } }),
    ],
    ['a token with other decimals', marketIs({ token: { ...market.token, decimals: 18 } })],
    ['a token under another name', marketIs({ token: { ...market.token, symbol: 'DAI' } })],
    ['the calls of another protocol', marketIs({ providerId: 'erc4626' })],
    ['the id of another market', marketIs({ id: 'harbor-usdc-aave-v3-lending' })],
  ]
  for (const [name, lie] of lies) {
    const answer = await lie().catch((error: unknown) => error)
    if (answer instanceof Error) tally.caught++
    else tally.believed.push(name)
  }
  await expect(chainsAre(chains)()).resolves.toHaveLength(3)
  expect(depositToMarket(market, deposit)).toMatchObject({ destinationToAddress: market.depositAddress })
  const own = { ...market, depositAddress: thief }
  expect(depositToMarket(own, deposit, { allow: [thief] })).toMatchObject({ destinationToAddress: thief })
  expect(tally.believed).toEqual([])
})

test('no lie is believed, of 120 or more', () => {
  console.info(
    `lies: ${count()}, caught ${tally.caught}, harmless ${tally.harmless}, believed ${tally.believed.length}`,
  )
  expect(tally.believed).toEqual([])
  expect(count()).toBeGreaterThanOrEqual(120)
  expect(tally.caught).toBeGreaterThanOrEqual(120)
  const page = readFileSync(new URL('../../docs/guides/security-model.md', import.meta.url), 'utf8')
  expect(page).toContain(`tells ${count()} lies`)
})
