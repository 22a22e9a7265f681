import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeFunctionData, erc20Abi } from 'viem'
import { devnetAddresses } from '../../src/chains/definitions/devnet/devnetAddresses.ts'
import type { DevnetKey } from '../../src/chains/definitions/devnet/keys.ts'
import type { WeatherName } from '../../src/chains/definitions/devnet/weather.ts'
import { type Devnet, type DevnetChain, startDevnet } from '../../src/devnet/devnet.ts'
import type { Hex } from '../../src/interface/fields.ts'
import type { Response } from '../../src/interface/operations.ts'
import { type Client, createClient } from '../../src/sdk/client.ts'
import { chaosConfig, startProcess } from '../../test/chaos/process.ts'
import { scratchFolder, startPostgres } from './ground.ts'
import { createHand, type Hand } from './hand.ts'
import { inTurns } from './table.ts'

export type Quoted = Response<'QuoteIntent'>['intent']
/** An intent that is committed and paid for, and that nobody has begun to carry out. */
export type Ready = { intent: Quoted; depositHash: Hex }

export type ChainGround = {
  devnet: Devnet
  client: Client
  chainOf(id: number): DevnetChain
  /** Signs for the payers and for everything that is sent by hand; the service's own keys are left to the service. */
  hand: Hand
  prepare(count: number, ask: (index: number) => Ask): Promise<Ready[]>
  stop(): Promise<void>
}

export type Ask = Omit<Parameters<Client['quoteIntent']>[0], 'ownerAddress' | 'originTokenAddress'> & {
  originChainId: number
}

const quotesAtOnce = 8
export const payers = 6

/** How the chains are: blocks of one pace, or a weather, whose nodes the service reaches with or without their sockets. */
export type Ground = { blockTimeS: number } | { weather: WeatherName; sockets: boolean }

/** Chains, a database and the service in a process of its own, as it would run. */
export async function startChainGround(ground: Ground): Promise<ChainGround> {
  const undo: (() => unknown)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const folder = scratchFolder()
    undo.push(folder.remove)
    const cacheDir = join(tmpdir(), 'causeway-devnet-cache')
    const devnet = await startDevnet({ dataDir: folder.path, cacheDir, steady: true, ...ground })
    undo.push(devnet.stop)
    const postgres = await startPostgres()
    undo.push(postgres.stop)
    const engine = { leaseMs: 30_000, laneLeaseMs: 15_000 }
    const chains = devnet.chains.map(({ id, rpcUrls, wsUrls }) => ({
      id,
      rpcUrls,
      wsUrls: 'sockets' in ground && !ground.sockets ? [] : wsUrls,
    }))
    const weather = 'weather' in ground && { chains, devnet: { weather: ground.weather } }
    const service = await startProcess(
      chaosConfig(devnet, postgres.url, { engine, log: { level: 'error' }, ...weather }),
    )
    undo.push(service.stop)
    const client = createClient({ url: service.url })
    const chainOf = (id: number) => devnet.chains.find((chain) => chain.id === id)!
    const hand = createHand(devnet)
    return { devnet, client, chainOf, hand, prepare: (count, ask) => prepare(count, ask), stop }

    async function prepare(count: number, ask: (index: number) => Ask): Promise<Ready[]> {
      const payerOf = (index: number): DevnetKey => devnet.accounts[index % payers]!
      const intents = await inTurns(count, quotesAtOnce, async (index) => {
        const { intent } = await client.quoteIntent({
          options: { slippageTolerance: 0.05 },
          ...ask(index),
          ownerAddress: payerOf(index).address,
          originTokenAddress: devnetAddresses.usdc,
        })
        await client.commitIntent({ intent })
        return intent
      })
      const sent = await inTurns(count, quotesAtOnce, (index) => {
        const { depositTransaction, originIntentAddress } = intents[index]!
        const args = [originIntentAddress, depositTransaction.amount] as const
        const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
        const to = devnetAddresses.usdc
        return hand.send(depositTransaction.chainId, payerOf(index), { to, data, gas: 100_000n })
      })
      await hand.mined(intents.map(({ originChainId }, index) => ({ chainId: originChainId, hash: sent[index]! })))
      return intents.map((intent, index) => ({ intent, depositHash: sent[index]! }))
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Carries out a ready intent with the service, as a caller does who sees the arrival; resolves then, and not when it is final. */
export async function arriveWithService(client: Client, { intent, depositHash }: Ready): Promise<void> {
  const { intentId } = intent
  await client.executeIntent({ intentId, depositTransactionHash: depositHash })
  let lastReceiptStates: Response<'WaitIntentReceipt'>['receiptStates'] = []
  for (let looks = 0; looks < 100; looks++) {
    const { done, intentReceipt, receiptStates } = await client.waitIntentReceipt({ intentId, lastReceiptStates })
    if (intentReceipt.summary.arrived) return
    if (done) throw new Error(`an intent failed: ${JSON.stringify(intentReceipt.originTransaction.statusReason)}`)
    lastReceiptStates = receiptStates
  }
  throw new Error('an intent did not arrive')
}

/** Carries out a ready intent with the service, as a caller does. */
export async function executeWithService(client: Client, { intent, depositHash }: Ready): Promise<void> {
  const { intentId } = intent
  await client.executeIntent({ intentId, depositTransactionHash: depositHash })
  for (let holds = 0; holds < 10; holds++) {
    const { done, intentReceipt } = await client.waitIntentReceipt({ intentId })
    if (done && intentReceipt.status !== 'SUCCEEDED')
      throw new Error(`an intent failed: ${JSON.stringify(intentReceipt.originTransaction.statusReason)}`)
    if (done) return
  }
  throw new Error('an intent did not end')
}
