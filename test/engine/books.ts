import { expect } from 'vitest'
import type { IntentRecord } from '../../src/intents/intentRecord.ts'
import { balanceOf, type LedgerEntry, places } from '../../src/intents/ledger.ts'
import type { Intent } from '../../src/interface/intentShapes.ts'
import { type Bench, harborId } from './setup.ts'

/** Each place's balance over all entries, per token and chain; without zeros and gas. */
export function resting(entries: readonly LedgerEntry[]): Record<string, bigint> {
  const found: Record<string, bigint> = {}
  const moved = entries.filter(({ why }) => why !== 'gas')
  for (const place of places) {
    for (const { chainId, token } of moved) {
      const balance = balanceOf(moved, place, chainId, token)
      if (balance !== 0n) found[`${place} ${chainId} ${token.toLowerCase()}`] = balance
    }
  }
  return found
}

/** All that came to an intent's addresses has left them, in the books and on the chains. */
export async function expectNothingLeft(bench: Bench, intent: Intent): Promise<void> {
  const entries = await bench.ledger(intent)
  const left = Object.keys(resting(entries)).filter((place) => /^(origin|destination)Intent/.test(place))
  expect(left).toEqual([])
  for (const { chainId, token } of entries) {
    const chain = chainId === harborId ? bench.harbor : bench.island
    for (const wallet of [intent.originIntentAddress, intent.destinationIntentAddress]) {
      if (wallet) expect(bench.balance(chain, token, wallet)).toBe(0n)
    }
  }
}

/** Passes time until the intent has ended, and checks that nothing is left at its addresses. */
export async function ends(bench: Bench, ...[intent, step, ms]: Parameters<Bench['until']>): Promise<IntentRecord> {
  const record = await bench.until(intent, step, ms)
  await expectNothingLeft(bench, intent)
  return record
}

/** Sum of the entries of a kind to a place. */
export const sumOf = (entries: readonly LedgerEntry[], to: LedgerEntry['to'], why?: LedgerEntry['why']): bigint =>
  entries
    .filter((entry) => entry.to === to && (why === undefined || entry.why === why))
    .reduce((sum, { amount }) => sum + amount, 0n)
