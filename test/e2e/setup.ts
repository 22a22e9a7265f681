import { type Logger, pino } from 'pino'
import type { Address, Hex } from 'viem'
import { encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect } from 'vitest'
import { type RunningApp, startApp } from '../../src/app/startApp.ts'
import type { Chain } from '../../src/chains/chain.ts'
import type { ChainDefinition } from '../../src/chains/chainDefinition.ts'
import type { ChainLimits } from '../../src/chains/chainLimits.ts'
import { devnetAddresses } from '../../src/chains/definitions/devnet/devnetAddresses.ts'
import { devnetDefinitions } from '../../src/chains/definitions/devnet/devnetDefinitions.ts'
import { type DevnetKey, devnetKeys } from '../../src/chains/definitions/devnet/keys.ts'
import { type ConfigInput, configSchema } from '../../src/config/config.ts'
import type { Devnet, DevnetChain, DevnetOptions } from '../../src/devnet/devnet.ts'
import { startPriceKeeper } from '../../src/devnet/priceKeeper.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import { balanceOf, type LedgerEntry, places } from '../../src/intents/ledger.ts'
import type { Request, Response } from '../../src/interface/operations.ts'
import { createObserve } from '../../src/observe/observe.ts'
import { createClient } from '../../src/sdk/client.ts'
import { pagesIfBuilt } from '../builtOnce.ts'
import { headWhere } from '../chains/headWhere.ts'
import { historyStates, resetDevnet, sharedDevnet, startTestDevnet } from '../devnet/setup.ts'
import { countStart } from '../starts.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { useForAll } from '../useParts.ts'
import { fromTo } from './fromTo.ts'
import { createReceiptProver, type ReceiptProver } from './receiptFromLogs.ts'
import { walletOf } from './wallets.ts'

export { fromTo } from './fromTo.ts'
export { allowWay, mined, signDeposit, walletOf } from './wallets.ts'

export const tokens = devnetAddresses
export const native: Address = '0x0000000000000000000000000000000000000000'
export const [harbor, island, summit] = [31337, 31338, 31339] as const

export type Service = ReceiptProver & {
  devnet: Devnet
  app: RunningApp
  client: ReturnType<typeof createClient>
  database: { url: string }
  /** Compares the receipts of this file's stories with the chains, then gives the service back or stops it. */
  stop(): Promise<void>
}

export type ServiceOptions = {
  /** False where nodes report other gas than the chain, or the tape cannot read the tokens. */
  comparesReceipts?: boolean
  /** Targets of transactions that are not compared with receipts. */
  untraced?: readonly Address[]
  /** Chains as built, for a file that moves their time, breaks them or needs other options. */
  devnet?: Partial<DevnetOptions>
  /** Its own app with these settings, on the shared chains unless `devnet` is given. */
  config?: ConfigInput
  consoleFolder?: string
  /** Its log; default: to the terminal by the level in E2E_LOG. */
  log?: Logger
  /** What is between its own app and a chain's nodes. */
  between?(chain: DevnetChain): Promise<Pick<DevnetChain, 'rpcUrls' | 'wsUrls'>>
  chainLimits?: Partial<ChainLimits>
  /** Definitions for the app, if not the real ones. */
  definitions?: (devnet: ChainDefinition[]) => ChainDefinition[]
}

const sharedBrands = [
  { service: 'Svc', field: 'svc', wallet: 'svcWallet' },
  { service: 'Acme', field: 'acme', wallet: 'acmeVault' },
  { service: 'Voyage', field: 'voyage', wallet: 'voyageVault' },
]
/** The shared app's settings beyond the defaults. They change nothing for callers that do not ask for it. */
const sharedConfig: ConfigInput = { brands: sharedBrands, webhooks: { allowPrivate: true } }
/** Off unless a file turns its level up, to hear each line. */
const sharedLog = pino({ level: process.env.E2E_LOG ?? 'silent' }, { write: (text) => hearLog(text) })
let hearLog = (text: string): void => void process.stdout.write(text)

/** Passes on the shared app's log, down to traces, until the returned function is called. */
export function hearSharedLog(hear: (text: string) => void): () => void {
  const before = { hear: hearLog, level: sharedLog.level }
  hearLog = hear
  sharedLog.level = 'trace'
  return () => {
    hearLog = before.hear
    sharedLog.level = before.level
  }
}

