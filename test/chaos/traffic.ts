import { setTimeout as sleep } from 'node:timers/promises'
import { encodeFunctionData, erc20Abi, keccak256, slice, stringToHex } from 'viem'
import type { DevnetKey } from '../../src/chains/definitions/devnet/keys.ts'
import type { Random } from '../../src/host/random.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'
import type { Request, Response } from '../../src/interface/operations.ts'
import { isError } from '../../src/sdk/causewayError.ts'
import { type Client, createClient } from '../../src/sdk/client.ts'
import { fromTo } from '../e2e/fromTo.ts'
import { signDeposit } from '../e2e/wallets.ts'
import { harbor, island, native, tokens } from './chains.ts'
import type { Payers } from './payer.ts'
import type { Stage } from './stage.ts'

type Quoted = Response<'QuoteIntent'>
export type Receipt = Response<'WaitIntentReceipt'>['intentReceipt']
type Terms = Omit<Request<'QuoteIntent'>, 'ownerAddress' | 'destinationToAddress'>

type Kind = {
  name: string
  /** How often it comes up against the others. */
  weight: number
  terms: Partial<Terms>
  /** The service relays the deposit, which the owner only signs. */
  isSigned?: boolean
  /** Only half is paid: it must come back. */
  isUnderpaid?: boolean
}

const { usdc, dai } = tokens
const spent = { originTokenAddress: usdc, originTokenAmount: 100_000_000n }

/** Mixed intents: same-chain and across, tokens and native, self-paid and relayed, exact output, underpaid. */
export const kinds: readonly Kind[] = [
  {
    name: 'swap',
    weight: 2,
    terms: { ...spent, originChainId: harbor, destinationChainId: harbor, destinationTokenAddress: native },
  },
  {
    name: 'bridge',
    weight: 3,
    terms: { ...spent, originChainId: harbor, destinationChainId: island, destinationTokenAddress: usdc },
  },
  {
    name: 'bridge and swap',
    weight: 2,
    terms: { ...spent, originChainId: island, destinationChainId: harbor, destinationTokenAddress: dai },
  },
  {
    name: 'native',
    weight: 1,
    terms: { ...fromTo([island, native, 10n ** 16n], [island, usdc]) },
  },
  {
    name: 'signed deposit',
    weight: 2,
    terms: { ...spent, originChainId: harbor, destinationChainId: island, destinationTokenAddress: usdc },
    isSigned: true,
  },
  {
    name: 'exact result',
    weight: 1,
    terms: {
      ...fromTo([harbor, usdc], [harbor, dai]),
      destinationTokenAmount: 50n * 10n ** 18n,
    },
  },
  {
    name: 'paid too little',
    weight: 1,
    terms: { ...spent, originChainId: harbor, destinationChainId: island, destinationTokenAddress: usdc },
    isUnderpaid: true,
  },
]

/** An intent as its owner knows it. */
export type Order = {
  kind: Kind
  owner: Address
  intent: Quoted['intent']
  /** What the owner sent or signed away, in base units of the deposit's token. */
  paid: bigint
  startedMs: number
  endedMs?: number
  receipt?: Receipt
}

export type Traffic = {
  orders: readonly Order[]
  /** Quotes, commits and executes that were refused and made again. */
  repeats: number
  /** Orders that no retry helped: given up before anything was paid. */
  abandoned: string[]
  /** Starts another order. */
  begin(random: Random, without: readonly string[]): void
  /** Resolves when all have ended or the time is over. */
  ended(withinMs: number): Promise<void>
}

const patienceMs = 120_000
const pauseMs = 1_000
const payersMax = 8

