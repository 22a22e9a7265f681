import { setTimeout as pause } from 'node:timers/promises'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { devnetAddresses } from '../../src/chains/definitions/devnet/devnetAddresses.ts'
import { devnetChains } from '../../src/chains/definitions/devnet/facts.ts'
import type { DevnetKey } from '../../src/chains/definitions/devnet/keys.ts'
import { climateOf, type WeatherName, weatherNames, weathers } from '../../src/chains/definitions/devnet/weather.ts'
import { arriveWithService, type ChainGround, payers, type Quoted, startChainGround } from './chainGround.ts'
import { fixed, inTurns, median, printTable, type Row, verdict } from './table.ts'

const target = { extraBlocks: 1, estimateOff: 0.5 }
/** Corridors at a time: most of a corridor is waiting for blocks. */
const atOnce = 4
/** Interval of requests about one message, as the attestation service requires. */
const attestationMs = 2_000
const bridges = ['ACROSS', 'CCTP', 'CCTP_FAST'] as const

type Corridor = { from: number; to: number; bridge?: (typeof bridges)[number] }
type Took = { handS: number; serviceS: number; quotedS: number; startToArrivalS: number }
export type WeatherResult = {
  weather: WeatherName
  corridor: string
  handS: number
  serviceS: number
  extraBlocks: number
  quotedS: number
  startToArrivalS: number
}

/**
 * Every corridor of each weather, from a mined deposit to the arrival, by the service and by hand in parallel behind
 * the same providers, beside the quoted time. Paid plans are used with sockets, public endpoints without.
 */
export async function benchWeatherLatency(
  runs: number,
  options: { only?: string; corridor?: string; json: boolean },
): Promise<void> {
  const found: WeatherResult[] = []
  for (const weather of weatherNames.filter((name) => !options.only || name === options.only)) {
    const ground = await startChainGround({ weather, sockets: weather !== 'public' })
    try {
      // A signer's grant precedes its first transactions on a chain.
      for (let warmUps = 0; warmUps < 2; warmUps++)
        await Promise.all([0, 1, 2].map((place) => measureCorridor(ground, { from: place, to: place })))
      const corridors = corridorsOf(weather).filter((one) => nameOf(weather, one).includes(options.corridor ?? ''))
      const measured = await inTurns(corridors.length, atOnce, async (index) => {
        const corridor = corridors[index]!
        const took: Took[] = []
        try {
          for (let run = 0; run < runs; run++) took.push(await measureCorridor(ground, corridor))
        } catch (error) {
          console.error(`${nameOf(weather, corridor)} failed: ${String(error)}\n${ground.said()}`)
        }
        return took.length > 0 ? [resultOf(weather, corridor, took)] : []
      })
      const results = measured.flat()
      found.push(...results)
      if (!options.json)
        printTable(`weather ${weather}: a mined deposit to its arrival, ${runs} runs each`, results.map(rowOf))
    } finally {
      await ground.stop()
    }
  }
  if (options.json) console.log(JSON.stringify(found, undefined, 2))
  else printSummary(found)
}

/** The slowest first, so that the last ones are short. */
function corridorsOf(weather: WeatherName): Corridor[] {
  const places = [0, 1, 2]
  const across = places.flatMap((from) =>
    places.filter((to) => to !== from).flatMap((to) => bridges.map((bridge) => ({ from, to, bridge }))),
  )
  const slowness = ({ from, to }: Corridor) => 6 * blockMs(weather, from) + blockMs(weather, to)
  const all: Corridor[] = [...across, ...places.map((place) => ({ from: place, to: place }))]
  return all.toSorted((a, b) => slowness(b) - slowness(a))
}

const blockMs = (weather: WeatherName, place: number): number => climateOf(weathers[weather][place]!).blockTimeMs

let turn = 0

/** One intent each way, in parallel. */
async function measureCorridor(ground: ChainGround, corridor: Corridor): Promise<Took> {
  const payer = ground.devnet.accounts[turn++ % payers]!
  const [hand, service] = await Promise.all([runByHand(ground, corridor, payer), runByService(ground, corridor, payer)])
  return { handS: hand, ...service }
}

function quote({ client, devnet }: ChainGround, { from, to, bridge }: Corridor, owner: DevnetKey): Promise<Quoted> {
  return client
    .quoteIntent({
      ownerAddress: owner.address,
      originChainId: devnet.chains[from]!.id,
      originTokenAddress: devnetAddresses.usdc,
      originTokenAmount: 100_000_000n,
      destinationChainId: devnet.chains[to]!.id,
      destinationTokenAddress: bridge ? devnetAddresses.usdc : devnetAddresses.dai,
      options: { slippageTolerance: 0.05, ...(bridge && { bridgeProvider: bridge }) },
    })
    .then(({ intent }) => intent)
}

