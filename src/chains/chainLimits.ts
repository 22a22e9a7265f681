/** Every bound on how a chain is asked. */
export const chainLimits = {
  /** One HTTP request to a node, from queueing to the end of its reply. */
  callTimeoutMs: 10_000,
  /** The small request that asks for the newest block; short, so that a dead node is noticed. */
  probeTimeoutMs: 3_000,
  requestsInFlightMax: 8,
  callsPerRequestMax: 100,
  callsWaitingMax: 10_000,
  responseBytesMax: 64 * 1024 * 1024,

  /** Calls made within this time travel in one multicall. */
  readWindowMs: 2,
  readsPerMulticallMax: 200,

  pollMsMin: 50,
  pollMsMax: 2_000,
  /** How long a node that does not answer is left alone, at most. */
  retryMsMax: 5_000,
  /** Failed probes in a row that make a node unhealthy. */
  probeFailuresMax: 2,
  lagBlocksMax: 16,
  clockSkewMsMax: 60_000,
  /** How often the chain id is asked again; a node behind a balancer may change under us. */
  chainCheckMs: 60_000,

  /** Newest headers kept with their hashes; a reorg deeper than this starts from scratch. */
  windowBlocks: 512,
  /** Headers fetched at the start, so that an early reorg is measured against something. */
  primeBlocks: 64,
  /** Headers fetched at most to close a gap; listeners that need older blocks keep a cursor and read logs. */
  gapBlocksMax: 512,

  logBlocksPerCall: 2_000,
  logBlocksMax: 100_000,

  feeHistoryBlocks: 64,
} as const

export type ChainLimits = { [name in keyof typeof chainLimits]: number }
