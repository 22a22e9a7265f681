import { beforeAll, expect, test } from 'vitest'
import { NodeError } from '../../src/chains/read/node.ts'
import { classifyRpcError } from '../../src/chains/send/classifyRpcError.ts'
import { createPrivateKeySigner } from '../../src/chains/send/signer.ts'
import { createSeededRandom } from '../../src/host/random.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'
import { startAnvil } from '../chains/anvil.ts'
import { placePlainCodes } from '../engine/scripted/plainCodes.ts'
import { nonceOf, setCode, setNativeBalance } from '../engine/scripted/state.ts'
import { freshSeed } from '../freshSeed.ts'
import { postJson } from '../postJson.ts'
import { budget } from '../tier.ts'
import { useForAll } from '../useParts.ts'
import { allDefinitions } from './economy.ts'
import { createScheduler } from './scheduler.ts'
import { createSimChain } from './simChain.ts'
import { createSimNode } from './simNode.ts'

/** Other sequences in every run. */
const { seed: firstSeed, repeat } = freshSeed(import.meta.filename)
const sequencesWanted = budget({ fast: 50, full: 500, deep: 20_000 })
/** Two free cores take a fraction; busy ones run fewer, and the output says how many. */
const budgetMs = budget({ fast: 10_000, full: 60_000, deep: 3_600_000 })
/** Parallel sequences, each with its own accounts: they share the node's blocks, and calls are batched. */
const perGroup = 25
const turns = 20
/** No reorg is deeper, so none removes the funding, this many blocks before the first turn. */
const depthMax = 2
const [definition] = allDefinitions
const gwei = 1_000_000_000n
const rich = 10n ** 22n

const anvil = useForAll(() => startAnvil({ chainId: definition.id }))
beforeAll(async () => {
  const placed: Promise<unknown>[] = []
  placePlainCodes((address, code) => void placed.push(anvil.rpc('anvil_setCode', [address, code])))
  await Promise.all(placed)
})

test('the simulated node answers like anvil on random sequences of transactions', {
  timeout: Math.max(600_000, 2 * budgetMs),
}, async () => {
  let sequences = 0
  let calls = 0
  const endMs = performance.now() + budgetMs
  for (; sequences < sequencesWanted && performance.now() < endMs; sequences += perGroup)
    calls += await group(firstSeed + sequences)
  process.stdout.write(`compared ${sequences} sequences with anvil, ${calls} calls, from seed ${firstSeed}\n`)
  expect(sequences).toBeGreaterThan(0)
})

type Call = { method: string; params: unknown[]; read(answer: unknown): unknown }
type Answer = { result?: unknown; error?: { message: string } }

/** In one request; anvil answers in id order. */
async function askAnvil(calls: readonly Call[]): Promise<unknown[]> {
  const response = await postJson(
    anvil.url,
    calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params })),
  )
  const answers = (await response.json()) as (Answer & { id: number })[]
  const byId = new Map(answers.map((answer) => [answer.id, answer]))
  return calls.map(({ read }, id) => {
    const { result, error } = byId.get(id)!
    return error ? refusal(error.message) : read(result)
  })
}

const refusal = (message: string): string => `refused: ${classifyRpcError(new NodeError('answer', message)).is}`

type Sequence = ReturnType<typeof createSequence>

/** The storage a call read; an address without a slot means that nothing was read. */
function storageOf(answer: unknown): string {
  const { accessList } = answer as { accessList: { address: Address; storageKeys: Hex[] }[] }
  const read = accessList.filter(({ storageKeys }) => storageKeys.length > 0)
  return read.map(({ address, storageKeys }) => `${address.toLowerCase()} ${storageKeys.join(' ')}`).join(', ')
}

