import { getAddress, keccak256, pad, zeroAddress } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Chain, Head } from '../../src/chains/chain.ts'
import type { Signer } from '../../src/chains/send/signer.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import type { plainCodes } from '../engine/scripted/plainCodes.ts'

/** A chain whose blocks a test makes. `finality` of its definition: two blocks below 1,000 dollars, four above. */
export type OpenedChain = {
  chain: Chain
  /** Has native token to spend. */
  signer: Signer
  /** Where each piece of test code stands. */
  contracts: Record<keyof typeof plainCodes, Address>
  /** Resolves when the chain has seen the new blocks. */
  mine(blocks?: number): Promise<void>
  /** Replaces the newest blocks by empty ones and forgets what was in them; resolves when the chain has seen it. */
  reorg(depth: number): Promise<void>
  close(): Promise<void>
}

const gas = 200_000n
const receiver: Address = '0x000000000000000000000000000000000000b0b0'
const nobody: Address = '0x00000000000000000000000000000000000000aa'
const aWord = (value: number): Hex => pad(`0x${value.toString(16).padStart(2, '0')}`)

/** The promises of `Chain` as tests. Every implementation must pass: behind nodes, and the simulated one. */
export function chainContract(name: string, open: () => Promise<OpenedChain>): void {
  describe(`${name} keeps the promises of a chain:`, () => {
    let opened: OpenedChain
    beforeEach(async () => {
      opened = await open()
    })
    afterEach(() => opened.close())

    type Sent = { to: Address; data?: Hex; value?: bigint; nonce?: number; bump?: bigint; gas?: bigint }

    async function sign({ to, data = '0x', value = 0n, nonce, bump = 100n, gas: limit = gas }: Sent): Promise<Hex> {
      const { chain, signer } = opened
      const { maxFeePerGas, maxPriorityFeePerGas } = await chain.fees()
      return signer.signTransaction({
        chainId: chain.id,
        nonce: nonce ?? (await chain.nonce(signer.address, 'pending')),
        to,
        data,
        value,
        gas: limit,
        maxFeePerGas: (maxFeePerGas * bump) / 100n,
        maxPriorityFeePerGas: (maxPriorityFeePerGas * bump) / 100n,
      })
    }

    async function sendMined(sent: Sent): Promise<Hex> {
      const raw = await sign(sent)
      expect(await opened.chain.broadcast(raw)).toEqual({ is: 'accepted' })
      await opened.mine()
      return keccak256(raw)
    }

    describe('blocks', () => {
      test('listeners are told every head in order, each on top of the one before, until they leave', async () => {
        const { chain, mine } = opened
        const first = await chain.head()
        const seen: Head[] = []
        const leave = chain.onHead((head) => seen.push(head))
        await mine(3)
        leave()
        await mine()
        expect(seen.map(({ number }) => number - first.number)).toEqual([1, 2, 3])
        expect(seen.map(({ parentHash }) => parentHash)).toEqual([first.hash, seen[0]!.hash, seen[1]!.hash])
        expect((await chain.head()).parentHash).toBe(seen[2]!.hash)
      })

      test('after a reorg the heads come again from the fork on', async () => {
        const { chain, mine, reorg } = opened
        const first = await chain.head()
        const seen: Head[] = []
        chain.onHead((head) => seen.push(head))
        await mine(4)
        await reorg(2)
        expect(seen.map(({ number }) => number - first.number)).toEqual([1, 2, 3, 4, 3, 4])
        expect(seen[4]!.parentHash).toBe(seen[1]!.hash)
        expect(seen[4]!.hash).not.toBe(seen[2]!.hash)
        expect(await chain.head()).toMatchObject({ number: first.number + 4, hash: seen[5]!.hash })
      })

      test('a block names its transactions; one that is not there yet is not found', async () => {
        const { chain, signer } = opened
        const hash = await sendMined({ to: receiver, value: 5n })
        const { number } = await chain.head()
        const block = await chain.block(number)
        expect(block.transactions).toEqual([
          { hash, from: signer.address, to: expect.stringMatching(new RegExp(receiver, 'i')), value: 5n },
        ])
        await expect(chain.block(number + 1)).rejects.toMatchObject({ error: 'NotFound' })
      })
    })

    describe('finality', () => {
      test('more dollars rest on deeper blocks', async () => {
        const { chain } = opened
        const { number } = await chain.head()
        expect(await chain.finalBlock(999)).toBe(number - 2)
        expect(await chain.finalBlock(1_000)).toBe(number - 4)
      })

      test('what was final stays final through a reorg above it', async () => {
        const { chain, reorg } = opened
        const final = await chain.finalBlock(1)
        await reorg(2)
        expect(await chain.finalBlock(1)).toBe(final)
      })
    })

    describe('reads', () => {
      test('a balance is that of the block that was asked for', async () => {
        const { chain } = opened
        const { number } = await chain.head()
        const before = await chain.balance(nativeToken, receiver)
        await sendMined({ to: receiver, value: 7n })
        expect(await chain.balance(nativeToken, receiver, { quorum: true })).toBe(before + 7n)
        expect(await chain.balance(nativeToken, receiver, { block: number, quorum: true })).toBe(before)
        expect(await chain.balance(nativeToken, receiver, { block: number + 1 })).toBe(before + 7n)
      })

      test('a balance that nobody answers is an error, never zero', async () => {
        const { chain, contracts } = opened
        expect(await chain.balance(contracts.seven, receiver)).toBe(7n)
        await expect(chain.balance(contracts.reverter, receiver)).rejects.toMatchObject({ error: 'QueryFailed' })
        await expect(chain.balance(nobody, receiver)).rejects.toMatchObject({ error: 'QueryFailed' })
      })

      test('a revert is an answer, with its data; a block that is not there is none', async () => {
        const { chain, contracts } = opened
        const { number } = await chain.head()
        expect(await chain.read({ to: contracts.seven })).toEqual({ ok: true, data: aWord(7) })
        expect(await chain.read({ to: contracts.reverter }, { quorum: true })).toMatchObject({
          ok: false,
          revert: aWord(0xaa),
        })
        expect(await chain.read({ to: nobody, data: '0x12345678' })).toEqual({ ok: true, data: '0x' })
        await expect(chain.read({ to: contracts.seven }, { block: number + 5, quorum: true })).rejects.toThrow()
      })

      test('a simulation sees its overrides, and nothing of it stays', async () => {
        const { chain, contracts } = opened
        const poor = { from: nobody, to: contracts.echo, data: '0x11' as const, value: 10n }
        const simulate = chain.simulate
        expect((await simulate(poor, [{ address: nobody, balance: 10n ** 20n }])).ok).toBe(true)
        const slot = { slot: aWord(0), value: aWord(42) }
        expect(
          await simulate({ to: contracts.slotZero }, [{ address: contracts.slotZero, stateDiff: [slot] }]),
        ).toEqual({ ok: true, data: aWord(42) })
        const code = await chain.code(contracts.seven)
        expect(await simulate({ to: nobody }, [{ address: nobody, code }])).toEqual({ ok: true, data: aWord(7) })
        expect(await simulate({ to: contracts.reverter })).toMatchObject({ ok: false, revert: aWord(0xaa) })
        expect(await chain.read({ to: contracts.slotZero })).toEqual({ ok: true, data: aWord(0) })
        expect(await chain.code(nobody)).toBe('0x')
      })

      test('fees leave room for six full blocks', async () => {
        const fees = await opened.chain.fees()
        expect(fees.baseFeePerGas).toBeGreaterThan(0n)
        expect(fees.maxFeePerGas).toBe(2n * fees.baseFeePerGas + fees.maxPriorityFeePerGas)
        expect(fees.gasPrice).toBe(fees.baseFeePerGas + fees.maxPriorityFeePerGas)
      })
    })

    describe('receipts', () => {
      test('not found while it waits, proven when it is mined, unknown above the block that may be relied on', async () => {
        const { chain, contracts, mine, signer } = opened
        const raw = await sign({ to: contracts.echo, data: '0xabcd' })
        const hash = keccak256(raw)
        await chain.broadcast(raw)
        expect(await chain.receipt(hash)).toEqual({ is: 'notFound' })
        await mine()
        const { number, hash: blockHash, timestampS } = await chain.head()
        const evidence = await chain.receipt(hash, { atOrBelow: number })
        expect(evidence).toMatchObject({
          is: 'proven',
          value: {
            hash,
            success: true,
            blockNumber: number,
            blockHash,
            minedAtMs: timestampS * 1_000,
            from: signer.address,
          },
        })
        expect(evidence.is === 'proven' && evidence.value.logs).toMatchObject([
          { data: '0xabcd', topics: [], blockNumber: number, blockHash, transactionHash: hash, logIndex: 0 },
        ])
        expect((await chain.receipt(hash, { atOrBelow: number - 1 })).is).toBe('unknown')
        expect(await chain.receipt(aWord(0x77))).toEqual({ is: 'notFound' })
      })

      test('a transaction that reverted is proven too, and left no logs', async () => {
        const { chain, contracts } = opened
        const evidence = await chain.receipt(await sendMined({ to: contracts.reverter }))
        expect(evidence).toMatchObject({ is: 'proven', value: { success: false, logs: [] } })
      })

      test('a transaction is told with its call data, in the pool and in a block; one that nobody sent is not', async () => {
        const { chain, contracts, mine, signer } = opened
        const raw = await sign({ to: contracts.echo, data: '0xabcd' })
        const hash = keccak256(raw)
        expect(await chain.transaction(hash)).toBeUndefined()
        await chain.broadcast(raw)
        const expected = { hash, from: signer.address, to: getAddress(contracts.echo), value: 0n, data: '0xabcd' }
        expect(await chain.transaction(hash)).toEqual(expected)
        await mine()
        expect(await chain.transaction(hash)).toEqual(expected)
      })

      test('a receipt is forgotten with its block', async () => {
        const { chain, contracts, reorg } = opened
        const hash = await sendMined({ to: contracts.echo, data: '0x01' })
        expect((await chain.receipt(hash)).is).toBe('proven')
        await reorg(1)
        // The first look may still find what was proven before, in a block that is no longer canonical.
        expect((await chain.receipt(hash)).is).not.toBe('proven')
        expect(await chain.receipt(hash)).toEqual({ is: 'notFound' })
      })

      test('a hash is disproven when another transaction has used its nonce at finality', async () => {
        const { chain, contracts, mine, signer } = opened
        const nonce = await chain.nonce(signer.address, 'latest')
        const used = { from: signer.address, nonce }
        const hash = await sendMined({ to: contracts.echo, data: '0x02' })
        expect(await chain.receipt(aWord(0x78), { used })).toEqual({ is: 'notFound' })
        await mine(4)
        expect((await chain.receipt(aWord(0x78), { used })).is).toBe('provenNot')
        expect((await chain.receipt(hash, { used })).is).toBe('proven')
      })
    })

    describe('logs', () => {
      test('all of a range, in order, by address and by topic', async () => {
        const { chain, contracts } = opened
        const { number } = await chain.head()
        await sendMined({ to: contracts.echo, data: '0x01' })
        await sendMined({ to: contracts.topic, data: aWord(1) })
        await sendMined({ to: contracts.topic, data: aWord(2) })
        await sendMined({ to: contracts.echo, data: '0x02' })
        const range = { fromBlock: number + 1, toBlock: number + 4 }
        const echoed = await chain.logs({ ...range, address: contracts.echo })
        expect(echoed.map(({ data, blockNumber }) => [data, blockNumber - number])).toEqual([
          ['0x01', 1],
          ['0x02', 4],
        ])
        const topics = async (filter: (Hex | Hex[] | null)[]) =>
          (await chain.logs({ ...range, address: [contracts.topic, contracts.echo], topics: filter })).map(
            (log) => log.topics[0],
          )
        expect(await topics([aWord(2)])).toEqual([aWord(2)])
        expect(await topics([[aWord(1), aWord(2)]])).toEqual([aWord(1), aWord(2)])
        expect(await topics([aWord(3)])).toEqual([])
        expect(await chain.logs({ address: contracts.echo, fromBlock: number + 2, toBlock: number + 3 })).toEqual([])
      })

      test('a range beyond the head is refused, not answered with less', async () => {
        const { chain } = opened
        const { number } = await chain.head()
        await expect(chain.logs({ fromBlock: number, toBlock: number + 1 })).rejects.toMatchObject({
          error: 'ChainNodeHealth',
        })
      })

      test('logs are forgotten with their block', async () => {
        const { chain, contracts, reorg } = opened
        await sendMined({ to: contracts.echo, data: '0x03' })
        const { number } = await chain.head()
        await reorg(1)
        expect(await chain.logs({ address: contracts.echo, fromBlock: number, toBlock: number })).toEqual([])
      })
    })

    describe('sending', () => {
      test('counts are those of the newest block, of the pool and of the final block', async () => {
        const { chain, signer, mine } = opened
        const nonce = await chain.nonce(signer.address, 'latest')
        const counts = async () => {
          const all = await Promise.all(
            (['latest', 'pending', 'final'] as const).map((at) => chain.nonce(signer.address, at)),
          )
          return all.map((count) => count - nonce)
        }
        await mine(4)
        expect(await counts()).toEqual([0, 0, 0])
        await chain.broadcast(await sign({ to: receiver }))
        expect(await counts()).toEqual([0, 1, 0])
        await mine()
        expect(await counts()).toEqual([1, 1, 0])
        await mine(4)
        expect(await counts()).toEqual([1, 1, 1])
      })

      test('the same bytes are known, a used nonce is too low, an equal bid for a nonce is underpriced', async () => {
        const { chain, mine, signer } = opened
        const nonce = await chain.nonce(signer.address, 'latest')
        const raw = await sign({ to: receiver, value: 1n, nonce })
        expect(await chain.broadcast(raw)).toEqual({ is: 'accepted' })
        expect(await chain.broadcast(raw)).toEqual({ is: 'known' })
        expect(await chain.broadcast(await sign({ to: receiver, value: 2n, nonce }))).toMatchObject({
          is: 'underpriced',
        })
        const dearer = await sign({ to: receiver, value: 3n, nonce, bump: 130n })
        expect(await chain.broadcast(dearer)).toEqual({ is: 'accepted' })
        await mine()
        const { number } = await chain.head()
        expect((await chain.block(number)).transactions.map(({ value }) => value)).toEqual([3n])
        expect(await chain.broadcast(await sign({ to: receiver, value: 4n, nonce }))).toEqual({ is: 'nonceTooLow' })
      })

      test('what cannot be paid for and what is no transaction is refused', async () => {
        const { chain, signer } = opened
        const value = await chain.balance(nativeToken, signer.address)
        expect(await chain.broadcast(await sign({ to: receiver, value }))).toMatchObject({ is: 'refused' })
        expect(await chain.broadcast('0x02c0')).toMatchObject({ is: 'refused' })
        expect(await chain.nonce(zeroAddress, 'pending')).toBe(0)
      })

      test('a transaction behind a gap waits until the gap is filled', async () => {
        const { chain, mine, signer } = opened
        const nonce = await chain.nonce(signer.address, 'latest')
        await chain.broadcast(await sign({ to: receiver, nonce: nonce + 1 }))
        await mine()
        expect(await chain.nonce(signer.address, 'latest')).toBe(nonce)
        await chain.broadcast(await sign({ to: receiver, nonce }))
        await mine()
        expect(await chain.nonce(signer.address, 'latest')).toBe(nonce + 2)
      })
    })

    test('it says that it is well', async () => {
      expect((await opened.chain.health()).healthy).toBe(true)
    })
  })
}
