import { describe, expect, test } from 'vitest'
import type { Hex } from '../../src/interface/fields.ts'
import type { IntentFilter, Keyset } from '../../src/stores/store.ts'
import { move } from './move.ts'
import { addressOf, hashOf } from './sampleQuote.ts'
import type { Bench } from './storeContract.ts'

const alice = '0xA11CE00000000000000000000000000000000001'
const bob = '0xB0B0000000000000000000000000000000000002'
const carol = '0xca20100000000000000000000000000000000003'
const walletOfThree = '0x3333333333333333333333333333333333333333'
const destinationOfThree = '0x4444444444444444444444444444444444444444'
const rareToken = '0x7a7a7a0000000000000000000000000000000007'

const idOf = (n: number): Hex => `0x${n}${'d'.repeat(63)}`

export function searchContract(bench: Bench): void {
  /** Six intents: 1, 2 and 5 of Alice, 3 and 4 of Bob, 6 of another project. */
  async function fill(): Promise<void> {
    const hour = 3_600_000
    const quote = (n: number, sample: object) => bench.quote(n, { intentId: idOf(n), nowMs: n * hour, ...sample })
    await quote(1, { owner: alice })
    await quote(2, { owner: alice, originChainId: 1, recipient: carol })
    await quote(3, {
      owner: bob,
      originAddress: walletOfThree,
      destinationAddress: destinationOfThree,
      destinationChainId: 42_161,
      destinationToken: rareToken,
      destinationSymbol: 'rare',
    })
    await quote(4, { owner: bob, originSymbol: 'DAI', originToken: rareToken })
    await quote(5, { owner: alice })
    const { intents } = bench.store
    const commit = (n: number) =>
      intents.transition({ intentId: idOf(n), step: 'quoted' }, { step: 'committed', dueAtMs: 1, nowMs: n * hour + 1 })
    await commit(2)
    await commit(3)
    await commit(5)
    await move({ intents }, idOf(3), 'committed', {
      step: 'awaitDeposit',
      dueAtMs: 1,
      legs: [
        { leg: 'deposit', chainId: 10, status: 'MINING', txnHash: hashOf(31, 'beef') },
        { leg: 'origin', chainId: 10, status: 'RELAYED', txnHash: hashOf(32, 'beef') },
      ],
      nowMs: 3 * hour + 2,
    })
    await move({ intents }, idOf(5), 'committed', {
      step: 'lapsed',
      ledger: [{ from: 'owner', to: 'originIntent', chainId: 10, token: addressOf(4), amount: 4n, why: 'late' }],
      nowMs: 5 * hour + 2,
    })
  }

  const found = async (filter: IntentFilter, page: Keyset = { limit: 100 }) => {
    const records = await bench.store.intents.search(filter, page)
    expect(await bench.store.intents.list(filter, page)).toEqual(
      records.map(({ intent, step, updatedAtMs }) => ({ intent, step, updatedAtMs })),
    )
    return records.map(({ intentId }) => Number(intentId[2]))
  }

  describe('search', () => {
    const cases: [string, IntentFilter, number[]][] = [
      ['nothing asked', {}, [5, 4, 3, 2, 1]],
      ['project', { projectId: 1 }, [5, 4, 3, 2, 1]],
      ['another project', { projectId: 2 }, []],
      ['intent id', { intentId: idOf(3) }, [3]],
      ['an intent id that is not there', { intentId: idOf(9) }, []],
      ['owner', { projectId: 1, owner: alice }, [5, 2, 1]],
      ['owner without a project', { owner: bob }, [4, 3]],
      ['origin intent address', { originAddress: walletOfThree }, [3]],
      ['destination intent address', { destinationAddress: destinationOfThree }, [3]],
      ['transaction hash of any leg', { transactionHash: hashOf(32, 'beef') }, [3]],
      ['deposit hash', { depositTransactionHash: hashOf(31, 'beef') }, [3]],
      ['a hash that is not the deposit', { depositTransactionHash: hashOf(32, 'beef') }, []],
      ['origin chain', { projectId: 1, originChainId: 1 }, [2]],
      ['destination chain', { projectId: 1, destinationChainId: 42_161 }, [3]],
      ['one status', { projectId: 1, statuses: ['EXECUTING'] }, [3]],
      ['several statuses', { projectId: 1, statuses: ['QUOTED', 'COMMITTED'] }, [4, 2, 1]],
      ['no status at all', { projectId: 1, statuses: [] }, []],
      ['from a time on', { projectId: 1, fromMs: 3 * 3_600_000 }, [5, 4, 3]],
      ['up to a time', { projectId: 1, toMs: 3 * 3_600_000 }, [3, 2, 1]],
      ['between times, any project', { fromMs: 2 * 3_600_000, toMs: 4 * 3_600_000 }, [4, 3, 2]],
      ['recoverable', { projectId: 1, onlyRecoverable: true }, [5]],
      ['recoverable of another owner', { projectId: 1, onlyRecoverable: true, owner: bob }, []],
      [
        'several filters together',
        { projectId: 1, owner: alice, statuses: ['COMMITTED', 'FAILED'], toMs: 4 * 3_600_000 },
        [2],
      ],
      ['term: intent id', { terms: [{ kind: 'hash', value: idOf(4) }] }, [4]],
      ['term: transaction hash', { terms: [{ kind: 'hash', value: hashOf(31, 'beef') }] }, [3]],
      ['term: owner', { projectId: 1, terms: [{ kind: 'address', value: bob }] }, [4, 3]],
      ['term: lower-case address', { terms: [{ kind: 'address', value: bob.toLowerCase() as Hex }] }, [4, 3]],
      ['term: recipient', { projectId: 1, terms: [{ kind: 'address', value: carol }] }, [2]],
      ['term: token on either side', { projectId: 1, terms: [{ kind: 'address', value: rareToken }] }, [4, 3]],
      ['term: intent address', { projectId: 1, terms: [{ kind: 'address', value: walletOfThree }] }, [3]],
      ['term: prefix of an owner', { projectId: 1, terms: [{ kind: 'prefix', value: 'a11ce0' }] }, [5, 2, 1]],
      ['term: prefix of odd length', { projectId: 1, terms: [{ kind: 'prefix', value: 'a11ce00' }] }, [5, 2, 1]],
      ['term: prefix of an intent id', { projectId: 1, terms: [{ kind: 'prefix', value: '4ddddd' }] }, [4]],
      ['term: prefix of a token', { projectId: 1, terms: [{ kind: 'prefix', value: '7a7a7a0' }] }, [4, 3]],
      ['term: prefix of a hash', { projectId: 1, terms: [{ kind: 'prefix', value: '0'.repeat(58) }] }, [3]],
      ['term: prefix of nothing', { projectId: 1, terms: [{ kind: 'prefix', value: 'ffffff' }] }, []],
      ['term: prefix without a project', { terms: [{ kind: 'prefix', value: 'b0b000' }] }, [4, 3]],
      ['term: symbol, any case', { projectId: 1, terms: [{ kind: 'symbol', value: 'Rare' }] }, [3]],
      ['term: symbol of the origin', { projectId: 1, terms: [{ kind: 'symbol', value: 'DAI' }] }, [4]],
      ['term: status', { projectId: 1, terms: [{ kind: 'status', value: 'FAILED' }] }, [5]],
      ['term: chain on either side', { projectId: 1, terms: [{ kind: 'chain', value: 10 }] }, [5, 4, 3, 1]],
      [
        'all terms must match',
        {
          projectId: 1,
          terms: [
            { kind: 'address', value: alice },
            { kind: 'chain', value: 10 },
            { kind: 'status', value: 'QUOTED' },
          ],
        },
        [1],
      ],
      [
        'a prefix and a hash',
        {
          projectId: 1,
          terms: [
            { kind: 'prefix', value: 'b0b000' },
            { kind: 'hash', value: hashOf(31, 'beef') },
          ],
        },
        [3],
      ],
      ['a term and a filter', { projectId: 1, owner: bob, terms: [{ kind: 'prefix', value: '333333' }] }, [3]],
      [
        'two prefixes',
        {
          projectId: 1,
          terms: [
            { kind: 'prefix', value: 'b0b000' },
            { kind: 'prefix', value: '7a7a7a' },
          ],
        },
        [4, 3],
      ],
    ]

    test('by every filter and kind of term', async () => {
      await fill()
      for (const [what, filter, expected] of cases) expect([what, await found(filter)]).toEqual([what, expected])
    })

    test('pages, both ways, in every kind of search', async () => {
      await fill()
      for (const [what, filter, expected] of cases) {
        for (const ascending of [false, true]) {
          const seen: number[] = []
          let beyondId: number | undefined
          for (;;) {
            const page = await bench.store.intents.search(filter, { limit: 2, ascending, beyondId })
            seen.push(...page.map(({ intentId }) => Number(intentId[2])))
            if (page.length < 2) break
            beyondId = page.at(-1)!.id
          }
          expect([what, seen]).toEqual([what, ascending ? expected.toReversed() : expected])
        }
      }
    })
  })

  test('newest first is by time of creation, then row number: clocks that differ and equal times shift no page', async () => {
    // Rows 1 to 7 in the order they are written; the clock of whoever wrote 3 and 6 is behind.
    const createdAtMs = [5_000, 6_000, 1_000, 6_000, 6_000, 2_000, 7_000]
    for (const [index, nowMs] of createdAtMs.entries())
      await bench.quote(index + 1, { intentId: idOf(index + 1), nowMs })
    const order = [7, 5, 4, 2, 1, 6, 3]
    const filters: IntentFilter[] = [
      { projectId: 1 },
      {},
      { projectId: 1, statuses: ['QUOTED'] },
      { projectId: 1, terms: [{ kind: 'chain', value: 10 }] },
      { projectId: 1, fromMs: 1_000, toMs: 7_000 },
    ]
    for (const filter of filters) {
      expect(await found(filter)).toEqual(order)
      for (const ascending of [false, true]) {
        const seen: number[] = []
        let beyondId: number | undefined
        for (let last = 2; last === 2; ) {
          const page = await bench.store.intents.search(filter, { limit: 2, ascending, beyondId })
          seen.push(...page.map(({ intentId }) => Number(intentId[2])))
          beyondId = page.at(-1)?.id
          last = page.length
        }
        expect(seen).toEqual(ascending ? order.toReversed() : order)
      }
    }
    expect(await found({ projectId: 1, fromMs: 2_000, toMs: 6_000 })).toEqual([5, 4, 2, 1, 6])
  })

  test('a cursor whose row was deleted since still leads on', async () => {
    for (let n = 1; n <= 4; n++) await bench.quote(n, { intentId: idOf(n), nowMs: n * 1_000 })
    const [, , second] = await bench.store.intents.search({ projectId: 1 }, { limit: 3 })
    await bench.store.intents.forgetQuotes([idOf(2)])
    expect(await found({ projectId: 1 }, { limit: 3, beyondId: second!.id })).toEqual([1])
  })

  test('a page is stable while others write', async () => {
    for (let n = 1; n <= 6; n++) await bench.quote(n)
    const first = await bench.store.intents.search({ projectId: 1 }, { limit: 3 })
    await bench.quote(7)
    await bench.commit(8)
    await move(bench.store, hashOf(2), 'quoted', { step: 'committed', dueAtMs: 1, nowMs: 9 })
    const second = await bench.store.intents.search({ projectId: 1 }, { limit: 3, beyondId: first.at(-1)!.id })
    expect([...first, ...second].map(({ intentId }) => intentId)).toEqual([6, 5, 4, 3, 2, 1].map((n) => hashOf(n)))
  })

  test('what is recoverable follows the ledger', async () => {
    const entry = { chainId: 10, token: addressOf(4), amount: 5n }
    const intentId = await bench.commit(1, 2_000, {
      ledger: [{ from: 'owner', to: 'originIntent', why: 'deposit', ...entry }],
    })
    const { transition: change, search } = bench.store.intents
    const recoverable = () => search({ projectId: 1, onlyRecoverable: true }, { limit: 10 })
    expect(await recoverable()).toEqual([])
    await change({ intentId, step: 'committed' }, { step: 'lapsed', nowMs: 3_000 })
    expect(await recoverable()).toHaveLength(1)
    await change(
      { intentId, step: 'lapsed' },
      { ledger: [{ from: 'originIntent', to: 'owner', why: 'refund', ...entry }], nowMs: 4_000 },
    )
    expect(await recoverable()).toEqual([])
  })

  test('a search has a bound', async () => {
    await expect(bench.store.intents.search({}, { limit: 1_002 })).rejects.toMatchObject({ kind: 'notAllowed' })
    await expect(bench.store.intents.search({}, { limit: 0 })).rejects.toMatchObject({ kind: 'notAllowed' })
  })
}