/** Fresh accounts: transfers with correct, used and repeated nonces, varying fees, and reads in between. */
function createSequence(seed: number, startBlock: number) {
  const random = createSeededRandom(seed)
  const below = (count: number) => Math.floor(random.next() * count)
  const chain = createSimChain(definition, createScheduler(seed, Date.now(), 0))
  const node = createSimNode('sim', chain)
  const signer = createPrivateKeySigner(`0x${random.hex(32)}`)
  const to: Address = `0x${random.hex(20)}`
  setNativeBalance(chain.state(), signer.address, rich)
  const contracts = placePlainCodes((address, code) => setCode(chain.state(), address, code))
  for (let block = 0; block < depthMax; block++) chain.mine()
  const sent = new Set<Hex>()
  const done: string[] = []
  const offered = new Map<number, bigint>()
  let nonce = 0

  async function transfer(isNew: boolean): Promise<Call> {
    const used = isNew ? nonce++ : below(nonce)
    // Less, or at least a tenth more: in between, anvil accepts what geth refuses, and the simulation follows geth.
    const bid = ((offered.get(used) ?? 100n * gwei) * [90n, 115n, 130n][below(3)]!) / 100n
    const fee = isNew ? 100n * gwei : bid
    if (isNew || fee > (offered.get(used) ?? 0n)) offered.set(used, fee)
    const value = BigInt(below(1_000))
    const fees = { maxFeePerGas: fee, maxPriorityFeePerGas: fee / 2n }
    const raw = await signer.signTransaction({
      chainId: definition.id,
      nonce: used,
      to,
      data: '0x',
      value,
      gas: 21_000n,
      ...fees,
    })
    done.push(`nonce ${used} fee ${fee / gwei}`)
    const read = (hash: unknown) => {
      sent.add(hash as Hex)
      return hash
    }
    return { method: 'eth_sendRawTransaction', params: [raw], read }
  }

  /** The block relative to the group's first: both chains have earlier blocks. */
  const receiptOf = (base: number) => (receipt: unknown) => {
    if (receipt === null) return null
    const { status, blockNumber, from, to: payee } = receipt as Record<'status' | 'blockNumber' | 'from' | 'to', Hex>
    return `${status} ${Number(blockNumber) - base} ${from.toLowerCase()} ${payee.toLowerCase()}`
  }
  const ownStart = chain.ledger.head().number

  return {
    seed,
    signer,
    chain,
    done,
    answer({ method, params, read }: Call, ours: typeof read = read): unknown {
      try {
        return ours(node.answer(method, params))
      } catch (error) {
        return refusal(error instanceof Error ? error.message : String(error))
      }
    },
    /** Undefined if this turn only reads. */
    async next(): Promise<Call | undefined> {
      const kind = below(5)
      if (kind > 2) return undefined
      return transfer(kind > 0 || nonce === 0)
    },
    reads(): (Call & { ours?: Call['read'] })[] {
      const count: Call = {
        method: 'eth_getTransactionCount',
        params: [signer.address, below(2) === 0 ? 'latest' : 'pending'],
        read: Number,
      }
      const balance: Call = {
        method: 'eth_getBalance',
        params: [to, 'latest'],
        read: (found) => BigInt(found as Hex),
      }
      const called = [contracts.slotZero, contracts.seven, to][below(3)]!
      const accessed: Call = {
        method: 'eth_createAccessList',
        params: [{ from: signer.address, to: called, data: '0x' }, 'latest'],
        read: storageOf,
      }
      return [count, balance, accessed]
    },
    receipts: (): (Call & { ours?: Call['read'] })[] =>
      [...sent].map((hash) => ({
        method: 'eth_getTransactionReceipt',
        params: [hash],
        read: receiptOf(startBlock),
        ours: receiptOf(ownStart),
      })),
    /** After a reorg the account may be back at a used nonce. */
    rewind(): void {
      nonce = nonceOf(chain.state(), signer.address)
      for (const used of offered.keys()) if (used >= nonce) offered.delete(used)
    },
  }
}

/** Parallel sequences; returns how many calls both sides got. */
async function group(seed: number): Promise<number> {
  const random = createSeededRandom(seed ^ 0x5eed)
  const startBlock = Number(await anvil.rpc('eth_blockNumber')) + depthMax
  const all = Array.from({ length: perGroup }, (_, index) => createSequence(seed + index, startBlock))
  const setBalance = ({ signer }: Sequence): Call => ({
    method: 'anvil_setBalance',
    params: [signer.address, `0x${rich.toString(16)}`],
    read: () => undefined,
  })
  await askAnvil(all.map(setBalance))
  await anvil.mine(depthMax)
  let asked = 0

  async function compare(calls: { of: Sequence; call: Call & { ours?: Call['read'] } }[]): Promise<void> {
    const theirs = await askAnvil(calls.map(({ call }) => call))
    for (const [index, { of, call }] of calls.entries()) {
      const ours = of.answer(call, call.ours)
      const history = `${repeat(seed)}\nsequence ${of.seed}, ${call.method} after ${of.done.join(', ')}; simulated, and anvil below`
      if (ours !== theirs[index]) expect(ours, history).toEqual(theirs[index])
    }
    asked += calls.length
  }

  for (let turn = 0; turn < turns; turn++) {
    const sends = await Promise.all(all.map(async (of) => ({ of, call: await of.next() })))
    await compare(sends.flatMap(({ of, call }) => (call ? [{ of, call }] : [])))
    await compare(all.flatMap((of) => of.reads().map((call) => ({ of, call }))))
    const chance = random.next()
    if (chance > 0.3) continue
    for (const { chain, done } of all) {
      done.push('mine')
      chain.mine()
    }
    await anvil.mine()
    if (chance < 0.06) {
      const depth = chance < 0.03 ? 1 : depthMax
      // Both mined this turn's transactions, and the pools hold only gapped ones: both forget what the reorg removes.
      for (const { chain, done, rewind } of all) {
        done.push(`reorg ${depth}`)
        chain.reorg(depth, () => 'forget')
        rewind()
      }
      await anvil.reorg(depth)
    }
    await compare(all.flatMap((of) => of.receipts().map((call) => ({ of, call }))))
  }
  return asked
}
