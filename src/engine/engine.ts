import { keccak256 } from '../evm/keccak.ts'
import type { CallCost } from '../host/callCost.ts'
import { inSlices } from '../host/inSlices.ts'
import { receiptOf } from '../intents/receipt.ts'
import { ServiceError } from '../interface/errors.ts'
import { printJson } from '../interface/json.ts'
import type { OperationName, Request, Response } from '../interface/operations.ts'
import { refuseLostAddresses } from './addressRoles.ts'
import { contractsForBrand, svcContractsOf } from './brandContracts.ts'
import { abortIntent } from './execute/abortIntent.ts'
import { commitIntent } from './execute/commitIntent.ts'
import { executeIntent, retryIntent } from './execute/executeIntent.ts'
import { buildRecovery, prepareRecovery } from './execute/recoverIntent.ts'
import { meterWorld } from './meterWorld.ts'
import { createQuoteCaches, type QuoteCaches } from './quote/quoteCaches.ts'
import type { QuoteSwap } from './quote/quoteContext.ts'
import { quoteIntent, withoutPaused } from './quote/quoteIntent.ts'
import { currentIntent, findOwn, intentNamesOf, type ProjectCaller } from './read/findOwn.ts'
import { exactInputRoutes, exactOutputRoutes } from './read/routes.ts'
import { intentHistory, searchIntents, transactionHistory } from './read/searchIntents.ts'
import { tokenPrices } from './read/tokenPrices.ts'
import { type Waiters, waitReceipt } from './read/waitReceipt.ts'
import type { World } from './world.ts'

export type Caller = ProjectCaller & {
  /** The service name of the caller's brand. */
  service?: string
  idempotencyKey?: string
  /** False if its project is known not to sponsor deposits; then no budget is read. */
  isSponsor?: boolean
  signal: AbortSignal
  /** Names of providers that a quote leaves out. */
  providersPaused?: ReadonlySet<string>
  /** What the call has cost; absent where it is not counted. */
  cost?: CallCost
}

type EngineOperation = Extract<
  OperationName,
  | 'QuoteIntent'
  | 'CommitIntent'
  | 'ExecuteIntent'
  | 'GetIntent'
  | 'GetIntentReceipt'
  | 'WaitIntentReceipt'
  | 'SearchIntents'
  | 'GetIntentHistory'
  | 'GetExactOutputRoutes'
  | 'GetExactInputRoutes'
  | 'GetTokenPrices'
  | 'GetIntentTransactionHistory'
  | 'RetryIntent'
  | 'AbortIntent'
  | 'PrepareIntentRecovery'
  | 'BuildIntentRecoveryTransaction'
  | 'GetSvcContracts'
  | 'GetProtocolContracts'
>

/** The operations that need the whole world; the server, tests and the simulation call them. */
export type Engine = { [N in EngineOperation]: (request: Request<N>, caller: Caller) => Promise<Response<N>> }

/** A quote commits to the contracts of the caller's brand. */
const underBrand = <W extends World>(world: W, { service }: Caller): W => ({
  ...world,
  settings: { ...world.settings, contracts: contractsForBrand(world, service) },
})

export type EngineOptions = {
  quoteSwap: QuoteSwap
  waiters: Waiters
  /** Caches of what quotes read, which tests make smaller; the engine makes its own if they are absent. */
  caches?: QuoteCaches
}

export function createEngine(world: World, { quoteSwap, waiters, ...options }: EngineOptions): Engine {
  const caches = options.caches ?? createQuoteCaches(world.clock)
  const quoteWorld = { ...world, quoteSwap }

  const seen = ({ cost }: Caller): World => meterWorld(world, cost)

  /** Prices of listed tokens are shared by all callers, so a call is not charged for them. */
  const seenForRoutes = (caller: Caller): World => ({ ...seen(caller), prices: world.prices })

  /** The same key with the same body is the same request; with another body it is a conflict. */
  async function once(operation: EngineOperation, body: unknown, caller: Caller): Promise<void> {
    const { idempotencyKey: key, projectId } = caller
    if (key === undefined) return
    const bodyHash = await inSlices(() => keccak256(`0x${Buffer.from(printJson(body)).toString('hex')}`), caller.cost)
    const kept = await seen(caller).store.idempotency.claim({
      projectId,
      operation,
      key,
      bodyHash,
      nowMs: world.clock.nowMs(),
    })
    if (kept.bodyHash !== bodyHash)
      throw new ServiceError('RequestConflict', 'this Idempotency-Key was used with another body')
  }

  const contractsOf = async (_: unknown, { service }: Caller) => ({
    SvcContracts: svcContractsOf(contractsForBrand(world, service)),
  })

  return {
    QuoteIntent: async (request, caller) => {
      refuseLostAddresses(request, world)
      const offered = withoutPaused(meterWorld(quoteWorld, caller.cost), caller.providersPaused)
      return quoteIntent(request, caller, underBrand(offered, caller), caches)
    },
    CommitIntent: async (request, caller) => {
      await once('CommitIntent', request, caller)
      return commitIntent(request, caller, seen(caller))
    },
    ExecuteIntent: async (request, caller) => {
      await once('ExecuteIntent', request, caller)
      return executeIntent(request, caller, seen(caller))
    },
    RetryIntent: (request, caller) => retryIntent(request, caller, seen(caller)),
    AbortIntent: (request, caller) => abortIntent(request, caller, seen(caller)),
    PrepareIntentRecovery: (request, caller) => prepareRecovery(request, caller, seen(caller)),
    BuildIntentRecoveryTransaction: (request, caller) => buildRecovery(request, caller, seen(caller)),
    GetIntent: async ({ intentId }, caller) => ({
      intent: currentIntent(await findOwn(intentId, caller, seen(caller))),
    }),
    GetIntentReceipt: async ({ intentId }, caller) => {
      const record = await findOwn(intentId, caller, seen(caller))
      return {
        intentReceipt: receiptOf(record, await seen(caller).store.intents.ledger(intentId), intentNamesOf(world)),
      }
    },
    WaitIntentReceipt: (request, caller) => waitReceipt(request, { ...caller, waiters }, seen(caller)),
    SearchIntents: (request, caller) => searchIntents(request, caller, seen(caller)),
    GetIntentHistory: (request, caller) => intentHistory(request, caller, seen(caller)),
    GetExactOutputRoutes: (request, caller) => exactOutputRoutes(request, seenForRoutes(caller), caller.cost),
    GetExactInputRoutes: (request, caller) => exactInputRoutes(request, seenForRoutes(caller), caller.cost),
    GetTokenPrices: (request, caller) => tokenPrices(request, seen(caller)),
    GetIntentTransactionHistory: (request, caller) => transactionHistory(request, caller, seen(caller)),
    GetSvcContracts: contractsOf,
    GetProtocolContracts: contractsOf,
  }
}
