import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { causewayContracts } from '../../src/chains/contracts/abi/addresses.ts'
import { configSchema } from '../../src/config/config.ts'
import { createEngine } from '../../src/engine/engine.ts'
import { startWaiters } from '../../src/engine/read/waitReceipt.ts'
import type { World } from '../../src/engine/world.ts'
import { systemClock } from '../../src/host/clock.ts'
import { createSystemRandom } from '../../src/host/random.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'
import { type OperationName, operationNames, operations } from '../../src/interface/operations.ts'
import { createObserve } from '../../src/observe/observe.ts'
import { hashKey, hintOf, mintKey } from '../../src/server/access/accessKey.ts'
import { createHandlers } from '../../src/server/operations/createHandlers.ts'
import { openPostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import type { Store } from '../../src/stores/store.ts'
import { fromTo } from '../e2e/fromTo.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { addressOf, hashOf, sampleQuote } from '../stores/sampleQuote.ts'
import { type Answer, post, type Served, serve } from './serve.ts'

/** One of two projects with the same things in it: everything that names a thing of its own. */
type Side = {
  projectId: number
  key: string
  intentId: Hex
  owner: Address
  originAddress: Address
  destinationAddress: Address
  depositHash: Hex
  originHash: Hex
  /** As it was quoted. */
  intent: object
}

/** Every way to name a thing of another project, for every operation. One that is missing does not compile. */
const asks: { [N in OperationName]: (of: Side) => object[] } = {
  QuoteIntent: ({ owner, originAddress }) => [
    {
      ownerAddress: owner,
      destinationToAddress: originAddress,
      ...fromTo([10, addressOf(4), 5], [8453, addressOf(5)]),
    },
  ],
  CommitIntent: ({ intent }) => [{ intent }],
  ExecuteIntent: ({ intentId, depositHash }) => [{ intentId }, { intentId, depositTransactionHash: depositHash }],
  RetryIntent: ({ intentId, depositHash }) => [{ intentId, depositTransactionHash: depositHash }],
  AbortIntent: ({ intentId, depositHash }) => [{ intentId, chainId: 10, abortTransactionHash: depositHash }],
  PrepareIntentRecovery: (of) => [
    { intentId: of.intentId },
    { intentId: of.intentId, intentAddress: of.originAddress },
  ],
  BuildIntentRecoveryTransaction: ({ intentId, originAddress, depositHash }) => [
    {
      intentId,
      payload: {
        kind: 'intent_batch',
        encoding: 'hex',
        encoded: depositHash,
        intentAddress: originAddress,
        chainId: 10,
      },
      signature: depositHash,
      intentAddress: originAddress,
    },
  ],
  GetIntent: ({ intentId }) => [{ intentId }],
  GetIntentReceipt: ({ intentId }) => [{ intentId }],
  WaitIntentReceipt: ({ intentId }) => [{ intentId }, { intentId, lastReceiptStates: [] }],
  SearchIntents: (of) => [
    { byIntentId: of.intentId },
    { byProjectId: of.projectId },
    { byTransactionHash: of.originHash },
    { byDepositTransactionHash: of.depositHash },
    { byOwnerAddress: of.owner },
    { byOriginIntentAddress: of.originAddress },
    { byDestinationIntentAddress: of.destinationAddress },
    ...[of.intentId, of.depositHash, of.originHash, of.owner, of.originAddress, of.destinationAddress].flatMap((id) => [
      { byQueryString: id },
      { byQueryString: id.slice(0, 40) },
    ]),
    { byQueryString: 'COMMITTED' },
    { byOwnerAddress: of.owner, byIntentId: of.intentId },
  ],
  GetIntentHistory: (of) => [
    {},
    { byProjectId: of.projectId },
    { byOwnerAddress: of.owner },
    { originChainId: 10, destinationChainId: 8453 },
    { byStatuses: ['QUOTED', 'COMMITTED', 'EXECUTING', 'FAILED', 'SUCCEEDED'] },
    { page: { pageSize: 100, sort: [{ column: 'id', order: 'ASC' }] } },
  ],
  GetExactOutputRoutes: ({ owner }) => [
    { destinationChainId: 10, destinationTokenAddress: addressOf(4), ownerAddress: owner },
  ],
  GetExactInputRoutes: ({ originAddress }) => [{ originChainId: 10, originTokenAddress: originAddress }],
  GetTokenPrices: ({ owner }) => [{ tokens: [{ chainId: 10, tokenAddress: owner }] }],
  GetTokenList: ({ owner }) => [
    { chainIds: [31337], tokenAddress: owner },
    { chainIds: [31337], searchQuery: owner },
  ],
  GetChains: () => [{}],
  GetEarnPools: () => [{}],
  YieldGetMarkets: ({ owner }) => [{ search: owner }],
  YieldGetAggregateBalances: ({ owner }) => [{ queries: [{ address: owner, network: 'harbor' }] }],
  Ping: () => [{}],
  Clock: () => [{}],
  RuntimeStatus: () => [{}],
  GetSvcContracts: () => [{}],
  GetProtocolContracts: () => [{}],
  GetSupportedIntentProtocols: () => [{}],
  GetDefaultIntentProtocol: () => [{}],
  GetExchangeRate: () => [{}],
  GetFiatCurrencyList: () => [{}],
  GetCountryList: () => [{}],
  GetIntentTransactionHistory: (of) => [{}, { byProjectId: of.projectId }, { byOwnerAddress: of.owner }],
  YieldCreateEnterAction: ({ owner }) => [{ earnMarketId: owner, userWalletAddress: owner, args: { amount: '1' } }],
  YieldCreateExitAction: ({ owner }) => [{ earnMarketId: owner, userWalletAddress: owner, args: { amount: '1' } }],
  YieldGetProviders: () => [{}],
  YieldGetProvider: ({ owner }) => [{ providerId: owner }],
  YieldGetNetworks: () => [{}],
  YieldGetMarketById: ({ owner }) => [{ marketId: owner }],
}

let served: Served
let store: Store
let [mine, theirs] = [] as unknown as [Side, Side]
const undo: (() => unknown)[] = []

beforeAll(async () => {
  const database = await freshDatabase()
  undo.push(database.close)
  store = await openPostgresStore({ url: database.url })
  undo.push(store.close)
  const world = {
    clock: systemClock,
    random: createSystemRandom(),
    observe: createObserve(pino({ level: 'silent' })),
    store,
    chains: new Map(),
    tokens: { find: () => undefined, listed: () => [] },
    providers: [],
    settings: {
      waitHoldMs: 50,
      longPollsMax: 100,
      executeWithinMs: 600_000,
      contracts: causewayContracts,
      brandContracts: new Map(),
    },
  } as unknown as World
  const waiters = await startWaiters(world)
  undo.push(waiters.stop)
  const engine = createEngine(world, { quoteSwap: () => Promise.reject(new Error('no swaps here')), waiters })
  const input = { auth: { required: true }, limits: { projectPerS: 0, operationsPerMinute: {} } }
  const handlers = createHandlers(configSchema.parse(input), engine)
  served = await serve(input, {
    handlers,
    ports: { store },
    onEnd: (stop) => undo.push(stop),
  })
  mine = await fill(1)
  theirs = await fill(2)
})
afterAll(async () => {
  for (const step of undo.toReversed()) await step()
})

/** A project with a committed intent, whose things all have names of their own. */
async function fill(n: number): Promise<Side> {
  const nowMs = Date.now()
  const act = { actor: 'test', nowMs }
  const { id: projectId } = await store.access.createProject({ name: `p${n}`, anchorDay: 1, limits: {} }, act)
  const key = mintKey(createSystemRandom(), projectId)
  const rules = { origins: [], services: [], operations: [] }
  await store.access.createKey({ projectId, keyHash: hashKey(key), hint: hintOf(key), name: 'k', ...rules }, 9, act)
  // The digits come first, so that a prefix already tells the two apart.
  const [owner, originAddress, destinationAddress] = [1, 2, 3].map((m) =>
    addressOf(Number(`0x${n}${m}`) * 16 ** 8),
  ) as [Address, Address, Address]
  const [intentId, depositHash, originHash] = [4, 5, 6].map((m): Hex => `0x${`${n}${m}ab`.repeat(16)}`) as [
    Hex,
    Hex,
    Hex,
  ]
  const quote = sampleQuote({ intentId, projectId, nowMs, owner, recipient: owner, originAddress, destinationAddress })
  await store.intents.insertQuote(quote)
  const { intent } = (await call('GetIntent', { intentId }, key)).body
  const legs = [
    { leg: 'deposit' as const, chainId: 10, txnHash: depositHash, status: 'SUCCEEDED' as const },
    { leg: 'origin' as const, chainId: 10, txnHash: originHash, status: 'MINING' as const },
  ]
  const far = nowMs + 600_000
  const change = { step: 'committed' as const, committedAtMs: nowMs, executeByMs: far, dueAtMs: far, legs, nowMs }
  await store.intents.transition({ intentId, step: 'quoted' }, change)
  const side = { projectId, key, intentId, owner, originAddress, destinationAddress, depositHash, originHash }
  return { ...side, intent: intent as object }
}

const call = (operation: string, body: object, key: string, more: Record<string, string> = {}): Promise<Answer> =>
  post(served.url, operation, body, { 'x-access-key': key, ...more })

const namesOf = (side: Side): string[] =>
  [side.intentId, side.owner, side.originAddress, side.destinationAddress, side.depositHash, side.originHash].map(
    (id) => id.toLowerCase(),
  )

/** Names of the other side in an answer that were not in the question. */
function leaked(answer: Answer, asked: object, side: Side): string[] {
  const [text, question] = [answer.text.toLowerCase(), JSON.stringify(asked).toLowerCase()]
  return namesOf(side).filter((name) => text.includes(name) && !question.includes(name))
}

describe('nothing of another project is seen', () => {
  for (const name of operationNames) {
    test(name, async () => {
      for (const [me, other] of [
        [mine, theirs],
        [theirs, mine],
      ] as const) {
        for (const asked of asks[name](other)) {
          const answer = await call(name, asked, me.key)
          expect(leaked(answer, asked, other), `${JSON.stringify(asked)} → ${answer.text}`).toEqual([])
          if (operations[name].access === 'project') expectNothing(name, answer, other)
        }
      }
      const kept = await Promise.all([mine, theirs].map(({ intentId }) => store.intents.find(intentId)))
      expect(kept.map((record) => record?.step)).toEqual(['committed', 'committed'])
    })
  }
})

/** A refusal that says no more than that there is nothing, or a list of one's own. */
function expectNothing(name: OperationName, { body, status }: Answer, other: Side): void {
  if (status === 200) {
    const intents = body.intents as { projectId?: number; receipt?: { projectId: number } }[]
    const projects = intents.map(({ projectId, receipt }) => projectId ?? receipt?.projectId)
    expect(projects).not.toContain(other.projectId)
  } else {
    const asForNothing =
      name === 'QuoteIntent' ? ['UnsupportedNetwork'] : ['NotFound', 'PermissionDenied', 'QueryFailed']
    expect(asForNothing).toContain(body.error)
  }
}

test('the same questions about things of one’s own are answered', async () => {
  for (const name of [
    'GetIntent',
    'GetIntentReceipt',
    'WaitIntentReceipt',
    'SearchIntents',
    'GetIntentHistory',
  ] as const) {
    for (const asked of asks[name](mine)) {
      const answer = await call(name, asked, mine.key)
      expect(answer.text, JSON.stringify(asked)).toContain(mine.intentId)
    }
  }
})

test('an id of another project is answered as one that does not exist, letter for letter', async () => {
  const unknown = hashOf(77)
  for (const name of ['GetIntent', 'GetIntentReceipt', 'WaitIntentReceipt', 'ExecuteIntent']) {
    const foreign = await call(name, { intentId: theirs.intentId }, mine.key)
    const missing = await call(name, { intentId: unknown }, mine.key)
    expect(foreign.text.replaceAll(theirs.intentId, '')).toBe(missing.text.replaceAll(unknown, ''))
  }
})

test('an Idempotency-Key of one project means nothing in another', async () => {
  const once = { 'idempotency-key': 'order-1' }
  expect((await call('CommitIntent', { intent: mine.intent }, mine.key, once)).status).toBe(200)
  expect((await call('CommitIntent', { intent: theirs.intent }, theirs.key, once)).status).toBe(200)
  expect((await call('CommitIntent', { intent: theirs.intent }, mine.key, once)).body.error).toBe('RequestConflict')
})
