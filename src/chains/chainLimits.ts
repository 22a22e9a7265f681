/** Every bound on requests to a chain's nodes. */
export const chainLimits = {
  /** One HTTP request to a node, from queueing to the end of its reply. */
  callTimeoutMs: 10_000,
  /** The request for the newest block; short, so that a dead node is noticed soon. */
  probeTimeoutMs: 3_000,
  requestsInFlightMax: 8,
  callsPerRequestMax: 100,
  callsWaitingMax: 10_000,
  responseBytesMax: 64 * 1024 * 1024,

  /** Calls made within this time are sent as one multicall. */
  readWindowMs: 2,
  readsPerMulticallMax: 200,

  pollMsMin: 50,
  pollMsMax: 2_000,
  /** Upper end of the exponential backoff between probes of a node that does not answer. */
  retryMsMax: 5_000,
  /** Its upper end while the chain has no block yet, for the first minute: the service is of no use before. */
  startingRetryMs: 250,
  startingMs: 60_000,
  /** Failed probes in a row that make a node unhealthy. */
  probeFailuresMax: 2,
  lagBlocksMax: 16,
  clockSkewMsMax: 60_000,
  /** How often `eth_chainId` is read again: a load balancer may route the same URL to another chain's node. */
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
