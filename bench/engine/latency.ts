import { devnetAddresses } from '../../src/chains/definitions/devnet/devnetAddresses.ts'
import { climateOf, weatherNames, weathers } from '../../src/chains/definitions/devnet/weather.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import {
  type Ask,
  arriveWithService,
  type ChainGround,
  executeWithService,
  type Ready,
  startChainGround,
} from './chainGround.ts'
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

/** From ExecuteIntent to the final receipt, beside the same transactions sent by hand one after the other. */
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

/**
 * The same under the weather of each profile, on its chain of this pace: from a mined deposit to the arrival as the caller sees it. By hand is one transaction of a key
 * behind the same nodes. Without sockets too, for those are what a public endpoint often lacks.
 */
export async function benchWeatherLatency(runs: number, only?: string): Promise<void> {
  for (const weather of weatherNames.filter((name) => !only || name === only))
    for (const sockets of [true, false]) {
      const ground = await startChainGround({ weather, sockets })
      try {
        const rows: Row[] = []
        for (const [index, chain] of ground.devnet.chains.entries()) {
          const { blockTimeMs } = climateOf(weathers[weather][index]!)
          // Blocks of twelve seconds would take most of the bench and say what the others do.
          if (blockTimeMs > 5_000) continue
          const ask = { ...kinds['same chain, one batch']!, originChainId: chain.id, destinationChainId: chain.id }
          const kind = `like ${weathers[weather][index]!.like}, a block every ${blockTimeMs / 1_000} s`
          rows.push(await compare(ground, kind, ask, runs, blockTimeMs / 1_000, arriveWithService, sendOne))
        }
        printTable(`mined deposit to arrival, weather ${weather}, ${sockets ? 'with' : 'without'} sockets`, rows)
      } finally {
        await ground.stop()
      }
    }
}

/** In turns, so that a busy moment of the machine hits both. */
async function compare(
  ground: ChainGround,
  kind: string,
  ask: Ask,
  runs: number,
  blockTimeS: number,
  execute = executeWithService,
  byHand = executeByHand,
): Promise<Row> {
  const ready = await ground.prepare(2 * (runs + warmUps), () => ask)
  const tookMs: { service: number[]; hand: number[] } = { service: [], hand: [] }
  for (let run = 0; run < runs + warmUps; run++) {
    const ways = {
      hand: () => byHand(ground, ready[2 * run]!),
      service: () => execute(ground.client, ready[2 * run + 1]!),
    }
    for (const way of ['hand', 'service'] as const) {
      // Both begin at the same point of a block: where they begin decides about most of a block's time.
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

/** One transaction of a key's own, for one batch: the service carries out by itself what was paid for, and faster than a batch is sent by hand here. */
async function sendOne({ hand, devnet }: ChainGround, { intent }: Ready): Promise<void> {
  const key = devnet.accounts[9]!
  await hand.sendSync(intent.originChainId, key, { to: key.address, data: '0x', gas: 100_000n })
}

async function executeByHand({ hand, devnet }: ChainGround, { intent }: Ready): Promise<void> {
  const key = devnet.accounts[9]!
  const { originMetaTxn, destinationMetaTxn, destinationPrecondition, fees } = intent
  const origin = { to: originMetaTxn.contract, data: originMetaTxn.input, gas: withRoom(fees.originGas.totalGasLimit) }
  await hand.sendSync(intent.originChainId, key, origin)
  if (!destinationMetaTxn || !destinationPrecondition) return
  const { tokenAddress, ownerAddress, minAmount } = destinationPrecondition
  await hand.arrived(intent.destinationChainId, tokenAddress, ownerAddress, minAmount)
  const gas = withRoom(fees.destinationGas?.totalGasLimit ?? 0n)
  const destination = { to: destinationMetaTxn.contract, data: destinationMetaTxn.input, gas }
  await hand.sendSync(intent.destinationChainId, key, destination)
}

/** The quote's figure is what the batch may use; a transaction needs a little more around it. */
const withRoom = (gas: bigint): bigint => (gas * 3n) / 2n + 200_000n
