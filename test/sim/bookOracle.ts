import { balanceOf, type LedgerEntry, type Place } from '../../src/intents/ledger.ts'
import { tokenBalance } from '../engine/scripted/tokens.ts'
import type { IntentRow, Memory } from '../stores/memory/memory.ts'
import { Broken } from './broken.ts'
import { addresses, assets } from './economy.ts'
import type { SimChain } from './simChain.ts'

type BookWorld = {
  memory: Memory
  chains: readonly SimChain[]
  nameOf(intentId: string): string
  /** Also what a balance-polling engine cannot know: each movement's block, and money that came and went unseen. */
  strict: boolean
}

/** The places between which money may move, by reason. */
const ways: Record<LedgerEntry['why'], readonly `${Place}>${Place}`[]> = {
  deposit: ['owner>originIntent', 'payer>originIntent', 'payer>destinationIntent'],
  swap: [
    'bridge>market',
    'market>bridge',
    'originIntent>market',
    'market>originIntent',
    'destinationIntent>market',
    'market>destinationIntent',
  ],
  bridge: ['originIntent>bridge', 'market>bridge', 'bridge>originIntent', 'bridge>destinationIntent'],
  fee: ['originIntent>collector', 'destinationIntent>collector'],
  relayFee: ['owner>collector'],
  delivery: [
    'originIntent>recipient',
    'destinationIntent>recipient',
    'recipient>originIntent',
    'recipient>destinationIntent',
  ],
  refund: ['originIntent>owner', 'destinationIntent>owner', 'bridge>owner'],
  leftover: ['originIntent>owner', 'destinationIntent>owner'],
  late: [
    'owner>originIntent',
    'payer>originIntent',
    'payer>destinationIntent',
    'bridge>destinationIntent',
    'originIntent>owner',
    'destinationIntent>owner',
  ],
  abort: ['originIntent>owner', 'destinationIntent>owner'],
  gas: ['relayer>network'],
}

/** The books of all intents at rest: valid entries, and the collector's balance. */
export function createBookOracle({ memory, chains, nameOf, strict }: BookWorld) {
  const rows = (): IntentRow[] => [...memory.intents.values()]
  function checkEntries({ record: { intentId }, ledger }: IntentRow): void {
    for (const entry of ledger) {
      const { from, to, why, amount, txnHash, blockNumber } = entry
      const what = `${nameOf(intentId)}: ${why} of ${amount} from ${from} to ${to}`
      if (!ways[why].includes(`${from}>${to}`)) throw new Broken('reasons are of their places', what)
      if (amount <= 0n) throw new Broken('reasons are of their places', what)
      if (strict && (txnHash === undefined || blockNumber === undefined))
        throw new Broken('entries have their evidence', `${what} names no transaction`)
    }
  }

  function checkCollector(): void {
    for (const { definition, state } of chains)
      for (const { address: token } of assets) {
        const has = tokenBalance(state(), token, addresses.collector)
        const says = rows().reduce((sum, { ledger }) => sum + balanceOf(ledger, 'collector', definition.id, token), 0n)
        if (has !== says)
          throw new Broken(
            'the collector has what the books say',
            `it got ${has} of ${token.slice(-4)} on ${definition.id}, the books say ${says}`,
          )
      }
  }

  return {
    afterWrite() {},
    atEnd() {
      for (const row of rows()) {
        if (row.record.step === 'quoted') continue
        checkEntries(row)
      }
      checkCollector()
    },
  }
}
