import type { Config } from '../../config/config.ts'
import type { Engine } from '../../engine/engine.ts'
import { intentProtocols } from '../../interface/enums.ts'
import type { FiatRates } from '../../tokens/priceSource.ts'
import type { Yields } from '../../yields/yieldProtocol.ts'
import type { Handlers } from '../http/handler.ts'
import { clock } from './clock.ts'
import { engineOperations } from './engineOperations.ts'
import { getFiatCurrencyList } from './fiatCurrencies.ts'
import { getChains } from './getChains.ts'
import { getCountryList } from './getCountryList.ts'
import { getEarnPools } from './getEarnPools.ts'
import { getExchangeRate } from './getExchangeRate.ts'
import { getTokenList } from './getTokenList.ts'
import { ping } from './ping.ts'
import { runtimeStatus } from './runtimeStatus.ts'
import { yieldActions } from './yieldActions.ts'
import { yieldDirectory } from './yieldDirectory.ts'
import { yieldGetAggregateBalances } from './yieldGetAggregateBalances.ts'
import { yieldGetMarkets } from './yieldGetMarkets.ts'

/** The handler of each operation. An operation without one answers MethodNotFound. */
export function createHandlers(config: Config, engine?: Engine, yields?: Yields, rates?: FiatRates): Handlers {
  return {
    ...(engine && engineOperations(engine)),
    ...(yields && {
      GetEarnPools: getEarnPools(yields),
      YieldGetAggregateBalances: yieldGetAggregateBalances(yields),
      YieldGetMarkets: yieldGetMarkets(yields),
      ...yieldActions(yields),
      ...yieldDirectory(yields),
    }),
    Clock: clock,
    GetChains: getChains,
    GetCountryList: getCountryList,
    GetDefaultIntentProtocol: () => ({ version: intentProtocols[0] }),
    GetExchangeRate: getExchangeRate(rates),
    GetFiatCurrencyList: getFiatCurrencyList,
    GetSupportedIntentProtocols: () => ({ versions: [...intentProtocols] }),
    GetTokenList: getTokenList(config.tokens.cachedListsMax),
    Ping: ping,
    RuntimeStatus: runtimeStatus,
  }
}
