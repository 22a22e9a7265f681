import { chainName } from '../data/directory.ts'
import type { Status } from '../view/parts.tsx'
import type { Receipt, StateName } from './state.ts'

/** The pill: a word and a mark, never a colour alone. */
export function pillOf(state: StateName, receipt: Pick<Receipt, 'originChainId' | 'destinationChainId'>): Status {
  const [origin, destination] = [chainName(receipt.originChainId), chainName(receipt.destinationChainId)]
  const words: Record<StateName, Status> = {
    quoted: { tone: 'none', word: 'Quoted' },
    ended: { tone: 'none', word: 'Quote ended' },
    committed: { tone: 'move', word: 'Waiting for deposit' },
    awaitDeposit: { tone: 'move', word: 'Waiting for deposit' },
    mining: { tone: 'move', word: `Mining on ${origin}` },
    crossing: { tone: 'move', word: 'Crossing' },
    lastStep: { tone: 'move', word: `Mining on ${destination}` },
    goingBack: { tone: 'move', word: 'Going back' },
    succeeded: { tone: 'ok', word: 'Settled' },
    refunded: { tone: 'back', word: 'Refunded' },
    bridgeRefunded: { tone: 'back', word: 'Refunded' },
    paidOnDestination: { tone: 'back', word: `Paid on ${destination}` },
    held: { tone: 'act', word: 'Needs its owner' },
    lapsed: { tone: 'none', word: 'Lapsed' },
  }
  return words[state]
}
