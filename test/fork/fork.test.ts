import { pino } from 'pino'
import { createWalletClient, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningApp, startApp } from '../../src/app/startApp.ts'
import { checkChain } from '../../src/cli/doctor/checkChain.ts'
import { configSchema } from '../../src/config/config.ts'
import type { Devnet } from '../../src/devnet/devnet.ts'
import type { Request, Response } from '../../src/interface/operations.ts'
import type { TokenInfo } from '../../src/interface/tokenShapes.ts'
import { createObserve } from '../../src/observe/observe.ts'
import { type Client, createClient } from '../../src/sdk/client.ts'
import { keys } from '../chains/anvil.ts'
import { startTestDevnet } from '../devnet/setup.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { type Fork, openForks, operator, upstreamsIn } from './openForks.ts'

// `FORK_URL_<chain>=… npm run test:fork` forks public chains. Without a variable, two local chains are the upstreams,
// so that the same code runs. Public markets decide what can be quoted: refusals are shown, only faults fail.
const given = upstreamsIn(process.env)
const isLocal = given.length === 0
const user = privateKeyToAccount(keys[0]!)
const native = '0x0000000000000000000000000000000000000000'
const tradeUsd = 50

let devnet: Devnet | undefined
let database: Awaited<ReturnType<typeof freshDatabase>>
let forks: Fork[] = []
let app: RunningApp
let client: Client

beforeAll(async () => {
  if (isLocal) devnet = await startTestDevnet({ blockTimeS: 1 })
  const local = (devnet?.chains ?? []).slice(0, 2)
  const upstreams = isLocal
    ? upstreamsIn(Object.fromEntries(local.map(({ network, rpcUrl }) => [`FORK_URL_${network}`, rpcUrl])))
    : given
  forks = await openForks(upstreams)
  database = await freshDatabase()
  app = await startApp({
    config: configSchema.parse({
      http: { port: 0 },
      limits: { publicPerMinute: 0 },
      log: { level: 'silent' },
      chains: forks.map(({ definition, node }) => ({ id: definition.id, rpcUrls: [node.url], wsUrls: [node.ws] })),
      store: { databaseUrl: database.url },
      signers: { privateKeys: [keys[1]!] },
      operator: { grantKey: keys[2]! },
      engine: { quoteTimeoutMs: 30_000 },
      providers: {
        cctpAttestationUrl: process.env.FORK_ATTESTATION_URL ?? devnet?.attestationUrl ?? 'https://iris-api.circle.com',
        ...(process.env.FORK_ACROSS_API_URL && { acrossApiUrl: process.env.FORK_ACROSS_API_URL }),
      },
    }),
    definitions: forks.map(({ definition }) => definition),
    observe: createObserve(pino({ level: 'silent' })),
    version: '0.1.0+fork',
  })
  client = createClient({ url: app.url, timeoutMs: 60_000 })
})
afterAll(async () => {
  await app?.stop()
  await Promise.all(forks.map(({ node }) => node.stop()))
  await devnet?.stop()
  await database?.close()
})

test('doctor finds nothing amiss on the forks', async () => {
  for (const { definition, node } of forks) {
    const signers = [{ address: privateKeyToAccount(keys[1]!).address }]
    const findings = await checkChain({
      definition,
      rpcUrls: [node.url],
      signers,
      operators: [operator],
      addresses: { tokens: { listed: () => [] } },
    })
    expect(findings.filter(({ is }) => is === 'bad')).toEqual([])
  }
})

type Pair = { from: TokenInfo; to: TokenInfo }

/** Errors that a market may cause; all others are our faults. */
const refusals = ['Unavailable', 'HighPriceImpact', 'QueryFailed']

async function listedPairs(): Promise<Pair[]> {
  const ids = forks.map(({ definition }) => definition.id)
  const { tokens } = await client.getTokenList({ chainIds: ids, includeAllListed: true, limit: 1_000 })
  return tokens.flatMap((from) =>
    tokens
      .filter((to) => to.chainId !== from.chainId || to.address !== from.address)
      .filter((to) => to.chainId === from.chainId || (to.symbol === from.symbol && to.supportsBridging))
      .map((to) => ({ from, to })),
  )
}

