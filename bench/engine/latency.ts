import { devnetAddresses } from '../../src/chains/definitions/devnet/devnetAddresses.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import { type Ask, type ChainGround, executeWithService, type Ready, startChainGround } from './chainGround.ts'
import { fixed, median, printTable, quantile, type Row, verdict } from './table.ts'

const target = { ratioAtOnce: 1.3, extraBlocks: 1 }
const [harbor, island] = [31337, 31338]
const warmUps = 2

const kinds: Record<string, Ask> = {
  'same chain, one batch': {
    originChainId: harbor,
    destinationChainId: harbor,
    destinationTokenAddress: nativeToken,
    originTokenAmount: 100_000_000n,
  },
  'across, two batches and a fill': {
    originChainId: harbor,
    destinationChainId: island,
    destinationTokenAddress: devnetAddresses.usdc,
    originTokenAmount: 100_000_000n,
    options: { bridgeProvider: 'ACROSS', slippageTolerance: 0.05 },
  },
}

/** From ExecuteIntent to the final receipt, beside the same transactions sent by hand in sequence. */
export async function benchLatency(runs: number): Promise<void> {
  for (const blockTimeS of [0, 1]) {
    const ground = await startChainGround({ blockTimeS })
    try {
      const rows: Row[] = []
      for (const [kind, ask] of Object.entries(kinds)) rows.push(await compare(ground, kind, ask, runs, blockTimeS))
      const pace = blockTimeS === 0 ? 'blocks at once' : `blocks every ${blockTimeS} s`
      printTable(`ExecuteIntent to the final receipt, ${pace}, ${runs} runs each, in turns`, rows)
    } finally {
      await ground.stop()
    }
  }
}

/** Alternates, so that a busy moment of the machine hits both. */
async function compare(ground: ChainGround, kind: string, ask: Ask, runs: number, blockTimeS: number): Promise<Row> {
  const ready = await ground.prepare(2 * (runs + warmUps), () => ask)
  const tookMs: { service: number[]; hand: number[] } = { service: [], hand: [] }
  for (let run = 0; run < runs + warmUps; run++) {
    const ways = {
      hand: () => executeByHand(ground, ready[2 * run]!),
      service: () => executeWithService(ground.client, ready[2 * run + 1]!),
    }
    for (const way of ['hand', 'service'] as const) {
      // Both start at the same point of a block: the start decides about most of a block's time.
      if (blockTimeS > 0) await ground.hand.nextBlock(ask.originChainId)
      const startedMs = performance.now()
      await ways[way]()
      if (run >= warmUps) tookMs[way].push(performance.now() - startedMs)
    }
  }
  const [service, hand] = [median(tookMs.service), median(tookMs.hand)]
  const extraBlocks = blockTimeS > 0 ? (service - hand) / (blockTimeS * 1_000) : 0
  return {
    kind,
    'by hand p50 ms': fixed(hand),
    'service p50 ms': fixed(service),
    'service p95 ms': fixed(quantile(tookMs.service, 0.95)),
    ratio: `${fixed(service / hand, 2)}x`,
    ...(blockTimeS > 0
      ? { 'extra blocks': fixed(extraBlocks, 2), 'target <= 1 block': verdict(extraBlocks <= target.extraBlocks) }
      : { 'target <= 1.3x': verdict(service / hand <= target.ratioAtOnce) }),
  }
}

async function executeByHand(ground: ChainGround, { intent }: Ready): Promise<void> {
  await ground.runOrigin(intent)
  if (intent.destinationMetaTxn) await ground.runDestination(intent)
}
