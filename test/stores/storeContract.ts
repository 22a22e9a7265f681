import { afterEach, beforeEach, describe } from 'vitest'
import type { IntentRecord } from '../../src/intents/intentRecord.ts'
import type { Hex } from '../../src/interface/fields.ts'
import type { Store, Transition } from '../../src/stores/store.ts'
import { accessContract } from './accessContract.ts'
import { attemptsContract } from './attemptsContract.ts'
import { eventsContract } from './eventsContract.ts'
import { forgetContract } from './forgetContract.ts'
import { intentsContract } from './intentsContract.ts'
import { latePaymentsContract } from './latePaymentsContract.ts'
import { leaseContract } from './leaseContract.ts'
import { move } from './move.ts'
import { reservationsContract } from './reservationsContract.ts'
import { hashOf, type Sample, sampleQuote } from './sampleQuote.ts'
import { searchContract } from './searchContract.ts'
import { snapshotContract } from './snapshotContract.ts'
import { sponsorsContract } from './sponsorsContract.ts'

export type Opened = {
  store: Store
  /** The same data through another connection, as another process has it. */
  another(): Promise<Store>
  close(): Promise<void>
}

/** What a test of the contract works with. */
export type Bench = {
  readonly store: Store
  another(): Promise<Store>
  quote(n: number, sample?: Partial<Sample>): Promise<IntentRecord>
  /** A quote that was committed and is due at `dueAtMs`. */
  commit(n: number, dueAtMs?: number, more?: Partial<Transition>): Promise<Hex>
}

/** The promises of `Store`, in tests. Every store signs them. */
export function storeContract(name: string, open: () => Promise<Opened>): void {
  describe(name, () => {
    let opened: Opened
    beforeEach(async () => {
      opened = await open()
    })
    afterEach(() => opened.close())

    const bench: Bench = {
      get store() {
        return opened.store
      },
      another: () => opened.another(),
      quote: (n, sample = {}) => opened.store.intents.insertQuote(sampleQuote({ intentId: hashOf(n), ...sample })),
      async commit(n, dueAtMs = 2_000, more = {}) {
        const { intentId } = await bench.quote(n)
        await move(opened.store, intentId, 'quoted', { step: 'committed', dueAtMs, nowMs: 1_500, ...more })
        return intentId
      },
    }
    intentsContract(bench)
    reservationsContract(bench)
    sponsorsContract(bench)
    leaseContract(bench)
    latePaymentsContract(bench)
    attemptsContract(bench)
    eventsContract(bench)
    searchContract(bench)
    accessContract(bench)
    forgetContract(bench)
    snapshotContract(bench)
  })
}
