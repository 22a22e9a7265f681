import type { Chain } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import type { CallCost } from '../../host/callCost.ts'
import { inSlices } from '../../host/inSlices.ts'
import { classifyTerms } from '../../intents/classifyTerms.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import type { LedgerEntry } from '../../intents/ledger.ts'
import { statusOf } from '../../intents/lifecycle.ts'
import { isoTime, receiptOf } from '../../intents/receipt.ts'
import { ServiceError } from '../../interface/errors.ts'
import { limits } from '../../interface/limits.ts'
import type { Request, Response } from '../../interface/operations.ts'
import type { IntentReceipt } from '../../interface/receiptShapes.ts'
import type { IntentFilter, ListedIntent } from '../../stores/store.ts'
import { awaitedToken } from '../books/batchEntries.ts'
import { destinationWallet, originWallet, type SideWallet } from '../books/sideWallet.ts'
import type { World } from '../world.ts'
import { currentIntent, intentNamesOf, type ProjectCaller } from './findOwn.ts'

type MeteredCaller = ProjectCaller & { cost?: CallCost }

/** Filters combine with AND; newest first. A caller sees its own project only. */
export async function searchIntents(
  request: Request<'SearchIntents'>,
  caller: MeteredCaller,
  world: World,
): Promise<Response<'SearchIntents'>> {
  if (Object.values(request).every((value) => value === undefined)) {
    throw new ServiceError('InvalidArgument', 'at least one filter is required, for example byOwnerAddress')
  }
  requireOwnProject(request.byProjectId, caller)
  const found = await listNewest(
    {
      projectId: caller.projectId,
      intentId: request.byIntentId,
      transactionHash: request.byTransactionHash,
      depositTransactionHash: request.byDepositTransactionHash,
      owner: request.byOwnerAddress,
      originAddress: request.byOriginIntentAddress,
      destinationAddress: request.byDestinationIntentAddress,
      terms: request.byQueryString === undefined ? undefined : classifyTerms(request.byQueryString, knownWords(world)),
    },
    caller.cost,
    world,
  )
  return { intents: found.map(currentIntent) }
}

/** The newest matches; fewer if their call data is long. */
async function listNewest(filter: IntentFilter, cost: CallCost | undefined, { store }: World): Promise<ListedIntent[]> {
  const listed: ListedIntent[] = []
  for (let chars = 0; ; ) {
    const limit = Math.min(listAtOnce, limits.searchIntentsMax - listed.length)
    const found = await store.intents.list(filter, { limit, beyondId: listed.at(-1)?.intent.id, cost })
    for (const one of found) {
      listed.push(one)
      chars += callDataCharsOf(one)
      if (chars >= callDataCharsMax) return listed
    }
    if (found.length < limit || listed.length === limits.searchIntentsMax) break
  }
  return listed
}

const listAtOnce = 50
/** Characters of call data in an ordinary intent; only the excess shortens a list. */
const ordinaryChars = 16 * 1_024

const callDataCharsOf = ({ intent: { originMetaTxn, destinationMetaTxn } }: ListedIntent): number =>
  Math.max(0, originMetaTxn.input.length + (destinationMetaTxn?.input.length ?? 0) - ordinaryChars)

function requireOwnProject(asked: number | undefined, { projectId }: ProjectCaller): void {
  if (asked !== undefined && asked !== projectId)
    throw new ServiceError('PermissionDenied', 'byProjectId: is not the project of this key')
}

type Vocabulary = { chains: ReadonlyMap<number, Pick<Chain, 'definition'>>; tokens: Pick<World['tokens'], 'listed'> }

/** Chains and symbols that a query string may name. */
export function knownWords(world: Vocabulary) {
  const chains = [...world.chains.values()].map(({ definition }) => definition)
  const symbols = new Set(chains.flatMap(({ id }) => world.tokens.listed(id).map(({ symbol }) => symbol.toUpperCase())))
  return { chains, isSymbol: (text: string) => symbols.has(text.toUpperCase()) }
}

/** Pages through intents with their receipts; the cursor names the last row shown, so writes do not shift pages. */
export async function intentHistory(
  request: Request<'GetIntentHistory'>,
  caller: MeteredCaller,
  world: World,
): Promise<Response<'GetIntentHistory'>> {
  requireOwnProject(request.byProjectId, caller)
  const page = readPage(request.page)
  const filter: IntentFilter = {
    projectId: caller.projectId,
    owner: request.byOwnerAddress,
    originChainId: request.originChainId,
    destinationChainId: request.destinationChainId,
    fromMs: request.fromTime === undefined ? undefined : request.fromTime * 1_000,
    toMs: request.toTime === undefined ? undefined : request.toTime * 1_000 + 999,
    statuses: request.byStatuses ?? (request.byStatus ? [request.byStatus] : undefined),
    onlyRecoverable: request.onlyRecoverable,
  }
  const withBalances = request.includeBalances ?? false
  const rowsMax = withBalances ? Math.min(page.pageSize, rowsWithBalancesMax(world)) : page.pageSize
  const { near, hasMore } = await readNear(filter, { ...page, rowsMax, cost: caller.cost }, world)
  const shown = page.backwards ? near.toReversed() : near
  const ledgers = await world.store.intents.ledgers(shown.map(({ intentId }) => intentId))
  const intents = await Promise.all(
    shown.map(async (record, index) => ({
      ...(await inSlices(() => historyEntry(record, ledgers[index]!, world), caller.cost)),
      ...(withBalances && (await balancesOf(record, world))),
    })),
  )
  const last = near.at(-1)
  if (!hasMore || !last) return { intents }
  const order = page.ascending ? ('ASC' as const) : ('DESC' as const)
  return {
    intents,
    nextPage: {
      column: 'id',
      ...(page.backwards ? { before: last.id } : { after: last.id }),
      sort: [{ column: 'id', order }],
      pageSize: page.pageSize,
      more: true,
    },
  }
}

