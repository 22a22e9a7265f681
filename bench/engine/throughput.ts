import { localContracts } from '../../src/chains/contracts/operator.ts'
import { devnetAddresses } from '../../src/chains/definitions/devnet/devnetAddresses.ts'
import { groupItems } from '../../src/chains/send/groupItems.ts'
import { createGuestBundler } from '../../src/chains/send/guestBundler.ts'
import { senderDefaults } from '../../src/chains/send/sender.ts'
import { batchGasLimit, type PlannedCall } from '../../src/intents/planBatches.ts'
import type { Hex } from '../../src/interface/fields.ts'
import type { OutboxItem } from '../../src/stores/store.ts'
import { type ChainGround, executeWithService, payers, type Ready, startChainGround } from './chainGround.ts'
import type { Call } from './hand.ts'
import { fixed, printTable, type Row, verdict } from './table.ts'

const target = { ofBatched: 0.5 }
const blockTimeS = 1
const chainIds = [31337, 31338]
const warmUps = 100

type Way = (ground: ChainGround, ready: readonly Ready[]) => Promise<unknown>

/** Intents a second over two chains with 1 s blocks: the service beside the same batches sent by hand. */
export async function benchThroughput(count: number): Promise<void> {
  const ground = await startChainGround({ blockTimeS: blockTimeS })
  const ways: Record<string, Way> = {
    'by hand, one transaction an intent': (_, ready) => sendByHand(ground, ready, alone),
    'by hand, batched': (_, ready) => sendByHand(ground, ready, batched),
    service: (_, ready) => Promise.all(ready.map((each) => executeWithService(ground.client, each))),
  }
  try {
    const perS: Record<string, number> = {}
    const rows: Row[] = []
    for (const [way, carryOut] of Object.entries(ways)) {
      console.log(`${way}: ${warmUps} to warm up`)
      await carryOut(ground, await prepare(ground, warmUps))
      console.log(`${way}: ${count} are quoted and deposited`)
      const ready = await prepare(ground, count)
      console.log(`${way}: carried out`)
      await ground.hand.nextBlock(chainIds[0]!)
      const startedMs = performance.now()
      await carryOut(ground, ready)
      const tookS = (performance.now() - startedMs) / 1_000
      perS[way] = count / tookS
      rows.push({ way, intents: count, seconds: fixed(tookS, 2), 'intents/s': fixed(perS[way]) })
    }
    const floor = perS['by hand, batched']!
    for (const row of rows) row['of batched by hand'] = `${fixed((100 * perS[String(row.way)]!) / floor, 0)} %`
    printTable(`Intents a second, two chains, a block every ${blockTimeS} s`, rows)
    const met = perS.service! >= target.ofBatched * floor
    console.log(
      `target: the service carries at least ${100 * target.ofBatched} % of the batched floor: ${verdict(met)}`,
    )
  } finally {
    await ground.stop()
  }
}

const prepare = (ground: ChainGround, count: number) =>
  ground.prepare(count, (index) => {
    const chainId = chainIds[index % chainIds.length]!
    return {
      originChainId: chainId,
      destinationChainId: chainId,
      destinationTokenAddress: devnetAddresses.dai,
      originTokenAmount: 100_000_000n,
    }
  })

const bundler = createGuestBundler(localContracts.guest)

const asPlanned = (call: Ready['intent']['originCalls']['calls'][number]) =>
  ({ role: 'main' as const, call }) as PlannedCall

const itemOf = ({ intent }: Ready, id: number): OutboxItem => ({
  id,
  intentId: intent.intentId,
  createdAtMs: 0,
  chainId: intent.originChainId,
  leg: 'origin',
  to: intent.originMetaTxn.contract,
  data: intent.originMetaTxn.input,
  value: 0n,
  // The same limit as the service's; the fee's figure is the expected use.
  gasLimit: batchGasLimit(intent.originCalls.calls.map(asPlanned), (intent.originMetaTxn.input.length - 2) / 2),
})

const alone = (items: OutboxItem[]): Call[] => items.map(({ to, data, gasLimit }) => ({ to, data, gas: gasLimit }))

const batched = (items: OutboxItem[]): Call[] =>
  groupItems(items, { bundler, sendUnbundled: new Set(), settings: senderDefaults }).map((group) => {
    const { to, data, gasLimit } = bundler.bundle(group)
    return { to, data, gas: gasLimit }
  })

/** Sends all at once from several keys, then checks every receipt. A failed element of a batch is an error too. */
async function sendByHand(
  { hand, devnet }: ChainGround,
  ready: readonly Ready[],
  asCalls: (items: OutboxItem[]) => Call[],
): Promise<void> {
  const items = ready.map(itemOf)
  const sent: { chainId: number; hash: Hex; data: Hex }[] = []
  for (const chainId of chainIds) {
    const calls = asCalls(items.filter((item) => item.chainId === chainId))
    const sending = calls.map(async (call, index) => ({
      hash: await hand.send(chainId, devnet.accounts[index % payers]!, call),
      data: call.data,
    }))
    for (const one of await Promise.all(sending)) sent.push({ chainId, ...one })
  }
  const receipts = await hand.mined(sent)
  const failed = receipts.flatMap((receipt, index) => {
    const { data } = sent[index]!
    if (bundler.canShare({ ...items[0]!, data })) return []
    return bundler.failedElements(receipt as never, { to: localContracts.guest, data })
  })
  if (failed.length > 0) throw new Error(`${failed.length} elements failed inside a batch`)
}
