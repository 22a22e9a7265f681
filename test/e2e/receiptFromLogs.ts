import assert from 'node:assert/strict'
import { type Address, getAddress, type Hex, isAddressEqual } from 'viem'
import type { Devnet } from '../../src/devnet/devnet.ts'
import type { IntentReceipt, IntentTransaction, Move } from '../../src/interface/receiptShapes.ts'
import type { Client } from '../../src/sdk/client.ts'
import { type ChainTape, createChainTape } from './chainTape.ts'
import { rebuildReceipt, type Shown, type ShownMove } from './rebuildReceipt.ts'
import type { Flow, Run } from './walletFlows.ts'

type Receipts = Pick<Client, 'getIntentHistory'>

export type ReceiptProver = {
  /** Compares every receipt of a final intent with the chains, field by field; resolves with how many there were. */
  expectReceipts(from?: Receipts): Promise<number>
  /** What differs, by intent, and how many were compared. */
  compareReceipts(from?: Receipts): Promise<{ compared: number; wrong: Record<string, unknown> }>
  stopReading(): void
}

/**
 * Rebuilds the receipts of all intents of a service from the chains alone (blocks, logs, call data and traces) and compares. Of a receipt
 * only what names the intent is taken as given: its addresses, tokens and chains, which the quote fixed.
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
    // All of them, so that whoever is about to mine hundreds of blocks has the traces before their states are gone.
    for (const { id } of devnet.chains) await tape.read(id)
    let compared = 0
    const wrong: Record<string, unknown> = {}
    for await (const receipt of receiptsOf(from, last)) {
      if (receipt.status !== 'SUCCEEDED' && receipt.status !== 'FAILED') continue
      const found = await compare(receipt, tape, devnet)
      if (found) wrong[receipt.intentId] = found
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

/** What differs, or undefined. */
async function compare(receipt: IntentReceipt, tape: ChainTape, devnet: Devnet) {
  const { summary } = receipt
  const named = {
    owner: getAddress(receipt.ownerAddress),
    originChainId: receipt.originChainId,
    destinationChainId: receipt.destinationChainId,
    originAddress: getAddress(summary.originIntentAddress),
    destinationAddress: summary.destinationIntentAddress && getAddress(summary.destinationIntentAddress),
    originToken: getAddress(summary.originTokenAddress),
    destinationToken: getAddress(summary.destinationTokenAddress),
  }
  const relayers = devnet.relayers.map(({ address }) => address)
  const shown = await rebuildReceipt(named, tape, relayers)
  const moves = differences(receipt.moves ?? [], shown.moves)
  moves.said.push(...overdrawn(receipt.moves ?? []))
  const fields = unequal(saidOf(receipt), shownOf(receipt, shown))
  return moves.said.length + moves.shown.length + fields.length > 0 ? { moves, fields } : undefined
}

/** An intent address that more left than came to: the way in of something is missing. */
function overdrawn(moves: readonly Move[]): string[] {
  const held = new Map<string, bigint>()
  for (const { from, to, chainId, tokenAddress, amount } of moves) {
    const at = (place: string) => `${place} ${chainId} ${tokenAddress.toLowerCase()}`
    held.set(at(from), (held.get(at(from)) ?? 0n) - amount)
    held.set(at(to), (held.get(at(to)) ?? 0n) + amount)
  }
  return [...held]
    .filter(([place, amount]) => place.includes('Intent') && amount < 0n)
    .map(([place]) => `out of ${place}`)
}

/** `deposit.txnHash: said, shown`, for every field that differs. */
function unequal(said: object, shown: object, path = ''): string[] {
  const names = new Set([...Object.keys(said), ...Object.keys(shown)])
  return [...names].flatMap((name) => {
    const [a, b]: unknown[] = [Reflect.get(said, name), Reflect.get(shown, name)]
    if (a === b) return []
    if (typeof a === 'object' && typeof b === 'object' && a && b) return unequal(a, b, `${path}${name}.`)
    return [`${path}${name}: ${a}, shown ${b}`]
  })
}

/** What is said and not shown, and what is shown and not said. */
function differences(said: readonly Move[], shown: readonly ShownMove[]): { said: string[]; shown: string[] } {
  const open = [...shown]
  const unshown = said.filter((move) => {
    const at = open.findIndex(
      (one) =>
        (one.why.includes(move.why) && sameMove(one, move)) ||
        (one.standsForBridge && move.why === 'bridge' && sameMove({ ...one, from: 'bridge' }, move)),
    )
    if (at >= 0) open.splice(at, 1)
    return at < 0
  })
  return { said: unshown.map(sayMove), shown: open.filter(({ isOptional }) => !isOptional).map(sayMove) }
}

const sameMove = (a: Omit<Move, 'why'>, b: Omit<Move, 'why'>): boolean =>
  a.from === b.from &&
  a.to === b.to &&
  a.chainId === b.chainId &&
  a.amount === b.amount &&
  a.txnHash === b.txnHash &&
  isAddressEqual(a.tokenAddress, b.tokenAddress)

const sayMove = ({ from, to, chainId, tokenAddress, amount, why, txnHash }: Move | ShownMove): string =>
  `${[why].flat().join('|')}: ${from} -> ${to} ${amount} of ${tokenAddress} on ${chainId} in ${txnHash}`