/** The whole service over HTTP: real chains, Postgres and signatures. Files of a worker share chains and app. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const { devnet: own, config, consoleFolder } = options
  if (!own && !config && !consoleFolder) return shareService(options)
  const devnet = own
    ? await (own.weather ? startTestDevnet({ historyStates, ...own }) : resetDevnet(own))
    : await devnetForOwnApp()
  const running = await startAppOn(devnet, options)
  return withProver(devnet, running, options, async () => {
    await running.stop()
    await devnet.stop()
  })
}

/** The same for a file's tests: ready before the first test, given back after the last. */
export const useService = (options?: ServiceOptions): Service => useForAll(() => startService(options))

/** Apps without a common database would collide over nonces: the shared one uses these relayers, others the rest. */
const sharedRelayers = 3

/** The shared chains, for an app of the file's own. */
export async function devnetForOwnApp(): Promise<Devnet> {
  const devnet = await sharedDevnet()
  return { ...devnet, relayers: devnet.relayers.slice(sharedRelayers) }
}

type SharedApp = { app: RunningApp; database: { url: string }; stop(): Promise<void> }
let sharedApp: { nodes: number; running: Promise<SharedApp> } | undefined

/** The app that most files of a worker share, on the nodes that they share. */
async function shareService(options: ServiceOptions): Promise<Service> {
  const all = await sharedDevnet()
  const devnet = { ...all, relayers: all.relayers.slice(0, sharedRelayers) }
  const nodes = devnet.chains[0]!.pid
  if (sharedApp?.nodes !== nodes)
    sharedApp = {
      nodes,
      running: startAppOn(devnet, { config: sharedConfig, consoleFolder: pagesIfBuilt(), log: sharedLog }),
    }
  return withProver(devnet, await sharedApp.running, options, async () => {})
}

async function startAppOn(devnet: Devnet, options: ServiceOptions): Promise<SharedApp> {
  const { config, consoleFolder, log, between = async (chain) => chain, chainLimits, definitions } = options
  const database = await freshDatabase()
  const chains = await Promise.all(devnet.chains.map(async (chain) => ({ ...chain, ...(await between(chain)) })))
  const chainOptions = { chainLimits, definitions }
  const app = await startServiceOn({ ...devnet, chains }, database.url, config, consoleFolder, log, chainOptions)
  return {
    app,
    database,
    stop: async () => {
      await app.stop()
      await database.close()
    },
  }
}

async function withProver(
  devnet: Devnet,
  { app, database }: Pick<SharedApp, 'app' | 'database'>,
  { comparesReceipts = true, untraced }: ServiceOptions,
  release: () => Promise<void>,
): Promise<Service> {
  const client = createClient({ url: app.url, timeoutMs: operationTimeoutMs })
  const prover = await createReceiptProver(devnet, client, untraced)
  return {
    ...prover,
    devnet,
    app,
    database,
    client,
    stop: async () => {
      try {
        if (comparesReceipts) await prover.expectReceipts()
      } finally {
        prover.stopReading()
        await release()
      }
    },
  }
}

/** A slow node on a busy machine is fine: only one that never answers is given up. */
const patientLimits = { callTimeoutMs: 120_000, probeTimeoutMs: 60_000, headerTimeoutMs: 60_000, queueMsMax: 120_000 }
/** The same for quotes: providers take as long as they need, and no call ends before. */
const quoteTimeoutMs = 120_000
const operationTimeoutMs = 150_000

type StartOptions = {
  definitions?(devnet: ChainDefinition[]): ChainDefinition[]
  warmUpMs?: number
  chainLimits?: Partial<ChainLimits>
}

