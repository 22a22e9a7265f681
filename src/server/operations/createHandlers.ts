import type { Config } from '../../config/config.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Yields } from '../../yields/yieldProtocol.ts'
import type { Handlers } from '../http/handler.ts'
import { clock } from './clock.ts'
import { engineOperations } from './engineOperations.ts'
import { getChains } from './getChains.ts'
import { getEarnPools } from './getEarnPools.ts'
import { getTokenList } from './getTokenList.ts'
import { ping } from './ping.ts'
import { runtimeStatus } from './runtimeStatus.ts'
import { yieldGetAggregateBalances } from './yieldGetAggregateBalances.ts'
import { yieldGetMarkets } from './yieldGetMarkets.ts'

/** What answers each operation. One that is missing here answers MethodNotFound. */
export function createHandlers(config: Config, engine?: Engine, yields?: Yields): Handlers {
  return {
    ...(engine && engineOperations(engine)),
    ...(yields && {
      GetEarnPools: getEarnPools(yields),
      YieldGetAggregateBalances: yieldGetAggregateBalances(yields),
      YieldGetMarkets: yieldGetMarkets(yields),
    }),
    Clock: clock,
    GetChains: getChains,
    GetTokenList: getTokenList(config.tokens.cachedListsMax),
    Ping: ping,
    RuntimeStatus: runtimeStatus,
  }
}
