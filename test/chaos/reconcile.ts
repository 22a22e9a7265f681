import { erc20Abi, isAddressEqual } from 'viem'
import type { Address } from '../../src/interface/fields.ts'
import { createClient } from '../../src/sdk/client.ts'
import type { ReceiptProver } from '../e2e/receiptFromLogs.ts'
import { walletOf } from '../e2e/wallets.ts'
import { native } from './chains.ts'
import { query } from './cluster/postgresCluster.ts'
import { until } from './cluster/until.ts'
import type { Stage } from './stage.ts'
import type { Order, Receipt } from './traffic.ts'

/** A promise, how it was checked, how often, and each time it was broken. */
export type Verdict = { promise: string; how: string; looked: number; broken: string[] }

type Evidence = { stage: Stage; orders: readonly Order[]; prover: ReceiptProver }

/** Compares what the owners know and what receipts say with the chains. */
export async function reconcile(evidence: Evidence): Promise<Verdict[]> {
  const { orders } = evidence
  const ended = orders.filter((order): order is Ended => order.receipt !== undefined)
  const delivered = await Promise.all(ended.map((order) => deliveredTo(evidence.stage, order)))
  return [
    {
      promise: 'nothing is stuck',
      how: 'every committed intent is final when the run is over',
      looked: orders.length,
      broken: orders.filter(({ receipt }) => !receipt).map(({ intent }) => intent.intentId),
    },
    {
      promise: 'no recipient is paid twice',
      how: 'each recipient is a new address: it holds what one delivery brought, and nothing if the money went back',
      looked: ended.length,
      broken: ended.flatMap((order, at) => paidTwice(order, delivered[at]!)),
    },
    {
      promise: 'no owner loses money',
      how: 'a delivery brings at least the promise; a refund returns every unit paid',
      looked: ended.length,
      broken: ended.flatMap((order, at) => lost(order, delivered[at]!)),
    },
    await restingPlaces(evidence.stage, ended),
    await receiptsTrue(evidence),
    await booksEqual(evidence.stage),
  ]
}

type Ended = Order & { receipt: Receipt }

async function balance({ devnet }: Stage, chainId: number, token: Address, holder: Address): Promise<bigint> {
  const wallet = walletOf(devnet, chainId, devnet.accounts[9]!)
  if (isAddressEqual(token, native)) return wallet.getBalance({ address: holder })
  return wallet.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [holder] })
}

const deliveredTo = (stage: Stage, { intent: { quoteRequest } }: Ended): Promise<bigint> =>
  balance(
    stage,
    quoteRequest.destinationChainId,
    quoteRequest.destinationTokenAddress,
    quoteRequest.destinationToAddress ?? native,
  )

const sumOf = (receipt: Receipt, isMeant: (move: NonNullable<Receipt['moves']>[number]) => boolean): bigint =>
  (receipt.moves ?? []).filter(isMeant).reduce((sum, { amount }) => sum + amount, 0n)

function paidTwice({ intent, receipt }: Ended, got: bigint): string[] {
  const said = sumOf(receipt, ({ to }) => to === 'recipient')
  const deliveries = new Set((receipt.moves ?? []).filter(({ to }) => to === 'recipient').map(({ txnHash }) => txnHash))
  const asked = receipt.status === 'SUCCEEDED' ? 1 : 0
  const isOnce = deliveries.size === asked && got === said
  return isOnce
    ? []
    : [`${intent.intentId}: ${receipt.status}, recipient holds ${got}, ${deliveries.size} deliveries of ${said}`]
}

function lost({ intent, receipt, paid }: Ended, got: bigint): string[] {
  if (receipt.status === 'SUCCEEDED')
    return got >= intent.quote.toAmountMin ? [] : [`${intent.intentId}: ${got} of at least ${intent.quote.toAmountMin}`]
  const token = intent.depositTransaction.tokenAddress
  const isDeposit = ({ tokenAddress, chainId }: { tokenAddress: Address; chainId: number }) =>
    isAddressEqual(tokenAddress, token) && chainId === intent.originChainId
  const back = sumOf(receipt, (move) => move.to === 'owner' && move.from === 'originIntent' && isDeposit(move))
  const [taken, elsewhere] = [
    sumOf(receipt, (move) => move.to === 'originIntent' && isDeposit(move)),
    sumOf(receipt, (move) => move.to === 'owner' && move.from === 'destinationIntent'),
  ]
  // A signed deposit that was never relayed took nothing. A refund on the other chain crossed a bridge first.
  const isWhole = back === taken && (taken === paid || taken === 0n)
  return isWhole || elsewhere > 0n ? [] : [`${intent.intentId}: FAILED, paid ${paid}, taken ${taken}, back ${back}`]
}

/** Nothing may be left at the addresses of an intent. */
async function restingPlaces(stage: Stage, ended: readonly Ended[]): Promise<Verdict> {
  const places = ended.flatMap(({ intent, receipt: { summary } }) => {
    const { destinationChainId, destinationTokenAddress } = intent.quoteRequest
    const { chainId, tokenAddress } = intent.depositTransaction
    const far = summary.destinationIntentAddress
    return [
      { id: intent.intentId, chainId, token: tokenAddress, holder: intent.originIntentAddress },
      ...(far
        ? [{ id: intent.intentId, chainId: destinationChainId, token: destinationTokenAddress, holder: far }]
        : []),
    ]
  })
  const held = await Promise.all(places.map(({ chainId, token, holder }) => balance(stage, chainId, token, holder)))
  return {
    promise: 'no money stays at an intent address',
    how: 'the addresses of every intent are empty on chain',
    looked: places.length,
    broken: places.flatMap(({ id, chainId }, at) => (held[at] === 0n ? [] : [`${id}: ${held[at]} on ${chainId}`])),
  }
}

async function receiptsTrue({ stage, prover }: Evidence): Promise<Verdict> {
  const { compared, wrong } = await prover.compareReceipts(createClient({ url: stage.apiUrls[0]! }))
  return {
    promise: 'receipts are true to the unit',
    how: 'every receipt is rebuilt from blocks, logs and traces alone and compared field by field, gas included',
    looked: compared,
    broken: Object.entries(wrong).map(([id, found]) => `${id}: ${JSON.stringify(found)}`),
  }
}

const booksHash = `select count(*)::int as rows, coalesce(md5(string_agg(l::text, '|' order by l.id)), '') as hash from ledger l`

/** A machine that the last fault killed copies and replays first. */
const caughtUpMsMax = 60_000

/** On a cluster every Postgres must hold the same rows; a single one is compared with the chains by receipts. */
async function booksEqual({ cluster, databaseUrl }: Stage): Promise<Verdict> {
  const urls = cluster ? cluster.machines.map((machine) => cluster.urlOf(machine)) : [databaseUrl]
  let found: ({ rows: number; hash: string } | undefined)[] = []
  const isSame = await until(async () => {
    found = await Promise.all(
      urls.map(async (url) => (await query<{ rows: number; hash: string }>(url, booksHash).catch(() => []))[0]),
    )
    return found.every((one) => one !== undefined && one.hash === found[0]?.hash)
  }, caughtUpMsMax)
  const first = found[0]
  return {
    promise: 'books are equal',
    how: 'the ledger has the same rows with the same content on every Postgres',
    looked: first?.rows ?? 0,
    broken: isSame
      ? []
      : found.map((one, at) => `machine ${at + 1}: ${one ? `${one.rows} rows, ${one.hash}` : 'no answer'}`),
  }
}