async function runByService(ground: ChainGround, corridor: Corridor, payer: DevnetKey): Promise<Omit<Took, 'handS'>> {
  const intent = await quote(ground, corridor, payer)
  await ground.client.commitIntent({ intent })
  const depositHash = await ground.deposit(intent, payer)
  const arrival = arriveWithService(ground.client, { intent, depositHash }).then((summary) => ({
    summary,
    atMs: performance.now(),
  }))
  const [minedAtMs, arrived] = await Promise.all([ground.hand.minedAtMs(intent.originChainId, depositHash), arrival])
  const { estimatedDuration = 0, actualDuration = 0 } = arrived.summary
  return {
    serviceS: (arrived.atMs - minedAtMs) / 1_000,
    quotedS: estimatedDuration,
    startToArrivalS: actualDuration,
  }
}

/** An intent that the service only quoted, executed by a script and an account with a grant. */
async function runByHand(ground: ChainGround, corridor: Corridor, payer: DevnetKey): Promise<number> {
  const { hand } = ground
  const intent = await quote(ground, corridor, payer)
  const minedAtMs = await hand.minedAtMs(intent.originChainId, await ground.deposit(intent, payer))
  const { transactionHash } = await ground.runOrigin(intent)
  if (intent.destinationMetaTxn) {
    if (corridor.bridge !== 'ACROSS') await deliver(ground, corridor, intent, transactionHash)
    await ground.runDestination(intent)
  }
  return (performance.now() - minedAtMs) / 1_000
}

const transmitterAbi = parseAbi(['function receiveMessage(bytes message, bytes attestation) returns (bool)'])

async function deliver({ devnet, hand }: ChainGround, { from }: Corridor, intent: Quoted, burn: Hex): Promise<void> {
  const url = `${devnet.attestationUrl}/v2/messages/${devnetChains[from]!.domain}?transactionHash=${burn}`
  for (let looks = 0; looks < 100; looks++) {
    const reply = (await fetch(url).then((response) => response.json())) as {
      messages?: { status: string; message: Hex; attestation: Hex }[]
    }
    const found = reply.messages?.find(({ status }) => status === 'complete')
    if (found) {
      const args = [found.message, found.attestation] as const
      const data = encodeFunctionData({ abi: transmitterAbi, functionName: 'receiveMessage', args })
      const to = devnet.contracts.cctp.messageTransmitter
      await hand.sendSync(intent.destinationChainId, devnet.accounts[9]!, { to, data, gas: 400_000n })
      return
    }
    await pause(attestationMs)
  }
  throw new Error(`nobody attested ${burn}`)
}

function nameOf(weather: WeatherName, { from, to, bridge }: Corridor): string {
  const like = (place: number) => weathers[weather][place]!.like
  return bridge ? `${like(from)} to ${like(to)}, ${bridge}` : `on ${like(from)}`
}

function resultOf(weather: WeatherName, corridor: Corridor, took: readonly Took[]): WeatherResult {
  const { from, to } = corridor
  const middle = (field: keyof Took) => median(took.map((one) => one[field]))
  const blockS = Math.max(blockMs(weather, from), blockMs(weather, to)) / 1_000
  return {
    weather,
    corridor: nameOf(weather, corridor),
    handS: middle('handS'),
    serviceS: middle('serviceS'),
    // The median over pairs, because both of a pair started at about the same time.
    extraBlocks: median(took.map(({ handS, serviceS }) => (serviceS - handS) / blockS)),
    quotedS: middle('quotedS'),
    startToArrivalS: middle('startToArrivalS'),
  }
}

const offBy = ({ quotedS, startToArrivalS }: WeatherResult): number => quotedS / startToArrivalS - 1
const isInTime = ({ extraBlocks }: WeatherResult): boolean => extraBlocks <= target.extraBlocks
const isHonest = (result: WeatherResult): boolean => Math.abs(offBy(result)) <= target.estimateOff

const rowOf = (result: WeatherResult): Row => ({
  corridor: result.corridor,
  'by hand s': fixed(result.handS, 2),
  'service s': fixed(result.serviceS, 2),
  'extra blocks': fixed(result.extraBlocks, 2),
  'target <= 1': verdict(isInTime(result)),
  'quoted s': fixed(result.quotedS, 1),
  'took s': fixed(result.startToArrivalS, 1),
  'quote off by': `${fixed(100 * offBy(result), 0)} %`,
  'target 50 %': verdict(isHonest(result)),
})

function printSummary(found: readonly WeatherResult[]): void {
  const count = (isMet: (result: WeatherResult) => boolean) => `${found.filter(isMet).length} of ${found.length}`
  console.log(`\nat most one block more than by hand: ${count(isInTime)} corridors`)
  console.log(`quoted within 50 % of what it took: ${count(isHonest)} corridors`)
}
