import { type Address, encodeFunctionData, erc20Abi, type Hex, keccak256, slice, stringToHex } from 'viem'
import { afterAll, expect, test } from 'vitest'
import type { DevnetKey } from '../../src/chains/definitions/devnet/keys.ts'
import { createSeededRandom } from '../../src/host/random.ts'
import { type Client, createClient } from '../../src/sdk/client.ts'
import { openPostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import { startTestDevnet } from '../devnet/setup.ts'
import { balance, harbor, island, native, tokens, walletOf } from '../e2e/setup.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { budget } from '../tier.ts'
import { useForAll } from '../useParts.ts'
import { ended, expectDeliveredOnce, type Quoted } from './books.ts'
import { chaosConfig, type ServiceProcess, startProcess } from './process.ts'

/** Two processes answer callers and two carry out intents, all on one database. One of the two that work is killed on the way. */
const count = budget({ fast: 16, full: 16, deep: 200 })
const seed = Number(process.env.CHAOS_SEED ?? 7)
const payers = 8
const quotesAtOnce = 8
const holdsMax = budget({ fast: 12, full: 12, deep: 40 })

const usdc = tokens.usdc
/** Same chain and across, in both directions; small enough that many swaps in a row keep their price. */
const kinds = [
  { originChainId: harbor, destinationChainId: harbor, destinationTokenAddress: native },
  { originChainId: harbor, destinationChainId: island, destinationTokenAddress: usdc },
  { originChainId: island, destinationChainId: island, destinationTokenAddress: tokens.dai },
  { originChainId: island, destinationChainId: harbor, destinationTokenAddress: usdc },
]
const amount = 100_000_000n

const database = useForAll(freshDatabase)
const devnet = useForAll(() => startTestDevnet({ blockTimeS: 0 }))
const store = useForAll(() => openPostgresStore({ url: database.url }))
const processes: ServiceProcess[] = []

afterAll(async () => {
  await Promise.all(processes.map((each) => each.stop()))
})

test(`${count} intents at once, two processes for callers, two for work, one of them killed: all end, none twice, none lost`, {
  timeout: budget({ fast: 600_000, full: 600_000, deep: 1_800_000 }),
}, async () => {
  const random = createSeededRandom(seed)
  const start = (roles: { api: boolean; worker: boolean }) => startProcess(chaosConfig(devnet, database.url, { roles }))
  const roles = [true, true, false, false].map((api) => ({ api, worker: !api }))
  processes.push(...(await Promise.all(roles.map(start))))
  const [callers, workers] = [processes.slice(0, 2), processes.slice(2)]
  const clients = callers.map(({ url }) => createClient({ url }))
  const clientOf = (index: number): Client => clients[index % clients.length]!
  const before = await holdings()

  const intents = await inTurns(count, quotesAtOnce, (index) => quoteAndCommit(clientOf(index), index))
  const hashes = await payAll(intents)

  // The victim and the moment come from the seed: so many moves of intents after the start, one of the workers is gone.
  const victim = workers[Math.floor(random.next() * workers.length)]!
  const moves = Math.floor(count * (0.5 + 2 * random.next()))
  const killed = afterMoves(moves).then(() => victim.kill())
  await Promise.all(
    intents.map(({ intentId }, index) =>
      clientOf(index).executeIntent({ intentId, depositTransactionHash: hashes[index]! }),
    ),
  )
  await killed
  // Whoever is asked knows: each intent is waited for at the process that did not start it.
  const receipts = await Promise.all(intents.map((intent, index) => ended(clientOf(index + 1), intent, holdsMax)))

  const about = `seed ${seed}, killed after ${moves} moves`
  expect(
    receipts.filter(({ status }) => status !== 'SUCCEEDED').map(({ intentId, status }) => `${intentId} ${status}`),
    about,
  ).toEqual([])
  for (const intent of intents) await expectDeliveredOnce(intent, { devnet, store })
  expect(await store.intents.orphans(10), about).toEqual([])
  await expectPaidOnce(intents, before)
})

async function quoteAndCommit(client: Client, index: number): Promise<Quoted> {
  const { intent } = await client.quoteIntent({
    ...kinds[index % kinds.length]!,
    ownerAddress: payerOf(index).address,
    originTokenAddress: usdc,
    originTokenAmount: amount,
    destinationToAddress: slice(keccak256(stringToHex(`fleet ${seed} ${index}`)), 12),
    options: { slippageTolerance: 0.03 },
  })
  await client.commitIntent({ intent })
  return intent
}

const payerOf = (index: number): DevnetKey => devnet.accounts[Math.floor(index / kinds.length) % payers]!

/** Each payer sends all of its deposits on a chain together, one nonce after the other. */
async function payAll(intents: readonly Quoted[]): Promise<Hex[]> {
  const hashes: Hex[] = []
  const groups = new Map<string, number[]>()
  for (const [index, { originChainId }] of intents.entries()) {
    const key = `${originChainId}:${payerOf(index).address}`
    groups.set(key, [...(groups.get(key) ?? []), index])
  }
  const pay = async (group: number[]) => {
    const [payer, { chainId }] = [payerOf(group[0]!), intents[group[0]!]!.depositTransaction]
    const wallet = walletOf(devnet, chainId, payer)
    const first = await wallet.getTransactionCount({ address: payer.address })
    const sent = group.map(async (index, place) => {
      const { originIntentAddress, depositTransaction } = intents[index]!
      const args = [originIntentAddress, depositTransaction.amount] as const
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
      const fees = { gas: 100_000n, maxFeePerGas: 20_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
      hashes[index] = await wallet.sendTransaction({ to: usdc, data, nonce: first + place, ...fees })
    })
    await Promise.all(sent)
  }
  await Promise.all([...groups.values()].map(pay))
  return hashes
}

/** Resolves when the store has told of so many moves, whichever process made them. */
async function afterMoves(moves: number): Promise<void> {
  let told = 0
  let resolve = () => {}
  const reached = new Promise<void>((done) => {
    resolve = done
  })
  const forget = await store.listen((note) => {
    if (note.kind === 'moved' && ++told === moves) resolve()
  })
  await reached
  forget()
}

const chains = [harbor, island]

/** What every payer holds of the token that is paid with, by chain. */
async function holdings(): Promise<Map<string, bigint>> {
  const asked = chains.flatMap((chainId) =>
    devnet.accounts.slice(0, payers).map(({ address }) => ({ chainId, address })),
  )
  const found = await Promise.all(
    asked.map(
      async ({ chainId, address }) =>
        [`${chainId}:${address}`, await balance(devnet, chainId, usdc, address)] as [string, bigint],
    ),
  )
  return new Map(found)
}

/** What left a payer's wallet is its deposits, less what the ledger says came back to it. */
async function expectPaidOnce(intents: readonly Quoted[], before: Map<string, bigint>): Promise<void> {
  const paid = new Map<string, bigint>()
  for (const { intentId, ownerAddress } of intents) {
    for (const { from, to, chainId, token, amount: moved } of await store.intents.ledger(intentId)) {
      if (token.toLowerCase() !== usdc.toLowerCase()) continue
      const key = `${chainId}:${ownerAddress}`
      const signed = from === 'owner' ? moved : to === 'owner' ? -moved : 0n
      paid.set(key, (paid.get(key) ?? 0n) + signed)
    }
  }
  for (const [key, held] of await holdings()) {
    expect(before.get(key)! - held, key).toBe(paid.get(key as `${number}:${Address}`) ?? 0n)
  }
}

/** Does the work for every index, so many at a time. */
async function inTurns<T>(total: number, atOnce: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const lane = async () => {
    for (let index = next++; index < total; index = next++) results[index] = await work(index)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return results
}