/** The service on existing chains and database. */
export function startServiceOn(
  devnet: Devnet,
  databaseUrl: string,
  config: ConfigInput = {},
  consoleFolder?: string,
  log?: Logger,
  { definitions = (devnet) => devnet, warmUpMs, chainLimits = patientLimits }: StartOptions = {},
): Promise<RunningApp> {
  const parsed = configSchema.parse({
    limits: { publicPerMinute: 0 },
    log: { level: process.env.E2E_LOG ?? 'silent' },
    chains: devnet.chains.map(({ id, rpcUrls, wsUrls }) => ({ id, rpcUrls, wsUrls })),
    store: { databaseUrl },
    signers: { privateKeys: devnet.relayers.map(({ privateKey }) => privateKey) },
    providers: { cctpAttestationUrl: devnet.attestationUrl, acrossFiller: devnetKeys().filler.address },
    ...config,
    http: { port: 0, operationTimeoutMs, ...config.http },
    engine: { quoteTimeoutMs, ...(config.engine ?? { serviceFeeBps: 5, collectorFeeBps: 2 }) },
  })
  countStart('app')
  const observe = createObserve(log ?? pino({ level: parsed.log.level }))
  return startApp({
    config: parsed,
    definitions: definitions(devnetDefinitions(parsed.devnet.weather)),
    observe,
    version: '0.1.0+test',
    consoleFolder,
    warmUpMs,
    // Nodes in weather go silent on purpose.
    chainLimits: parsed.devnet.weather ? undefined : chainLimits,
  })
}

export async function balance(devnet: Devnet, chainId: number, token: Address, holder: Address): Promise<bigint> {
  const wallet = walletOf(devnet, chainId, devnet.accounts[9]!)
  if (token === native) return wallet.getBalance({ address: holder })
  return wallet.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [holder] })
}

/** An account unused by other files, with 10,000 USDC and one ether on Harbor. */
export async function freshAccount(devnet: Devnet): Promise<DevnetKey> {
  const privateKey = generatePrivateKey()
  const address = privateKeyToAddress(privateKey)
  await devnet.faucet(harbor, tokens.usdc, address, 10_000n * 10n ** 6n)
  await devnet.faucet(harbor, native, address, 10n ** 18n)
  return { address, privateKey }
}

type Quoted = Response<'QuoteIntent'>['intent']

/** Quotes and commits. */
export async function order(client: Service['client'], ask: Request<'QuoteIntent'>): Promise<Quoted> {
  const { intent } = await client.quoteIntent(ask)
  await client.commitIntent({ intent })
  return intent
}

type Payable = Pick<Service, 'client' | 'devnet'>

/** A quote for a test account: 200 USDC from Harbor to Island, unless said. */
export async function quoted(
  { client, devnet }: Payable,
  userIndex: number,
  extra: Partial<Request<'QuoteIntent'>> = {},
) {
  const { intent } = await client.quoteIntent({
    ownerAddress: devnet.accounts[userIndex]!.address,
    ...fromTo([harbor, tokens.usdc, 200_000_000n], [island, tokens.usdc]),
    ...extra,
  })
  return intent
}

/** The same, and it is committed. */
export async function committed(...[service, ...rest]: Parameters<typeof quoted>) {
  const intent = await quoted(service, ...rest)
  await service.client.commitIntent({ intent })
  return intent
}

/** Across takes deposits on Harbor, or refuses them. */
export async function pauseAcross(devnet: Devnet, isPaused: boolean): Promise<void> {
  const wallet = walletOf(devnet, harbor, devnetKeys().deployer)
  const abi = parseAbi(['function pauseDeposits(bool pause)'])
  const asked = { address: tokens.spokePool, abi, functionName: 'pauseDeposits', args: [isPaused] } as const
  await wallet.waitForTransactionReceipt({ hash: await wallet.writeContract(asked) })
}

/** Sends exactly the quoted deposit, or another amount. The node returns the hash before mining it. */
export async function sendDeposit(
  devnet: Devnet,
  key: DevnetKey,
  intent: Quoted,
  amount = intent.depositTransaction.amount,
): Promise<Hex> {
  const { chainId, tokenAddress, to } = intent.depositTransaction
  const wallet = walletOf(devnet, chainId, key)
  if (tokenAddress === native) return wallet.sendTransaction({ to, value: amount })
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [intent.originIntentAddress, amount],
  })
  return wallet.sendTransaction({ to: tokenAddress, data })
}

/** The same; mined when this resolves. */
export async function deposit(devnet: Devnet, key: DevnetKey, intent: Quoted, amount?: bigint): Promise<Hex> {
  const hash = await sendDeposit(devnet, key, intent, amount)
  await walletOf(devnet, intent.depositTransaction.chainId, key).waitForTransactionReceipt({ hash })
  return hash
}

/** Waits like a caller, by repeated calls, until the intent is final. */
export async function finished(service: Pick<Service, 'client'>, intentId: Hex, holdsMax = 20) {
  for (let i = 0; i < holdsMax; i++) {
    const answer = await service.client.waitIntentReceipt({ intentId })
    if (answer.done) return answer.intentReceipt
  }
  throw new Error(`intent ${intentId} did not end`)
}