/** The fields that the chain decides. */
function saidOf({ summary, status, depositTransaction, ...receipt }: IntentReceipt) {
  return {
    status,
    summaryStatus: summary.status,
    ownerAddress: summary.ownerAddress,
    paidIn: summary.originTokenAmount,
    arrivedAmount: summary.destinationTokenAmount,
    arrived: summary.arrived ?? false,
    to: summary.destinationToAddress,
    destinationIntentAddress: summary.destinationIntentAddress,
    deposit: legOf(depositTransaction),
    origin: legOf(receipt.originTransaction),
    destination: receipt.destinationTransaction && legOf(receipt.destinationTransaction),
    refund: receipt.refundTransaction && legOf(receipt.refundTransaction),
  }
}

const legFields = ['status', 'chainId', 'fromAddress', 'tokenAddress', 'tokenAmount', 'txnHash', 'txnMinedAt'] as const
const legOf = (transaction: IntentTransaction) =>
  Object.fromEntries(legFields.map((field) => [field, transaction[field]])) as Pick<
    IntentTransaction,
    (typeof legFields)[number]
  >

type Leg = ReturnType<typeof legOf>

function shownOf(receipt: IntentReceipt, shown: Shown): ReturnType<typeof saidOf> {
  const { summary } = receipt
  const isOneChain = receipt.originChainId === receipt.destinationChainId
  const last = isOneChain ? shown.originRun : shown.destinationRun
  const isDelivered = last !== undefined && !last.failed.has('main') && !last.failed.has('deliver')
  const status = isDelivered ? 'SUCCEEDED' : 'FAILED'
  const destination = receipt.destinationTransaction
  return {
    status,
    summaryStatus: status,
    ownerAddress: shown.originRun?.owner ?? summary.ownerAddress,
    paidIn: sum(shown.payments.filter((flow) => isSaid(receipt, flow))),
    arrivedAmount: shown.delivered,
    arrived: isDelivered,
    to: last?.delivery?.to ?? summary.destinationToAddress,
    destinationIntentAddress: isOneChain ? summary.originIntentAddress : summary.destinationIntentAddress,
    deposit: depositLeg(receipt, shown),
    origin: runLeg(legOf(receipt.originTransaction), shown.originRun, isOneChain),
    destination: destination && {
      ...runLeg(legOf(destination), shown.destinationRun, true),
      tokenAmount: shown.delivered,
    },
    refund: refundLeg(receipt, shown),
  }
}

/** What only its owner has moved on may not have been noticed; all else is compared with `moves`. */
const isSaid = ({ moves = [] }: IntentReceipt, { mined, amount }: Flow): boolean =>
  moves.some((move) => move.to === 'originIntent' && move.txnHash === mined.hash && move.amount === amount)

const sum = (flows: readonly { amount: bigint }[]): bigint => flows.reduce((total, { amount }) => total + amount, 0n)

/** Who paid, in which transaction, and how much was counted: all that is booked as deposit, which `moves` were compared for. */
function depositLeg({ depositTransaction, moves = [] }: IntentReceipt, { payments, originRun }: Shown): Leg {
  const said = legOf(depositTransaction)
  const proof = payments.find(
    ({ mined, from }) => mined.hash === said.txnHash && isAddressEqual(from, said.fromAddress ?? mined.from),
  )
  const counted = moves.filter(
    ({ why, to, tokenAddress }) =>
      why === 'deposit' &&
      to === 'originIntent' &&
      said.tokenAddress &&
      isAddressEqual(tokenAddress, said.tokenAddress),
  )
  return {
    ...said,
    // Without a run the chain does not say how much was asked for.
    status: originRun ? 'SUCCEEDED' : counted.length > 0 ? said.status : 'FAILED',
    tokenAmount: counted.length > 0 ? sum(counted) : said.tokenAmount,
    fromAddress: counted.length > 0 ? proof?.from : said.fromAddress,
    txnHash: counted.length > 0 ? proof?.mined.hash : undefined,
    txnMinedAt: counted.length > 0 ? proof?.mined.minedAt : undefined,
  }
}

function runLeg(said: Leg, run: Run | undefined, pays: boolean): Leg {
  if (!run)
    return {
      ...said,
      status: said.status === 'SUCCEEDED' ? 'FAILED' : said.status,
      txnHash: undefined,
      txnMinedAt: undefined,
    }
  const failed = run.failed.has('main') || (pays && run.failed.has('deliver'))
  return { ...said, status: failed ? 'FAILED' : 'SUCCEEDED', txnHash: run.mined.hash, txnMinedAt: run.mined.minedAt }
}

/** The transaction that gave the money back, and all that it gave of the token that the leg names. */
function refundLeg({ refundTransaction }: IntentReceipt, { origin, destination }: Shown): Leg | undefined {
  const back = (flows: readonly Flow[], wallet: Address | undefined) =>
    flows.filter(({ from }) => wallet && isAddressEqual(from, wallet))
  if (!refundTransaction) return undefined
  const said = legOf(refundTransaction)
  const flows = [...origin.flows, ...(destination?.flows ?? [])]
  const own = back(flows, said.fromAddress).filter(
    ({ mined, token, part }) =>
      mined.hash === said.txnHash &&
      said.tokenAddress &&
      isAddressEqual(token, said.tokenAddress) &&
      (part === 'refund' || part === 'fallback' || part === 'leftover' || part === 'ownerCall'),
  )
  return {
    ...said,
    status: own.length > 0 ? 'SUCCEEDED' : 'FAILED',
    tokenAmount: own.length > 0 ? sum(own) : undefined,
    txnHash: own[0]?.mined.hash,
    txnMinedAt: own[0]?.mined.minedAt,
  }
}
