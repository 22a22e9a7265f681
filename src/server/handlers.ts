import type { Config } from '../config.ts'
import type { Engine } from '../engine/engine.ts'
import type { Handlers } from './call.ts'
import { clock } from './operations/clock.ts'
import { engineOperations } from './operations/engineOperations.ts'
import { getChains } from './operations/getChains.ts'
import { getTokenList } from './operations/getTokenList.ts'
import { ping } from './operations/ping.ts'
import { runtimeStatus } from './operations/runtimeStatus.ts'

/** What answers each operation. One that is missing here answers MethodNotFound. */
export function createHandlers(config: Config, engine?: Engine): Handlers {
  return {
    ...(engine && engineOperations(engine)),
    Clock: clock,
    GetChains: getChains,
    GetTokenList: getTokenList(config.tokens.cachedListsMax),
    Ping: ping,
    RuntimeStatus: runtimeStatus,
  }
}