/** Pays a committed intent by transfer and executes it. */
export async function execute(
  { client, devnet }: Payable,
  key: DevnetKey,
  intent: Quoted,
  amount?: bigint,
): Promise<Hex> {
  const depositTransactionHash = await deposit(devnet, key, intent, amount)
  await client.executeIntent({ intentId: intent.intentId, depositTransactionHash })
  return depositTransactionHash
}

/** The same; resolves with the receipt once it is final. */
export async function pay(service: Payable, key: DevnetKey, intent: Quoted, amount?: bigint) {
  await execute(service, key, intent, amount)
  return finished(service, intent.intentId)
}

/** The same for a quote, which is committed first. */
export async function settle(service: Payable, key: DevnetKey, intent: Quoted) {
  await service.client.commitIntent({ intent })
  return pay(service, key, intent)
}

/** Quotes, commits, deposits by transfer, executes with the hash and waits for success. */
export async function carriedOut(
  service: Service,
  userIndex: number,
  ask: Omit<Request<'QuoteIntent'>, 'ownerAddress'>,
) {
  const user = service.devnet.accounts[userIndex]!
  const { intent } = await service.client.quoteIntent({ ...ask, ownerAddress: user.address })
  const receipt = await settle(service, user, intent)
  expect(receipt.status).toBe('SUCCEEDED')
  expectAtRest(await service.app.world.store.intents.ledger(intent.intentId))
  return { intent, receipt }
}

/** Nothing may be left at an intent address, in a pool or on a bridge. */
export function expectAtRest(ledger: readonly LedgerEntry[]): void {
  const resting = Object.keys(restingPlaces(ledger)).map((key) => key.split(':')[0])
  expect(resting).not.toContain('originIntent')
  expect(resting).not.toContain('destinationIntent')
}

/** Each place's final balance: all that entered an intent address must have left it. */
export function restingPlaces(entries: readonly LedgerEntry[]): Record<string, bigint> {
  const found: Record<string, bigint> = {}
  for (const place of places) {
    for (const { chainId, token } of entries) {
      const held = balanceOf(entries, place, chainId, token)
      if (held !== 0n) found[`${place}:${chainId}:${token.toLowerCase()}`] = held
    }
  }
  return found
}

/** Turns a chain's clock forward and mines the block that shows it. */
export async function passTime(devnet: Devnet, chainId: number, seconds: number): Promise<void> {
  const { rpcUrl } = devnet.chains.find(({ id }) => id === chainId)!
  await rpc(rpcUrl, 'evm_increaseTime', [seconds])
  await rpc(rpcUrl, 'evm_mine', [])
}

/** The same for all chains and the service: all get their latest time plus `ms`. The app is the file's own. */
export async function passTimeForAll({ devnet, app }: Service, ms: number): Promise<void> {
  const { clock, chains } = app.world
  const blocks = await Promise.all(devnet.chains.map(({ id }) => walletOf(devnet, id, devnet.accounts[9]!).getBlock()))
  const laterMs = Math.max(clock.nowMs(), ...blocks.map(({ timestamp }) => Number(timestamp) * 1_000)) + ms
  const rpcUrls = devnet.chains.map(({ nodeUrl }) => nodeUrl)
  for (const url of rpcUrls) await rpc(url, 'evm_setNextBlockTimestamp', [Math.ceil(laterMs / 1_000)])
  // Older prices would be stale.
  const keeper = devnetKeys().keeper.address
  ;(await startPriceKeeper({ rpcUrls, contracts: devnet.contracts, keeper, onProblem: expect.unreachable })).stop()
  const { nowMs } = clock
  const aheadMs = laterMs - nowMs()
  clock.nowMs = () => nowMs() + aheadMs
  for (const chain of chains.values()) await seenHead(devnet, chain)
}

/** Resolves once a service has seen the newest block of a chain. */
export async function seenHead(devnet: Devnet, chain: Chain): Promise<void> {
  const { rpcUrl } = devnet.chains.find(({ id }) => id === chain.id)!
  const newest = Number(await rpc<Hex>(rpcUrl, 'eth_blockNumber'))
  await headWhere(chain, ({ number }) => number >= newest)
}
