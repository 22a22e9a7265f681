import type { Config } from '../config.ts'
import type { Handlers } from './call.ts'
import { clock } from './operations/clock.ts'
import { getChains } from './operations/getChains.ts'
import { getTokenList } from './operations/getTokenList.ts'
import { ping } from './operations/ping.ts'
import { runtimeStatus } from './operations/runtimeStatus.ts'

/** What answers each operation. One that is missing here answers MethodNotFound. */
export function createHandlers(config: Config): Handlers {
  return {
    Clock: clock,
    GetChains: getChains,
    GetTokenList: getTokenList(config.tokens.cachedListsMax),
    Ping: ping,
    RuntimeStatus: runtimeStatus,
  }
}
