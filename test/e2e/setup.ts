import { type Logger, pino } from 'pino'
import type { Address, Hex } from 'viem'
import { encodeFunctionData, erc20Abi } from 'viem'
import { type App, startApp } from '../../src/app/startApp.ts'
import type { Chain } from '../../src/chains/chain.ts'
import type { ChainDefinition } from '../../src/chains/chainDefinition.ts'
import { devnetAddresses } from '../../src/chains/definitions/devnet/devnetAddresses.ts'
import { devnetDefinitions } from '../../src/chains/definitions/devnet/devnetDefinitions.ts'
import type { DevnetKey } from '../../src/chains/definitions/devnet/keys.ts'
import { type ConfigInput, configSchema } from '../../src/config/config.ts'
import type { Devnet, DevnetOptions } from '../../src/devnet/devnet.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import { balanceOf, type LedgerEntry, places } from '../../src/intents/ledger.ts'
import type { Response } from '../../src/interface/operations.ts'
import { createObserve } from '../../src/observe/observe.ts'
import { createClient } from '../../src/sdk/client.ts'
import { startTestDevnet } from '../devnet/setup.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { createReceiptProver, type ReceiptProver } from './receiptFromLogs.ts'
import { walletOf } from './wallets.ts'

export { signDeposit, walletOf } from './wallets.ts'

export const tokens = devnetAddresses
export const native: Address = '0x0000000000000000000000000000000000000000'
export const [harbor, island, summit] = [31337, 31338, 31339] as const

export type Service = ReceiptProver & {
  devnet: Devnet
  app: App
  client: ReturnType<typeof createClient>
  database: { url: string }
  /** Compares the receipts of all stories with the chains, then stops. */
  stop(): Promise<void>
}

/** Receipts are compared with traces, which need the state of the block: a busy machine may be this many blocks late with reading them. */
const historyStates = 256

/** The whole service over HTTP: real chains, a real Postgres, real signatures. */
export async function startService(
  options: {
    /** False where nodes tell another gas than the chain's own, or tokens are of kinds that the tape cannot read. */
    comparesReceipts?: boolean
    /** Where transactions go that are not compared with receipts. */
    untraced?: readonly Address[]
    devnet?: Partial<DevnetOptions>
    config?: ConfigInput
    consoleFolder?: string
    /** Where its log goes, if not by the level in E2E_LOG to the terminal. */
    log?: Logger
  } = {},
): Promise<Service> {
  const chains = { blockTimeS: 0, historyStates, ...options.devnet }
  const [devnet, database] = await Promise.all([startTestDevnet(chains), freshDatabase()])
  const app = await startServiceOn(devnet, database.url, options.config, options.consoleFolder, options.log)
  const client = createClient({ url: app.url, timeoutMs: operationTimeoutMs })
  const prover = await createReceiptProver(devnet, client, options.untraced)
  return {
    ...prover,
    devnet,
    app,
    database,
    client,
    stop: async () => {
      try {
        if (options.comparesReceipts ?? true) await prover.expectReceipts()
      } finally {
        prover.stopReading()
        await app.stop()
        await devnet.stop()
        await database.close()
      }
    },
  }
}

/** A node on a busy machine may take long for an answer and is well nonetheless: only one that never answers is given up. */
const patientLimits = { callTimeoutMs: 120_000, probeTimeoutMs: 60_000, headerTimeoutMs: 60_000, queueMsMax: 120_000 }
/** So is a quote: providers are asked as long as it takes, and no call ends before. */
const quoteTimeoutMs = 120_000
const operationTimeoutMs = 150_000

/** The service on chains and a database that are already there. */
export function startServiceOn(
  devnet: Devnet,
  databaseUrl: string,
  config: ConfigInput = {},
  consoleFolder?: string,
  log?: Logger,
  definitions: (devnet: ChainDefinition[]) => ChainDefinition[] = (devnet) => devnet,
  warmUpMs?: number,
): Promise<App> {
  const parsed = configSchema.parse({
    limits: { publicPerMinute: 0 },
    log: { level: process.env.E2E_LOG ?? 'silent' },
    chains: devnet.chains.map(({ id, rpcUrls, wsUrls }) => ({ id, rpcUrls, wsUrls })),
    store: { databaseUrl },
    signers: { privateKeys: devnet.relayers.map(({ privateKey }) => privateKey) },
    providers: { cctpAttestationUrl: devnet.attestationUrl },
    ...config,
    http: { port: 0, operationTimeoutMs, ...config.http },
    engine: { quoteTimeoutMs, ...(config.engine ?? { serviceFeeBps: 5, collectorFeeBps: 2 }) },
  })
  const observe = createObserve(log ?? pino({ level: parsed.log.level }))
  return startApp({
    config: parsed,
    definitions: definitions(devnetDefinitions(parsed.devnet.weather)),
    observe,
    version: '0.1.0+test',
    consoleFolder,
    warmUpMs,
    // Nodes in weather go silent on purpose.
    chainLimits: parsed.devnet.weather ? undefined : patientLimits,
  })
}

export async function balance(devnet: Devnet, chainId: number, token: Address, holder: Address): Promise<bigint> {
  const wallet = walletOf(devnet, chainId, devnet.accounts[9]!)
  if (token === native) return wallet.getBalance({ address: holder })
  return wallet.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [holder] })
}

type Quoted = Response<'QuoteIntent'>['intent']

/** Sends exactly the deposit that the quote asks for, or another amount. A node answers with the hash before it has mined it. */
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

/** The same, and it is in a block when this resolves. */
export async function deposit(devnet: Devnet, key: DevnetKey, intent: Quoted, amount?: bigint): Promise<Hex> {
  const hash = await sendDeposit(devnet, key, intent, amount)
  await walletOf(devnet, intent.depositTransaction.chainId, key).waitForTransactionReceipt({ hash })
  return hash
}

/** Waits as a caller does, call after call, until the intent is final. */
export async function finished(service: Pick<Service, 'client'>, intentId: Hex, holdsMax = 20) {
  for (let i = 0; i < holdsMax; i++) {
    const answer = await service.client.waitIntentReceipt({ intentId })
    if (answer.done) return answer.intentReceipt
  }
  throw new Error(`intent ${intentId} did not end`)
}

/** What each place holds at the end: everything that entered an intent address must have left it. */
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

/** Resolves once a service has seen the newest block of a chain. */
export async function seenHead(devnet: Devnet, chain: Chain): Promise<void> {
  const { rpcUrl } = devnet.chains.find(({ id }) => id === chain.id)!
  const newest = Number(await rpc<Hex>(rpcUrl, 'eth_blockNumber'))
  await new Promise<void>((resolve, reject) => {
    const look = async () => {
      if ((await chain.head()).number < newest) return
      stop()
      resolve()
    }
    const stop = chain.onHead(() => void look().catch(reject))
    look().catch(reject)
  })
}
