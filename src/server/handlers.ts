import type { Config } from '../config.ts'
import type { Engine } from '../engine/engine.ts'
import type { Yields } from '../yields/yieldProtocol.ts'
import type { Handlers } from './call.ts'
import { clock } from './operations/clock.ts'
import { engineOperations } from './operations/engineOperations.ts'
import { getChains } from './operations/getChains.ts'
import { getEarnPools } from './operations/getEarnPools.ts'
import { getTokenList } from './operations/getTokenList.ts'
import { ping } from './operations/ping.ts'
import { runtimeStatus } from './operations/runtimeStatus.ts'
import { yieldGetAggregateBalances } from './operations/yieldGetAggregateBalances.ts'
import { yieldGetMarkets } from './operations/yieldGetMarkets.ts'

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
