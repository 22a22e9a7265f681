import type { LedgerEntry } from '../../intents/ledger.ts'
import type { SideWallet } from './sideWallet.ts'

/** How money came that nobody saw arrive, by the place it lay at. */
export const lateArrival = {
  originIntent: { from: 'owner', why: 'late' },
  destinationIntent: { from: 'bridge', why: 'bridge' },
} as const satisfies Record<SideWallet['place'], Pick<LedgerEntry, 'from' | 'why'>>
