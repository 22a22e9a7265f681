import type { ChainReceipt } from '../../src/chains/chain.ts'
import { sameAddress } from '../../src/evm/address.ts'
import { receiptOf } from '../../src/intents/receipt.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import type { IntentReceipt, ReceiptMove } from '../../src/interface/receiptShapes.ts'
import type { Frame, Mined } from '../e2e/chainTape.ts'
import { compareReceipt, formatMove, namedBy, sameMove } from '../e2e/compareReceipt.ts'
import { rebuildFrom, type Shown, type ShownMove } from '../e2e/rebuildReceipt.ts'
import { checkEvents } from '../engine/auditBench.ts'
import type { Block } from '../engine/scripted/ledger.ts'
import type { IntentRow, Memory } from '../stores/memory/memory.ts'
import { Broken } from './broken.ts'
import { addresses, relayers } from './economy.ts'
import { foldedBooks } from './foldedBooks.ts'
import { l1FeeOfAll } from './l1Oracle.ts'
import type { SimChain } from './simChain.ts'

/** A bridge's refund of a crossing. */
export type GivenBack = { chainId: number; token: Address; amount: bigint; hash: Hex }

type ReceiptWorld = {
  memory: Memory
  chains: readonly SimChain[]
  nameOf(intentId: string): string
  /** By the wallet at the other end. */
  givenBack: ReadonlyMap<Address, readonly GivenBack[]>
  /** Also what a balance-polling engine cannot know. */
  strict: boolean
}

const bridges: readonly Address[] = [addresses.spokePool, addresses.burnBridge, addresses.endpoint]
const places = {
  weth: addresses.weth,
  isBridge: ({ from, root }: Mined) =>
    sameAddress(from, addresses.filler) || bridges.some((bridge) => root.to && sameAddress(root.to, bridge)),
}

/**
 * Fields, by prefix, where a polling engine may differ: only `strict` judges them. Native payments leave no logs, so it
 * books those of one poll as one.
 */
const looseFields = /^(paidIn|deposit\.|origin\.txn)/
// A refund after an end that ruled it out comes from an entry, which has a block but no time.
const untimed = /^refund\.txnMinedAt: undefined/
/** Money in and out of a wallet without a batch shows only if polled in between; for a bridge: seed 77000230. */
const looseReasons: readonly ReceiptMove['why'][] = ['deposit', 'late', 'refund', 'abort', 'gas', 'bridge']

