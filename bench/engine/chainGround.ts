import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeFunctionData, erc20Abi } from 'viem'
import { localContracts } from '../../src/chains/contracts/operator.ts'
import { devnetAddresses } from '../../src/chains/definitions/devnet/devnetAddresses.ts'
import { type DevnetKey, devnetKeys } from '../../src/chains/definitions/devnet/keys.ts'
import type { WeatherName } from '../../src/chains/definitions/devnet/weather.ts'
import { type Devnet, type DevnetChain, startDevnet } from '../../src/devnet/devnet.ts'
import { type NodeReceipt, rpcBatch } from '../../src/devnet/rpc.ts'
import { grantedStorage } from '../../src/intents/relayerGrant.ts'
import type { Hex } from '../../src/interface/fields.ts'
import type { Response } from '../../src/interface/operations.ts'
import { type Client, createClient } from '../../src/sdk/client.ts'
import { chaosConfig, startProcess } from '../../test/chaos/process.ts'
import { scratchFolder, startPostgres } from './ground.ts'
import { createHand, type Hand } from './hand.ts'
import { inTurns } from './table.ts'

export type Quoted = Response<'QuoteIntent'>['intent']
/** A committed and paid intent whose execution has not begun. */
export type Ready = { intent: Quoted; depositHash: Hex }

export type ChainGround = {
  devnet: Devnet
  client: Client
  chainOf(id: number): DevnetChain
  /** Signs for payers and all manual transactions; only the service uses the service's keys. */
  hand: Hand
  prepare(count: number, ask: (index: number) => Ask): Promise<Ready[]>
  /** Pays an intent by one transfer; resolves when the node has taken it. */
  deposit(intent: Quoted, payer: DevnetKey): Promise<Hex>
  /** Sends the origin batch by hand, through the provider; resolves when it is in a block. */
  runOrigin(intent: Quoted): Promise<NodeReceipt>
  /** The same for the destination batch, as soon as the bridge has delivered. */
  runDestination(intent: Quoted): Promise<NodeReceipt>
  /** The service's last log lines: errors only. */
  said(): string
  stop(): Promise<void>
}

export type Ask = Omit<Parameters<Client['quoteIntent']>[0], 'ownerAddress' | 'originTokenAddress'> & {
  originChainId: number
}

const quotesAtOnce = 8
export const payers = 6

/** The chains: a fixed block time, or a weather, whose nodes the service reaches with or without sockets. */
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
    // Like `causeway serve` with the local chains: their only filler waits for finality by value, and quotes say so.
    const providers = { cctpAttestationUrl: devnet.attestationUrl, acrossFiller: devnetKeys().filler.address }
    const service = await startProcess(
      chaosConfig(devnet, postgres.url, { engine, providers, log: { level: 'error' }, ...weather }),
    )
    undo.push(service.stop)
    const client = createClient({ url: service.url })
    const chainOf = (id: number) => devnet.chains.find((chain) => chain.id === id)!
    const hand = createHand(devnet)
    await giveGrants(devnet)
    return { devnet, client, chainOf, hand, prepare, deposit, runOrigin, runDestination, said: service.said, stop }

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
      const sent = await inTurns(count, quotesAtOnce, (index) => deposit(intents[index]!, payerOf(index)))
      await hand.mined(intents.map(({ originChainId }, index) => ({ chainId: originChainId, hash: sent[index]! })))
      return intents.map((intent, index) => ({ intent, depositHash: sent[index]! }))
    }

    function deposit({ depositTransaction, originIntentAddress }: Quoted, payer: DevnetKey): Promise<Hex> {
      const args = [originIntentAddress, depositTransaction.amount] as const
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
      return hand.send(depositTransaction.chainId, payer, { to: devnetAddresses.usdc, data, gas: 150_000n })
    }

    function runOrigin({ originChainId, originMetaTxn, fees }: Quoted): Promise<NodeReceipt> {
      const { contract: to, input: data } = originMetaTxn
      return hand.sendSync(originChainId, devnet.accounts[9]!, {
        to,
        data,
        gas: withRoom(fees.originGas.totalGasLimit),
      })
    }

    async function runDestination(intent: Quoted): Promise<NodeReceipt> {
      const { destinationChainId, destinationMetaTxn, destinationPrecondition, fees } = intent
      if (!destinationMetaTxn || !destinationPrecondition) throw new Error('the intent ends on its origin')
      const { tokenAddress, ownerAddress, minAmount } = destinationPrecondition
      await hand.arrived(destinationChainId, tokenAddress, ownerAddress, minAmount)
      const { contract: to, input: data } = destinationMetaTxn
      const gas = withRoom(fees.destinationGas?.totalGasLimit ?? 0n)
      return hand.sendSync(destinationChainId, devnet.accounts[9]!, { to, data, gas })
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The quote's figure covers the batch; the transaction around it needs a little more. */
const withRoom = (gas: bigint): bigint => (gas * 3n) / 2n + 200_000n

/** The guest acts only for accounts with a grant. The service gets its own; manual senders get theirs by storage. */
async function giveGrants(devnet: Devnet): Promise<void> {
  for (const { nodeUrl } of devnet.chains)
    await rpcBatch(
      nodeUrl,
      devnet.accounts.map(({ address }) => {
        const { slot, value } = grantedStorage(address)
        return { method: 'anvil_setStorageAt', params: [localContracts.guest, slot, value] }
      }),
    )
}

type Summary = Response<'WaitIntentReceipt'>['intentReceipt']['summary']

/** Executes a ready intent with the service; resolves when the caller sees the arrival, not when it is final. */
export async function arriveWithService(client: Client, { intent, depositHash }: Ready): Promise<Summary> {
  const { intentId } = intent
  await client.executeIntent({ intentId, depositTransactionHash: depositHash })
  let lastReceiptStates: Response<'WaitIntentReceipt'>['receiptStates'] = []
  for (let looks = 0; looks < 100; looks++) {
    const { done, intentReceipt, receiptStates } = await client.waitIntentReceipt({ intentId, lastReceiptStates })
    if (intentReceipt.summary.arrived) return intentReceipt.summary
    if (done) throw new Error(`an intent failed: ${JSON.stringify(intentReceipt.originTransaction.statusReason)}`)
    lastReceiptStates = receiptStates
  }
  throw new Error('an intent did not arrive')
}

/** Executes a ready intent with the service, like a caller. */
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
