import { balanceOf, type LedgerEntry, type Place } from '../../src/intents/ledger.ts'
import type { Address } from '../../src/interface/fields.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import { tokenBalance } from '../engine/scripted/tokens.ts'
import type { IntentRow, Memory } from '../stores/memory/memory.ts'
import { Broken } from './broken.ts'
import { addresses, assets, owners, rich } from './economy.ts'
import type { SimChain } from './simChain.ts'

/** Twice of what the busiest of thousands took. */
const sentMax = 10

type BookWorld = {
  memory: Memory
  chains: readonly SimChain[]
  nameOf(intentId: string): string
  /** Also what an engine cannot know that looks at balances: the block of each movement, and money that came and went unseen. */
  strict: boolean
}

/** Which places money may go between for each reason. */
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
  bridge: ['originIntent>bridge', 'bridge>originIntent', 'bridge>destinationIntent'],
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

/** The books of all intents beside the chains, once everything is at rest: each entry in its block, and what every party has. */
export function createBookOracle({ memory, chains, nameOf, strict }: BookWorld) {
  const rows = (): IntentRow[] => [...memory.intents.values()]
  const booked = (place: Place, chainId: number, token: Address, of = rows()): bigint =>
    of.reduce((sum, { ledger }) => sum + balanceOf(ledger, place, chainId, token), 0n)

  /** What a wallet has more after each block than before it is what the entries of that block say. */
  function checkBlocks({ record: { intent, intentId }, ledger }: IntentRow): void {
    const wallets: [Place, number, Address | undefined][] = [
      ['originIntent', intent.originChainId, intent.originIntentAddress],
      ['destinationIntent', intent.destinationChainId, intent.destinationIntentAddress],
    ]
    for (const [place, chainId, address] of wallets) {
      if (!address) continue
      const { ledger: blocks } = chains.find(({ definition }) => definition.id === chainId)!
      const own = ledger.filter((entry) => entry.chainId === chainId && (entry.from === place || entry.to === place))
      for (const { number } of blocks.busyBlocks())
        for (const { address: token } of assets) {
          const change =
            tokenBalance(blocks.stateAt(number), token, address) -
            tokenBalance(blocks.stateAt(number - 1), token, address)
          const said = balanceOf(
            own.filter(({ blockNumber }) => blockNumber === number),
            place,
            chainId,
            token,
          )
          if (said !== change)
            throw new Broken(
              'entries are where money moved',
              `${nameOf(intentId)}: in block ${number} of ${chainId} its ${place} got ${change} of ${token.slice(-4)}, the books say ${said}`,
            )
        }
    }
  }

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

  /** Of every transaction that we sent for intents each has its part, once; of one that somebody else sent, the whole. */
  function checkGas(): void {
    const itemsOf = new Map([...memory.attempts.values()].map(({ hash, items }) => [hash, items]))
    for (const { definition, ledger: blocks } of chains)
      for (const { receipts } of blocks.busyBlocks())
        for (const { hash, gasUsed, effectiveGasPrice } of receipts) {
          const items = itemsOf.get(hash)
          const part = (gasUsed * effectiveGasPrice) / BigInt(Math.max(1, items?.length ?? 1))
          for (const { record, ledger } of rows()) {
            const said = ledger.filter(({ why, txnHash }) => why === 'gas' && txnHash === hash)
            const due = items?.filter((id) => memory.outbox.get(id)?.item.intentId === record.intentId).length
            const isRight = strict && due !== undefined ? said.length === due : said.length <= (due ?? 1)
            if (isRight && said.every(({ amount }) => amount === part)) continue
            throw new Broken(
              'gas is what it cost',
              `${nameOf(record.intentId)}: ${hash.slice(0, 10)} on ${definition.id} cost ${part} for each of ${items?.length ?? 1}, the books say ${said.map(({ amount }) => amount).join(' + ')}`,
            )
          }
        }
  }

  function checkParties(): void {
    for (const { definition, state } of chains)
      for (const { address: token } of assets) {
        const { id } = definition
        const equal = (who: string, has: bigint, says: bigint) => {
          if (has !== says)
            throw new Broken(
              'every party has what the books say',
              `${who} got ${has} of ${token.slice(-4)} on ${id}, the books say ${says}`,
            )
        }
        equal('the collector', tokenBalance(state(), token, addresses.collector), booked('collector', id, token))
        if (!strict || token === nativeToken) continue
        for (const [index, owner] of owners.entries()) {
          const own = rows().filter(({ record }) => record.intent.ownerAddress === owner)
          if (own.length === 0) continue
          equal(`owner ${index}`, tokenBalance(state(), token, owner) - rich, booked('owner', id, token, own))
        }
      }
  }

  /** Transactions of ours that ran for an intent: what strangers, reorganisations and fees make of it has an end. */
  function checkSent({ record: { intentId } }: IntentRow): void {
    const slots = new Set<string>()
    for (const { items, chainId, signer, nonce, hash } of memory.attempts.values()) {
      const isMined = chains.some(({ definition, ledger }) => definition.id === chainId && ledger.receipt(hash))
      if (isMined && items.some((id) => memory.outbox.get(id)?.item.intentId === intentId))
        slots.add(`${chainId} ${signer} ${nonce}`)
    }
    if (slots.size > sentMax)
      throw new Broken('transactions have a bound', `${nameOf(intentId)} took ${slots.size} of our transactions`)
  }

  return {
    afterWrite() {},
    atEnd() {
      for (const row of rows()) {
        if (row.record.step === 'quoted') continue
        checkEntries(row)
        checkSent(row)
        if (strict) checkBlocks(row)
      }
      checkGas()
      checkParties()
    },
  }
}