/** Compares every receipt with one rebuilt from blocks alone, like the end-to-end suite: entries, legs, fields. */
export function createReceiptOracle({ memory, chains, nameOf, givenBack, strict }: ReceiptWorld) {
  const costOf = ({ gasUsed, effectiveGasPrice }: ChainReceipt, chainId: number): bigint => {
    const { definition } = chains.find((chain) => chain.definition.id === chainId)!
    return gasUsed * effectiveGasPrice + (definition.l1Fee ? l1FeeOfAll : 0n)
  }
  const minedOn = (chainId: number): readonly Mined[] => {
    const chain = chains.find(({ definition }) => definition.id === chainId)!
    return chain.ledger.busyBlocks().flatMap((block) => minedIn(block, chain))
  }

  function shownBy({ record, ledger }: IntentRow, receipt: IntentReceipt): Shown {
    const { destinationIntentAddress: other } = record.intent
    const own = (other && givenBack.get(other)) ?? []
    const isBooked = ({ hash }: GivenBack) => ledger.some(({ txnHash }) => txnHash === hash)
    // Refunds are claimed by amount: of two equal ones to one owner, the books may swap them (seeds 41328, 95000014).
    const standIn = (one: GivenBack) =>
      [...givenBack.values()]
        .flat()
        .find(
          (each) =>
            !strict &&
            each.chainId === one.chainId &&
            each.token === one.token &&
            each.amount === one.amount &&
            isBooked(each),
        )
    const back = own.map((one) => (isBooked(one) ? one : (standIn(one) ?? one))).flatMap(movesBack)
    const shown = rebuildFrom(namedBy(receipt), minedOn, relayers, places)
    const isSaid = ({ txnHash }: ShownMove) => ledger.some((entry) => entry.txnHash === txnHash)
    // A bridge pays wrapped for native: the books show the conversion.
    const moves = back.filter((move) => move.from === 'bridge' && move.to === 'owner')
    const shownGas = new Set(shown.moves.flatMap(({ txnHash, why }) => (why.includes('gas') ? [txnHash] : [])))
    const inVain = gasInVain(record.intentId).filter(({ txnHash }) => !shownGas.has(txnHash))
    return {
      ...shown,
      moves: [...shown.moves, ...inVain, ...back.filter((move) => !move.isOptional || isSaid(move))],
      givenBack: moves,
    }
  }

  /** Our transactions that reverted before naming the wallet: the books may have their cost, once. */
  const gasInVain = (intentId: Hex): ShownMove[] =>
    [...memory.attempts.values()].flatMap(({ hash, items, chainId }) => {
      const receipt = chains.find(({ definition }) => definition.id === chainId)?.ledger.receipt(hash)
      if (!receipt || !items.some((id) => memory.outbox.get(id)?.item.intentId === intentId)) return []
      const amount = costOf(receipt, chainId) / BigInt(items.length)
      const base = { chainId, tokenAddress: nativeToken, amount, txnHash: hash, isOptional: true }
      return [{ ...base, from: 'relayer', to: 'network', why: ['gas'] }]
    })

  /** The books folded from logs and balances alone, compared with the traces. */
  function checkFold(row: IntentRow): void {
    const { record } = row
    const { destinationIntentAddress: other } = record.intent
    const folded = foldedBooks(row, { memory, chains, back: (other && givenBack.get(other)) ?? [] })
    const receipt = receiptOf(record, folded)
    const found = compareReceipt(receipt, shownBy({ ...row, ledger: folded }, receipt))
    const what = [
      ...(found?.said ?? []).map((one) => `folded ${formatMove(one)}`),
      ...(found?.unsaid ?? []).map((one) => `not folded ${formatMove(one)}`),
      ...(found?.out ?? []),
    ].join('\n  ')
    if (what)
      throw new Broken('the fold says what the chain shows', `${nameOf(record.intentId)} (${record.step}): ${what}`)
  }

  function check(row: IntentRow): void {
    checkFold(row)
    const receipt = receiptOf(row.record, row.ledger)
    const shown = shownBy(row, receipt)
    const found = compareReceipt(receipt, shown)
    if (!found) return
    const broken = (rule: string, what: string) => {
      throw new Broken(rule, `${nameOf(row.record.intentId)} (${row.record.step}): ${what}`)
    }
    const isLike = (one: ReceiptMove | ShownMove) => (other: ReceiptMove | ShownMove) =>
      sameMove({ ...one, from: other.from, to: other.to }, other)
    for (const move of found.said) {
      const isLoose = !move.txnHash || (move.tokenAddress === nativeToken && move.why !== 'gas')
      if (strict || !(isLoose || shown.moves.some(isLike(move)))) broken('entries are on the chain', formatMove(move))
    }
    for (const move of found.unsaid) {
      const isLoose = move.why.some((why) => looseReasons.includes(why)) || move.tokenAddress === nativeToken
      if (strict || !(isLoose || found.said.some(isLike(move))))
        broken('what the chain shows is in the entries', formatMove(move))
    }
    if (found.out.length > 0) broken('nothing leaves that did not come', found.out.join())
    // Native payments are measured from the wallet's previous balance, which polls may miss: seed 76000336.
    const isNativeOut = row.record.intent.quoteRequest.destinationTokenAddress === nativeToken
    // A failed intent's leg keeps what it showed of a run that a reorg removed: seeds 81000156, 82000043.
    const isEarlier = (field: string) =>
      receipt.status === 'FAILED' && /^(origin|destination)\.(status|txn)/.test(field)
    const isLoose = (field: string) =>
      looseFields.test(field) ||
      isEarlier(field) ||
      (isNativeOut && /^(arrivedAmount|destination\.tokenAmount)/.test(field))
    const fields = found.fields.filter((field) => !untimed.test(field) && (strict || !isLoose(field)))
    if (fields.length > 0) broken('legs say what the chain shows', fields.join('; '))
  }

  function judge(rule: string, look: () => void): void {
    try {
      look()
    } catch (error) {
      throw new Broken(rule, `${error}`)
    }
  }

  /** Of two equal refunds to one owner either may be either's; but each belongs to one intent in all books. */
  function checkClaims(): void {
    for (const back of new Map([...givenBack.values()].flat().map((one) => [one.hash, one])).values()) {
      const rows = [...memory.intents.values()].filter(({ ledger }) =>
        ledger.some(({ txnHash, from, to }) => txnHash === back.hash && from === 'bridge' && to === 'owner'),
      )
      if (rows.length > 1)
        throw new Broken(
          'a refund is of one intent',
          `${rows.map(({ record }) => nameOf(record.intentId)).join(' and ')} book ${back.hash.slice(0, 10)}`,
        )
    }
  }

  return {
    afterWrite() {},
    atEnd() {
      checkClaims()
      for (const row of memory.intents.values()) {
        if (row.record.step !== 'quoted') check(row)
        judge('a client takes every event', () => checkEvents(row, memory))
      }
    },
  }
}

function movesBack({ token: tokenAddress, hash: txnHash, ...rest }: GivenBack): ShownMove[] {
  const base = { ...rest, tokenAddress, txnHash }
  const back: ShownMove = { ...base, from: 'bridge', to: 'owner', why: ['refund'] }
  if (tokenAddress !== addresses.weth) return [back]
  const swap = { ...base, why: ['swap'], isOptional: true } as const
  return [
    back,
    { ...swap, from: 'bridge', to: 'market', tokenAddress: nativeToken },
    { ...swap, from: 'market', to: 'bridge' },
  ]
}

const known = new WeakMap<Block, Mined[]>()

function minedIn(block: Block, { definition, ledger }: SimChain): Mined[] {
  const made =
    known.get(block) ??
    block.receipts.map(({ hash, from, gasUsed, effectiveGasPrice }): Mined => {
      const root = ledger.trace(hash)!
      return {
        chainId: definition.id,
        hash,
        blockNumber: block.number,
        minedAt: new Date(block.timestampS * 1_000).toISOString(),
        from,
        gasCost: gasUsed * effectiveGasPrice + (definition.l1Fee ? l1FeeOfAll : 0n),
        root,
        text: wordsOf(root).toLowerCase(),
      }
    })
  known.set(block, made)
  return made
}

const wordsOf = ({ to, input, calls = [] }: Frame): string => [to, input, ...calls.map(wordsOf)].join(' ')