/** Rows read at once, and call data characters after which a page ends: 100 of the longest receipts are 30 million. */
const readAtOnce = 25
const callDataCharsMax = 1_024 * 1_024
/** Balances that one page may read; bounds the intents of a page with balances. */
const balanceReadsMax = 500

function rowsWithBalancesMax({ chains, tokens }: World): number {
  const listedMost = Math.max(0, ...[...chains.keys()].map((chainId) => tokens.listed(chainId).length))
  return Math.max(1, Math.floor(balanceReadsMax / (2 * (1 + listedMost))))
}

/** The rows of a page in the direction in which it is read, and whether there are more. */
async function readNear(
  filter: IntentFilter,
  { rowsMax, ascending, backwards, beyondId, cost }: ReturnType<typeof readPage> & { rowsMax: number; cost?: CallCost },
  { store }: World,
): Promise<{ near: IntentRecord[]; hasMore: boolean }> {
  const near: IntentRecord[] = []
  for (let chars = 0; ; ) {
    const limit = Math.min(readAtOnce, rowsMax + 1 - near.length)
    const from = near.at(-1)?.id ?? beyondId
    const found = await store.intents.search(filter, {
      limit,
      ascending: ascending !== backwards,
      beyondId: from,
      cost,
    })
    for (const record of found) {
      if (near.length === rowsMax || chars >= callDataCharsMax) return { near, hasMore: true }
      near.push(record)
      chars += record.legs.reduce((sum, { calldata = '' }) => sum + calldata.length, 0)
    }
    if (found.length < limit) return { near, hasMore: false }
  }
}

/** The pages of `intentHistory`, as transaction summaries. */
export async function transactionHistory(
  request: Request<'GetIntentTransactionHistory'>,
  caller: MeteredCaller,
  world: World,
): Promise<Response<'GetIntentTransactionHistory'>> {
  const { intents, nextPage } = await intentHistory(request, caller, world)
  return { intents: intents.map(({ receipt }) => transactionSummaryOf(receipt)), ...(nextPage && { nextPage }) }
}

function transactionSummaryOf(receipt: IntentReceipt) {
  const { depositTransaction, originTransaction, destinationTransaction = originTransaction } = receipt
  return {
    ...receipt.summary,
    depositTransactionHash: depositTransaction.txnHash,
    depositTransactionStatus: depositTransaction.status,
    originTransactionHash: originTransaction.txnHash,
    originTransactionStatus: originTransaction.status,
    destinationTransactionHash: destinationTransaction.txnHash,
    destinationTransactionStatus: destinationTransaction.status,
    updatedAt: receipt.updatedAt,
  }
}

const sortColumns = ['createdAt', 'id']

function readPage(page: Request<'GetIntentHistory'>['page']) {
  const named = [
    ['page.column', page?.column],
    ['page.sort[0].column', page?.sort?.[0]?.column],
  ] as const
  for (const [field, column] of named) {
    if (column === undefined || sortColumns.includes(column)) continue
    throw new ServiceError('InvalidArgument', `${field}: must be one of ${sortColumns.join(', ')}`)
  }
  if (page?.after !== undefined && page.before !== undefined) {
    throw new ServiceError('InvalidArgument', 'page.before: is another direction than page.after; give one of them')
  }
  return {
    pageSize: page?.pageSize ?? limits.historyPageDefault,
    ascending: page?.sort?.[0]?.order === 'ASC',
    backwards: page?.before !== undefined,
    beyondId: page?.after ?? page?.before,
  }
}

function historyEntry(record: IntentRecord, ledger: readonly LedgerEntry[], world: World) {
  return {
    intentId: record.intentId,
    status: statusOf(record.step),
    expiresAt: record.intent.expiresAt,
    updatedAt: isoTime(record.updatedAtMs),
    createdAt: isoTime(record.createdAtMs),
    receipt: receiptOf(record, ledger, intentNamesOf(world)),
  }
}

/** What the intent addresses hold now of the awaited and all listed tokens. */
async function balancesOf(record: IntentRecord, world: World) {
  const wallets = [originWallet(record), destinationWallet(record)].filter((wallet) => wallet !== undefined)
  const found = await Promise.all(wallets.map((wallet) => balancesAt(record, wallet, world)))
  const balances = found.flat().slice(0, balancesMax)
  return { hasBalance: balances.length > 0, balances }
}

/** Most balances of one history entry. */
const balancesMax = 100

async function balancesAt(record: IntentRecord, { side, chainId, address }: SideWallet, world: World) {
  const chain = world.chains.get(chainId)
  if (!chain) return []
  const awaited = awaitedToken(record, side)
  const listed = world.tokens.listed(chainId).map((token) => token.address)
  const tokens = [awaited, ...listed.filter((token) => !sameAddress(token, awaited))]
  const reads = await Promise.allSettled(tokens.map((token) => chain.balance(token, address)))
  // A listed token that does not answer must not fail the page; the awaited token must answer.
  if (reads[0]?.status === 'rejected') throw reads[0].reason
  return tokens.flatMap((tokenAddress, index) => {
    const read = reads[index]
    const amount = read?.status === 'fulfilled' ? read.value : 0n
    return amount > 0n ? [{ chainId, tokenAddress, amount }] : []
  })
}