async function quotePair({ from, to }: Pair, options: Request<'QuoteIntent'>['options'] = {}) {
  const { tokenPrices } = await client.getTokenPrices({
    tokens: [{ chainId: from.chainId, tokenAddress: from.address }],
  })
  const priceUsd = tokenPrices[0]?.priceUsd
  if (priceUsd === undefined) return { refused: 'no price' }
  try {
    return await client.quoteIntent({
      ownerAddress: user.address,
      originChainId: from.chainId,
      originTokenAddress: from.address,
      originTokenAmount:
        BigInt(Math.floor((tradeUsd / priceUsd) * 10 ** Math.min(from.decimals, 12))) *
        10n ** BigInt(Math.max(0, from.decimals - 12)),
      destinationChainId: to.chainId,
      destinationTokenAddress: to.address,
      options,
    })
  } catch (error) {
    const { error: name, cause } = error as { error?: string; cause?: string }
    if (!name || !refusals.includes(name)) throw error
    return { refused: `${name}: ${cause}` }
  }
}

const nameOf = ({ from, to }: Pair) => `${from.symbol}@${from.chainId} -> ${to.symbol}@${to.chainId}`

test('every listed pair is quoted, or refused by its market', async () => {
  const lines: string[] = []
  let quoted = 0
  for (const pair of await listedPairs()) {
    const answer = await quotePair(pair)
    if ('refused' in answer) lines.push(`  ${nameOf(pair)}: ${answer.refused}`)
    else quoted++
  }
  console.log(`${quoted} pairs quoted, ${lines.length} refused${lines.length > 0 ? `\n${lines.join('\n')}` : ''}`)
  expect(quoted).toBeGreaterThan(0)
  if (isLocal) expect(lines).toEqual([])
}, 1_800_000)

/** A pair from the native token that a provider serves: needs only what a local account has. */
async function intentOver(provider: string): Promise<Response<'QuoteIntent'>['intent'] | undefined> {
  const isBridge = ['ACROSS', 'CCTP', 'CCTP_FAST'].includes(provider)
  const options = isBridge ? { bridgeProvider: provider } : { swapProvider: provider }
  const ids = forks.map(({ definition }) => definition.id)
  const { tokens } = await client.getTokenList({ chainIds: ids, includeAllListed: true, limit: 1_000 })
  for (const from of tokens.filter(({ address }) => address === native)) {
    for (const to of tokens.filter(
      ({ chainId, address }) => (chainId !== from.chainId) === isBridge && address !== native,
    )) {
      const answer = await quotePair({ from, to }, options)
      if ('intent' in answer && answer.intent.quote.routeProviders.includes(provider)) return answer.intent
    }
  }
  return undefined
}

/** Pays, and waits until the origin batch is mined: the rest needs fillers and attesters, which a fork lacks. */
async function runOrigin(intent: Response<'QuoteIntent'>['intent']): Promise<string> {
  const { definition, node } = forks.find((one) => one.definition.id === intent.originChainId)!
  const { id, name, nativeCurrency } = definition
  const chain = { id, name, nativeCurrency, rpcUrls: { default: { http: [node.url] } } }
  const wallet = createWalletClient({ account: user, chain, transport: http(node.url) }).extend(publicActions)
  await client.commitIntent({ intent })
  const { to, amount } = intent.depositTransaction
  const depositTransactionHash = await wallet.sendTransaction({ to, value: amount })
  await client.executeIntent({ intentId: intent.intentId, depositTransactionHash })
  let lastReceiptStates: Response<'WaitIntentReceipt'>['receiptStates'] = []
  for (let looks = 0; looks < 30; looks++) {
    const answer = await client.waitIntentReceipt({ intentId: intent.intentId, lastReceiptStates })
    const { originTransaction } = answer.intentReceipt
    if (originTransaction?.txnHash)
      return (await wallet.waitForTransactionReceipt({ hash: originTransaction.txnHash })).status
    if (answer.done) return answer.intentReceipt.status
    lastReceiptStates = answer.receiptStates
  }
  return 'no block holds it'
}

test.each(['UNISWAP_V3', 'UNISWAP_V2', 'WETH', 'ACROSS', 'CCTP', 'CCTP_FAST'])(
  '%s: the origin batch of an intent runs on the fork',
  async (provider) => {
    const intent = await intentOver(provider)
    if (!intent) {
      console.log(`${provider}: no pair of these chains takes it now`)
      return expect(isLocal).toBe(false)
    }
    expect(await runOrigin(intent)).toBe('success')
  },
  600_000,
)

test('a variable that names no chain is refused with the names that are known', () => {
  expect(() => upstreamsIn({ FORK_URL_moon: 'http://x' })).toThrow(/there is no chain "moon"; known: ethereum/)
  expect(upstreamsIn({ FORK_URL_BASE: 'http://x', FORK_URL_1: 'http://y', OTHER: 'z' })).toMatchObject([
    { definition: { network: 'base' }, url: 'http://x' },
    { definition: { network: 'ethereum' }, url: 'http://y' },
  ])
})
