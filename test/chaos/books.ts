import { expect } from 'vitest'
import type { Devnet } from '../../src/devnet/devnet.ts'
import type { Leg } from '../../src/intents/intentRecord.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'
import type { Response } from '../../src/interface/operations.ts'
import type { Client } from '../../src/sdk/client.ts'
import type { Store } from '../../src/stores/store.ts'
import { balance, restingPlaces } from '../e2e/setup.ts'

export type Quoted = Response<'QuoteIntent'>['intent']
type Receipt = Response<'WaitIntentReceipt'>['intentReceipt']

/** Waits as a caller does, call after call, until the intent is final. */
export async function ended(client: Client, intent: Quoted, holdsMax: number): Promise<Receipt> {
  for (let i = 0; i < holdsMax; i++) {
    const answer = await client.waitIntentReceipt({ intentId: intent.intentId })
    if (answer.done) return answer.intentReceipt
  }
  throw new Error(`intent ${intent.intentId} did not end`)
}

/**
 * The recipient is new, so it holds only what this intent delivered: exactly the ledger's amount, once. Nothing is
 * left at an intent address, in the books or on chain, and no leg used two nonces.
 */
export async function expectDeliveredOnce(intent: Quoted, { devnet, store }: { devnet: Devnet; store: Store }) {
  const { destinationToAddress, destinationTokenAddress, destinationChainId } = intent.quoteRequest
  const entries = await store.intents.ledger(intent.intentId)
  const delivered = entries.filter(({ to }) => to === 'recipient').reduce((sum, { amount }) => sum + amount, 0n)
  const got = await balance(devnet, destinationChainId, destinationTokenAddress, destinationToAddress as Address)
  expect(got, `${intent.intentId}: what the recipient holds`).toBe(delivered)
  expect(got, `${intent.intentId}: what was promised`).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
  expect(Object.keys(restingPlaces(entries)).filter((key) => key.includes('Intent'))).toEqual([])
  const { chainId, tokenAddress } = intent.depositTransaction
  expect(await balance(devnet, chainId, tokenAddress, intent.originIntentAddress)).toBe(0n)
  for (const leg of ['origin', 'destination'] as const) await expectSentOnce(store, intent.intentId, leg)
}

export async function expectSentOnce(store: Store, intentId: Hex, leg: Leg): Promise<void> {
  const attempts = await store.attempts.ofLeg(intentId, leg)
  const mined = attempts.filter(({ state }) => state === 'confirmed' || state === 'broadcast')
  const nonces = new Set(mined.map(({ signer, nonce }) => `${signer}:${nonce}`))
  // A bridge's message is delivered by a transaction of its own, ahead of the batch.
  const record = await store.intents.find(intentId)
  const messages = leg === 'destination' ? (record?.progress.bridge?.messageSends ?? 0) : 0
  expect(messages, `${intentId}: messages`).toBeLessThanOrEqual(1)
  expect(nonces.size, `${intentId}: ${leg} transactions`).toBeLessThanOrEqual(1 + messages)
}
