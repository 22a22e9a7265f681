import { afterAll, beforeAll, expect, test } from 'vitest'
import { NodeError } from '../../src/chains/read/node.ts'
import { classifyRpcError } from '../../src/chains/send/classifyRpcError.ts'
import { createPrivateKeySigner } from '../../src/chains/send/signer.ts'
import { createSeededRandom } from '../../src/host/random.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'
import { startAnvil, type TestAnvil } from '../chains/anvil.ts'
import { setNativeBalance } from '../engine/scripted/state.ts'
import { definitions } from './economy.ts'
import { createScheduler } from './scheduler.ts'
import { createSimChain } from './simChain.ts'
import { createSimNode } from './simNode.ts'

const freshSeed = Math.floor(performance.timeOrigin / 1_000)
const budgetMs = 15_000
const callsPerSequence = 20
const [definition] = definitions
const gwei = 1_000_000_000n
const rich = 10n ** 22n

let anvil: TestAnvil
beforeAll(async () => {
  anvil = await startAnvil({ chainId: definition.id })
})
afterAll(() => anvil.stop())

test('the simulated node answers like anvil on random sequences of transactions', { timeout: 120_000 }, async () => {
  let sequences = 0
  for (const endMs = performance.now() + budgetMs; performance.now() < endMs && sequences < 500; sequences++)
    await sequence(freshSeed + sequences)
  process.stdout.write(`compared ${sequences} sequences of ${callsPerSequence} calls from seed ${freshSeed}\n`)
  expect(sequences).toBeGreaterThan(0)
})

/** Fresh accounts on both; transfers with right, used and repeated nonces and with higher and lower fees; blocks in between. */
async function sequence(seed: number): Promise<void> {
  const random = createSeededRandom(seed)
  const below = (count: number) => Math.floor(random.next() * count)
  const chain = createSimChain(definition, createScheduler(seed, Date.now(), 0))
  const node = createSimNode('sim', chain)
  const signer = createPrivateKeySigner(`0x${random.hex(32)}`)
  const to: Address = `0x${random.hex(20)}`
  setNativeBalance(chain.state(), signer.address, rich)
  await anvil.rpc('anvil_setBalance', [signer.address, `0x${rich.toString(16)}`])
  const done: string[] = []
  const sent: Hex[] = []

  async function both(method: string, params: unknown[], read: (answer: unknown) => unknown): Promise<void> {
    done.push(method)
    const said = (answer: () => unknown) =>
      Promise.resolve()
        .then(answer)
        .then(read, (error: unknown) => {
          const message = error instanceof Error ? error.message : String(error)
          return `refused: ${classifyRpcError(new NodeError('answer', message)).is}`
        })
    const ours = await said(() => node.answer(method, params))
    const theirs = await said(() => anvil.rpc(method, params))
    expect(ours, `seed ${seed}, after ${done.join(', ')}; simulated, and anvil below`).toEqual(theirs)
  }

  let nonce = 0
  const offered = new Map<number, bigint>()
  for (let call = 0; call < callsPerSequence; call++) {
    const kind = below(6)
    if (kind <= 2) {
      const isNew = kind > 0 || nonce === 0
      const used = isNew ? nonce++ : below(nonce)
      // Less, or at least a tenth more: between them anvil takes what geth refuses, and the simulated pool follows geth.
      const bid = ((offered.get(used) ?? 100n * gwei) * [90n, 115n, 130n][below(3)]!) / 100n
      const fee = isNew ? 100n * gwei : bid
      if (isNew || fee > offered.get(used)!) offered.set(used, fee)
      const value = BigInt(below(1_000))
      const tx = {
        chainId: definition.id,
        nonce: used,
        to,
        data: '0x' as const,
        value,
        gas: 21_000n,
        maxFeePerGas: fee,
        maxPriorityFeePerGas: fee / 2n,
      }
      const raw = await signer.signTransaction(tx)
      done.push(`nonce ${used} fee ${fee / gwei}`)
      await both('eth_sendRawTransaction', [raw], (hash) => {
        if (!sent.includes(hash as Hex)) sent.push(hash as Hex)
        return hash
      })
    } else if (kind === 3) {
      done.push('mine')
      chain.mine()
      await anvil.mine()
    } else {
      await both('eth_getTransactionCount', [signer.address, kind === 4 ? 'latest' : 'pending'], Number)
      await both('eth_getBalance', [to, 'latest'], (balance) => BigInt(balance as Hex))
    }
    for (const hash of sent)
      await both('eth_getTransactionReceipt', [hash], (receipt) =>
        receipt === null ? null : (receipt as { status: Hex }).status,
      )
  }
}
