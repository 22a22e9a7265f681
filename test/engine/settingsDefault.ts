import { localContracts } from '../../src/chains/contracts/operator.ts'
import { engineConfig } from '../../src/config/engineConfig.ts'
import type { EngineSettings } from '../../src/engine/world.ts'

/** What the engine is told in tests, unless one says otherwise. */
export const settingsDefault: Omit<EngineSettings, 'feeCollector'> = {
  contracts: localContracts,
  brandContracts: new Map(),
  version: 'test',
  quoteLifeMs: 5 * 60_000,
  executeWithinMs: 60_000,
  waitHoldMs: 28_000,
  longPollsMax: 10,
  refundAfterMs: 5 * 60_000,
  openForMs: 5 * 60_000, // open from the quote on, so that strangers can get ahead of the service
  lookForPaymentsMs: 2 * 24 * 60 * 60_000,
  serviceFeeBps: 5,
  collectorFeeBps: 2,
  priceImpactMaxPercent: 10,
  oracleDeviationMax: 0.05,
  recommended: engineConfig.parse({}).recommended,
  quoteTimeoutMs: 5_000,
  lapsedKeptMs: 7 * 24 * 60 * 60_000,
  reservedShareMax: 1,
  actOnMinedBelowUsd: 1_000_000,
  refundUsdMin: 0,
}
