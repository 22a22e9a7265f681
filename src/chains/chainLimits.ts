/** Every bound on requests to a chain's nodes. */
export const chainLimits = {
  /** One HTTP request to a node, from queueing to the end of its reply. */
  callTimeoutMs: 10_000,
  /** The request for the newest block; short, so that a dead node is noticed soon. */
  probeTimeoutMs: 3_000,
  /** Longest wait of a call for a node that is at its rate limit. */
  queueMsMax: 30_000,
  requestsInFlightMax: 8,
  callsPerRequestMax: 100,
  callsWaitingMax: 10_000,
  /** Calls per second to a node; each call of a batch counts as one. 0: no limit. */
  callsPerS: 0,
  /** A learnt rate grows by a fifth per interval without a refusal and is dropped above `learntCallsPerSMax`. */
  rateGrowMs: 5_000,
  learntCallsPerSMax: 500,
  /** First rest after a refusal without a retry time; each further refusal doubles it, up to `restMsMax`. */
  restMs: 500,
  restMsMax: 30_000,
  /** A refused batch or range is halved. This long after the last change it grows by a quarter. */
  sizeGrowMs: 300_000,
  responseBytesMax: 64 * 1024 * 1024,

  /** If a node is silent this long, a second one is asked too. */
  hedgeMs: 1_000,

  /** Calls made within this time are sent as one multicall. */
  readWindowMs: 2,
  readsPerMulticallMax: 200,

  /** Poll interval of a node while a caller waits for blocks: a quarter of the block time, within these bounds. */
  pollMsMin: 100,
  pollMsMax: 2_000,
  /** A receipt request, a simulation, a broadcast or `markActive` keeps the chain active this long. */
  activeMs: 10_000,
  /** Calls per second, over all nodes of an idle chain, that only follow heads: without and with a socket. */
  idleCallsPerS: 1,
  socketCallsPerS: 0.1,
  /** A socket is ignored after this much silence (or four blocks), or when a poll finds it this many blocks behind. */
  socketSilentMs: 15_000,
  socketLagBlocksMax: 2,
  /** Fast chains: the lag bound is the blocks of this time, because an announcement takes a moment to arrive. */
  socketLagMs: 2_000,
  /** Announced headers kept for each node. */
  announcedBlocks: 32,
  /** Upper end of the exponential backoff between probes of a node that does not answer. */
  retryMsMax: 5_000,
  /** The same until the first block, for at most `startingMs`: the service cannot work without one. */
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
  /** Headers fetched at the start, so that an early reorg finds its fork block. */
  primeBlocks: 64,
  /** Most headers fetched to close a gap. A longer gap is skipped; listeners that need its blocks read logs. */
  gapBlocksMax: 64,
  headerTimeoutMs: 5_000,

  logBlocksPerCall: 2_000,
  logBlocksMax: 100_000,
  logPiecesAtOnce: 4,
  /** Up to this many known blocks that may match are read by hash; more are read as one range. */
  logBlocksByHashMax: 4,

  feeHistoryBlocks: 64,
} as const

export type ChainLimits = { [name in keyof typeof chainLimits]: number }