export function createTraffic(stage: Stage, payers: Payers, name: string): Traffic {
  const { devnet, apiUrls } = stage
  const clients = apiUrls.map((url) => createClient({ url }))
  const orders: Order[] = []
  const running = new Set<Promise<void>>()
  const over = new AbortController()
  let asked = 0
  let begun = 0

  /** Tries one API after another until one answers; throws final refusals. */
  const ask = async <T>(call: (client: Client) => Promise<T>): Promise<T> => {
    const endMs = Date.now() + patienceMs
    for (;;) {
      try {
        return await call(clients[asked++ % clients.length]!)
      } catch (error) {
        if (isFinal(error) || Date.now() > endMs || over.signal.aborted) throw error
        traffic.repeats++
        await sleep(pauseMs)
      }
    }
  }

  const quoteAndCommit = async (kind: Kind, at: number, owner: DevnetKey): Promise<Quoted> => {
    for (let tries = 0; ; tries++) {
      const recipient = slice(keccak256(stringToHex(`${name} ${at} ${tries}`)), 12)
      const request = { ...kind.terms, ownerAddress: owner.address, destinationToAddress: recipient }
      const options = { slippageTolerance: 0.03 }
      const quoted = await ask((client) => client.quoteIntent({ ...(request as Request<'QuoteIntent'>), options }))
      try {
        await ask((client) => client.commitIntent({ intent: quoted.intent }))
        return quoted
      } catch (error) {
        // The quote has expired. Nothing is paid yet: ask for another.
        if (!isError(error, 'QuoteExpired') || over.signal.aborted) throw error
      }
    }
  }

  const deposit = (kind: Kind, { intent }: Quoted, owner: DevnetKey): { paid: bigint; send(): Promise<Hex> } => {
    const { chainId, tokenAddress, to, amount } = intent.depositTransaction
    const paid = kind.isUnderpaid ? amount / 2n : amount
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [intent.originIntentAddress, paid],
    })
    const call = tokenAddress === native ? { to, value: paid } : { to: tokenAddress, data }
    return { paid, send: () => payers.pay(owner, chainId, call) }
  }

  const run = async (kind: Kind, at: number): Promise<void> => {
    const owner = devnet.accounts[at % payersMax]!
    const startedMs = Date.now()
    const quoted = await quoteAndCommit(kind, at, owner)
    const { intent, gasFeeOptions } = quoted
    const { intentId } = intent
    const { paid, send } = deposit(kind, quoted, owner)
    const option = kind.isSigned ? gasFeeOptions.feeOptions.find(({ is2612 }) => is2612) : undefined
    const order: Order = { kind, owner: owner.address, intent, paid, startedMs }
    orders.push(order)
    const proof = option
      ? { depositSignature: await signDeposit(devnet, owner, intent, option) }
      : { depositTransactionHash: await send() }
    const isTold = !kind.isUnderpaid
    if (isTold) await ask((client) => client.executeIntent({ intentId, ...proof }))
    while (!over.signal.aborted) {
      const answer = await ask((client) => client.waitIntentReceipt({ intentId }))
      if (!answer.done) continue
      order.endedMs = Date.now()
      order.receipt = answer.intentReceipt
      return
    }
  }

  const traffic: Traffic = {
    orders,
    repeats: 0,
    abandoned: [],
    begin(random, without) {
      const at = begun++
      const kind = weighted(
        kinds.filter((one) => !without.includes(one.name)),
        random,
      )
      const work = run(kind, at)
        .catch((error: Error) => {
          if (!over.signal.aborted) traffic.abandoned.push(`${kind.name} ${at}: ${error.message}`)
        })
        .finally(() => running.delete(work))
      running.add(work)
    },
    ended: async (withinMs) => {
      const timer = setTimeout(() => over.abort(), withinMs)
      await Promise.all(running)
      clearTimeout(timer)
    },
  }
  return traffic
}

/** Errors about the request itself. All others pass. */
const finals = ['QuoteExpired', 'InvalidArgument', 'NotFound', 'IntentStatus', 'Unauthorized', 'PermissionDenied']
const isFinal = (error: unknown): boolean => isError(error) && finals.includes(error.error)

function weighted(list: readonly Kind[], random: Random): Kind {
  let left = random.next() * list.reduce((sum, { weight }) => sum + weight, 0)
  for (const kind of list) {
    left -= kind.weight
    if (left < 0) return kind
  }
  return list[0]!
}
