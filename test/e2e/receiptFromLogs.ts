import assert from 'node:assert/strict'
import type { Address, Hex } from 'viem'
import type { Devnet } from '../../src/devnet/devnet.ts'
import type { IntentReceipt } from '../../src/interface/receiptShapes.ts'
import type { Client } from '../../src/sdk/client.ts'
import { createChainTape } from './chainTape.ts'
import { compareReceipt, formatMove, namedBy } from './compareReceipt.ts'
import { rebuildReceipt } from './rebuildReceipt.ts'

type Receipts = Pick<Client, 'getIntentHistory'>

export type ReceiptProver = {
  /** Compares every final receipt with the chains, field by field; resolves with their number. */
  expectReceipts(from?: Receipts): Promise<number>
  /** Differences by intent, and how many were compared. */
  compareReceipts(from?: Receipts): Promise<{ compared: number; wrong: Record<string, unknown> }>
  stopReading(): void
}

/**
 * Rebuilds all receipts of a service from the chains alone (blocks, logs, call data, traces) and compares. Only a
 * receipt's addresses, tokens and chains, which the quote fixed, are taken as given.
 */
export async function createReceiptProver(
  devnet: Devnet,
  client: Receipts,
  untraced?: readonly Address[],
): Promise<ReceiptProver> {
  const tape = await createChainTape(devnet, untraced)
  const { intents: earlier } = await client.getIntentHistory({ page: { pageSize: 1 } })
  const last = earlier[0]?.receipt.intentId
  const compareReceipts = async (from = client) => {
    // All of them: before a test mines hundreds of blocks, their states must still exist for traces.
    for (const { id } of devnet.chains) await tape.read(id)
    const relayers = devnet.relayers.map(({ address }) => address)
    let compared = 0
    const wrong: Record<string, unknown> = {}
    for await (const receipt of receiptsOf(from, last)) {
      if (receipt.status !== 'SUCCEEDED' && receipt.status !== 'FAILED') continue
      const shown = await rebuildReceipt(namedBy(receipt), tape, relayers)
      const found = compareReceipt(receipt, shown)
      if (found)
        wrong[receipt.intentId] = {
          moves: { said: [...found.said.map(formatMove), ...found.out], shown: found.unsaid.map(formatMove) },
          fields: found.fields,
        }
      compared++
    }
    return { compared, wrong }
  }
  return {
    stopReading: tape.stop,
    compareReceipts,
    expectReceipts: async (from) => {
      const { compared, wrong } = await compareReceipts(from)
      assert.deepEqual(wrong, {}, `what receipts say, and what the chain shows: ${JSON.stringify(wrong, null, 2)}`)
      return compared
    },
  }
}

/** Newest first, down to `last`: blocks of earlier intents were mined before the tape began. */
async function* receiptsOf(client: Receipts, last: Hex | undefined): AsyncGenerator<IntentReceipt> {
  let after: number | undefined
  do {
    const { intents, nextPage } = await client.getIntentHistory({ page: { pageSize: 50, after } })
    for (const { receipt } of intents) {
      if (receipt.intentId === last) return
      yield receipt
    }
    after = nextPage?.after
  } while (after !== undefined)
}
