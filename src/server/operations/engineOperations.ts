import type { Engine } from '../../engine/engine.ts'
import type { TokenInfo } from '../../interface/tokenShapes.ts'
import type { CallContext, Handlers } from '../http/handler.ts'

/** Operations of the engine; their requests have passed all checks. */
export function engineOperations(engine: Engine): Handlers {
  const caller = ({ project, brand, idempotencyKey, signal, cost, providersPaused }: CallContext) => ({
    projectId: project.id,
    isSponsor: project.isSponsor,
    service: brand.service,
    idempotencyKey,
    signal,
    cost,
    providersPaused,
  })
  /** One drain listener ends all waits: a combined signal per call would leak 60 bytes until the process ends. */
  const waiting = new Set<() => void>()
  const endAll = () => {
    for (const end of waiting) end()
  }
  return {
    QuoteIntent: (request, call) => engine.QuoteIntent(request, caller(call)),
    CommitIntent: (request, call) => engine.CommitIntent(request, caller(call)),
    ExecuteIntent: (request, call) => engine.ExecuteIntent(request, caller(call)),
    RetryIntent: (request, call) => engine.RetryIntent(request, caller(call)),
    AbortIntent: (request, call) => engine.AbortIntent(request, caller(call)),
    PrepareIntentRecovery: (request, call) => engine.PrepareIntentRecovery(request, caller(call)),
    BuildIntentRecoveryTransaction: (request, call) => engine.BuildIntentRecoveryTransaction(request, caller(call)),
    GetIntent: (request, call) => engine.GetIntent(request, caller(call)),
    GetIntentReceipt: (request, call) => engine.GetIntentReceipt(request, caller(call)),
    SearchIntents: (request, call) => engine.SearchIntents(request, caller(call)),
    GetIntentHistory: (request, call) => engine.GetIntentHistory(request, caller(call)),
    GetExactOutputRoutes: async (request, call) =>
      routesTakingIntents(await engine.GetExactOutputRoutes(request, caller(call)), request.destinationChainId, call),
    GetExactInputRoutes: async (request, call) =>
      routesTakingIntents(await engine.GetExactInputRoutes(request, caller(call)), request.originChainId, call),
    GetTokenPrices: (request, call) => engine.GetTokenPrices(request, caller(call)),
    GetIntentTransactionHistory: (request, call) => engine.GetIntentTransactionHistory(request, caller(call)),
    GetSvcContracts: (request, call) => engine.GetSvcContracts(request, caller(call)),
    GetProtocolContracts: (request, call) => engine.GetProtocolContracts(request, caller(call)),
    WaitIntentReceipt: async (request, call) => {
      const { observe } = call.ports
      observe.longPollStarted()
      const over = new AbortController()
      const end = () => over.abort('over')
      try {
        call.signal.addEventListener('abort', end)
        // On drain, waiting calls answer with the current receipt.
        if (waiting.size === 0) call.drain.addEventListener('abort', endAll)
        waiting.add(end)
        if (call.signal.aborted || call.drain.aborted) end()
        return await engine.WaitIntentReceipt(request, { ...caller(call), signal: over.signal })
      } finally {
        waiting.delete(end)
        observe.longPollEnded()
      }
    },
  }
}

/** Leaves out routes from or to paused chains, which cannot be quoted. */
function routesTakingIntents({ tokens }: { tokens: TokenInfo[] }, chainId: number, { takesIntents }: CallContext) {
  return { tokens: takesIntents(chainId) ? tokens.filter((token) => takesIntents(token.chainId)) : [] }
}
