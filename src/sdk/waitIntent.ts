import { type IntentStatus, isFinal, type TransactionStatus } from '../interface/enums.ts'
import type { Hex } from '../interface/fields.ts'
import type { Intent } from '../interface/intentShapes.ts'
import type { Response } from '../interface/operations.ts'
import type { IntentReceipt } from '../interface/receiptShapes.ts'
import type { Client } from './createClient.ts'
import { destinationOwner, intentWallet } from './intentWallet.ts'
import { type CheckedReceipt, type Proving, proveReceipt, UntrustedReceipt } from './proveReceipt.ts'
import type { Readers } from './readers.ts'
import { outageMsDefault, retry } from './retry.ts'
import { contractsOfIntent, type TrustedContracts } from './trustedContracts.ts'
import { demand, requireSame, sameHex } from './untrustedQuote.ts'

export type Watch = {
  client: Client
  intentId: Hex
  /** Called with the first answer, at every change of a leg, and at the end. */
  onMove?: (receipt: IntentReceipt, states: readonly TransactionStatus[]) => void
  /** Your own nodes by chain id. The end is checked against them before it is returned. */
  readers?: Readers | undefined
  /** The quoted intent as you saved it. Without it the server says which intent to check the end against. */
  intent?: Intent | undefined
  contracts?: TrustedContracts | undefined
  signal?: AbortSignal | undefined
}

/** Attempts of one call, enough for a service that restarts. */
const attemptsMax = 20

/**
 * Follows an intent until it is final, by long polls that answer at every change. With `readers`, checks the end
 * against the chain: `verified: 'chain'` and what was compared, or `'server'` where there was no node.
 */
export async function waitIntent(watch: Watch): Promise<CheckedReceipt> {
  const receipt = await waitUnproven(watch)
  const { readers, contracts, client, intentId, signal } = watch
  if (!readers) return { ...receipt, verified: 'server', compared: ['nothing: no readers were given'] }
  const intent = watch.intent ?? (await client.getIntent({ intentId }, { signal })).intent
  requireSame(intent.intentId, intentId, 'intentId')
  return proveReceipt(receipt, provingOf(intent, readers, contracts), signal)
}

/** The intent to prove, with addresses computed from its calls. */
export function provingOf(intent: Intent, readers: Readers, trusted?: TrustedContracts): Proving {
  const contracts = contractsOfIntent(intent, trusted)
  const origin = intentWallet(intent, 'origin', intent.ownerAddress, contracts)
  demand(origin !== undefined, 'originCalls', 'must be there')
  const ownerThere = destinationOwner(intent.quoteRequest)
  return { intent, origin, destination: intentWallet(intent, 'destination', ownerThere, contracts), readers }
}

/** The receipt of an ended intent, checked against the chain. Throws `UntrustedReceipt` if its status is another. */
export async function proveEnd(watch: Watch & { readers: Readers }, status: IntentStatus): Promise<CheckedReceipt> {
  const { client, intentId, signal, readers, contracts } = watch
  const { intentReceipt } = await client.getIntentReceipt({ intentId }, { signal })
  if (intentReceipt.status !== status)
    throw new UntrustedReceipt('status', `is ${intentReceipt.status}, an event says ${status}`, intentReceipt)
  const intent = watch.intent ?? (await client.getIntent({ intentId }, { signal })).intent
  requireSame(intent.intentId, intentId, 'intentId')
  return proveReceipt(intentReceipt, provingOf(intent, readers, contracts), signal)
}

/** Checks that need no node: the answer is about this intent, and `done` agrees with its status. */
function requireAnswer({ intentReceipt, done }: Response<'WaitIntentReceipt'>, intentId: Hex): void {
  if (!sameHex(intentReceipt.intentId, intentId))
    throw new UntrustedReceipt('intentId', `is ${intentReceipt.intentId}, another intent`, intentReceipt)
  if (done !== isFinal(intentReceipt.status))
    throw new UntrustedReceipt('status', `is ${intentReceipt.status}, done is ${done}`, intentReceipt)
}

/** Waits until the server says that the intent is final. */
export async function waitUnproven({ client, intentId, onMove, signal }: Watch): Promise<IntentReceipt> {
  let lastReceiptStates: TransactionStatus[] = []
  for (;;) {
    const seen = lastReceiptStates
    const answer = await retry({ attempts: attemptsMax, signal, outageMs: outageMsDefault }, () =>
      client.waitIntentReceipt({ intentId, lastReceiptStates: seen }, { signal }),
    )
    const changed = answer.receiptStates.join() !== seen.join()
    lastReceiptStates = answer.receiptStates
    requireAnswer(answer, intentId)
    if (changed || answer.done) onMove?.(answer.intentReceipt, answer.receiptStates)
    if (answer.done) return answer.intentReceipt
  }
}
