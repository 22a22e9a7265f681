import { join, resolve } from 'node:path'
import { devnetAddresses } from '../chains/definitions/devnet/devnetAddresses.ts'
import type { DevnetContracts } from '../chains/definitions/devnet/devnetContracts.ts'
import type { DevnetChainFacts } from '../chains/definitions/devnet/facts.ts'
import { devnetChains } from '../chains/definitions/devnet/facts.ts'
import type { DevnetKey } from '../chains/definitions/devnet/keys.ts'
import { devnetKeys } from '../chains/definitions/devnet/keys.ts'
import { blocksUntilFinal, weathers } from '../chains/definitions/devnet/weather.ts'
import { createAccountSender } from './accountSender.ts'
import { startAggregators } from './aggregators.ts'
import { type Anvil, findAnvil } from './anvil.ts'
import { startAttester } from './attester.ts'
import { ensureBuiltStates } from './builtStates.ts'
import type { Faucet } from './faucet.ts'
import { createFaucet } from './faucet.ts'
import { startFiller } from './filler.ts'
import { lockDevnet } from './lockDevnet.ts'
import { startMessageExecutor } from './messageExecutor.ts'
import type { NodesOptions } from './nodes.ts'
import { startNodes } from './nodes.ts'
import { placeWeatherContracts } from './placeWeatherContracts.ts'
import { startPriceKeeper } from './priceKeeper.ts'
import type { RollupCosts } from './rollupCosts.ts'
import { startStuckMiner } from './stuckMiner.ts'
import { startWeatherNodes } from './weatherNodes.ts'
import type { WeatherProxy } from './weatherProxy.ts'

export type DevnetOptions = NodesOptions & {
  /** Seconds between blocks, by default 1; 0 mines every transaction at once. */
  blockTimeS?: number
  /** With a network profile: nodes neither lag nor leave by themselves. For tests, which cause faults themselves. */
  steady?: boolean
  filler?: boolean
  /** Confirmations of a deposit before it is filled; default 0. For tests that reorganise a chain. */
  fillerConfirmations?: number
  attester?: boolean
  /** Verifies and delivers LayerZero messages. */
  executor?: boolean
  /** Stand-ins of 0x and LI.FI; default none. Used only if configured. */
  aggregators?: boolean
  onProgress?: (line: string) => void
  /** false rebuilds the chains even if a cached state exists. */
  cache?: boolean
  /** Where built states are cached; default: the cache folder of this user, which all devnets share. */
  cacheDir?: string
}

export type DevnetChain = {
  id: number
  network: 'harbor' | 'island' | 'summit'
  name: string
  rpcUrl: string
  wsUrl: string
  /** All endpoints; the first is `rpcUrl`. A network profile may have several. */
  rpcUrls: string[]
  wsUrls: string[]
  /** The profile's proxies in front of the node, one for each endpoint. */
  proxies: WeatherProxy[]
  /** A rollup's data costs, which the endpoints add and the node does not know; only with a profile. */
  costs?: RollupCosts
  /** The node itself, without the profile's proxy. */
  nodeUrl: string
  /** Process id of the first node; a restarted one has another. */
  pid: number
}

export type Devnet = {
  chains: DevnetChain[]
  /** The same addresses on every chain. */
  contracts: DevnetContracts
  accounts: DevnetKey[]
  relayers: DevnetKey[]
  attestationUrl: string
  /** URLs of the aggregators' stand-ins; empty without them. */
  aggregatorsUrl: string
  faucet: Faucet
  stop(): Promise<void>
}

/** Three local chains with tokens, pools, lending, bridges and price feeds, loaded from a built state. */
export async function startDevnet(options: DevnetOptions): Promise<Devnet> {
  const undo: (() => unknown)[] = []
  const stop = () => undoAll(undo)
  try {
    let restartWatchers = () => {}
    const nodes = await startDevnetNodes(options, undo, () => restartWatchers())
    const devnet = await startServices(nodes, options, undo)
    restartWatchers = devnet.restartWatchers
    return { ...devnet, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Stops everything in reverse order. */
export async function undoAll(undo: (() => unknown)[]): Promise<void> {
  for (const step of undo.splice(0).reverse()) await step()
}

const blockTimeOf = ({ weather, blockTimeS = 1 }: DevnetOptions): number => (weather ? 1 : blockTimeS)

/** Starts the nodes of the three chains from built or persisted states. */
export async function startDevnetNodes(
  options: DevnetOptions,
  undo: (() => unknown)[],
  onRestart = () => {},
): Promise<Anvil[]> {
  const dataDir = resolve(options.dataDir)
  undo.push(lockDevnet(dataDir))
  const say = options.onProgress ?? (() => {})
  const binary = findAnvil(process.env.PATH ?? '')
  const homeDir = join(dataDir, 'devnet', 'home')
  const stateDir = await ensureBuiltStates({ ...options, binary, homeDir, say })
  const restarted = (line: string) => {
    say(line)
    onRestart()
  }
  const start = { binary, stateDir, homeDir, blockTimeS: blockTimeOf(options), onRestart: restarted }
  return startNodes(start, { ...options, dataDir }, undo)
}

/** Starts all services that act on these chains. */
export async function startServices(
  nodes: Anvil[],
  options: DevnetOptions,
  undo: (() => unknown)[],
): Promise<Omit<Devnet, 'stop'> & { restartWatchers(): void }> {
  const say = options.onProgress ?? (() => {})
  const weather = options.weather && weathers[options.weather]
  const blockTimeS = blockTimeOf(options)
  const keys = devnetKeys()
  const contracts: DevnetContracts = devnetAddresses
  const rpcUrls = nodes.map(({ rpcUrl }) => rpcUrl)
  const keeper = await startPriceKeeper({ rpcUrls, contracts, keeper: keys.keeper.address, onProblem: say })
  undo.push(keeper.stop)
  if (blockTimeS === 0) undo.push(startStuckMiner(rpcUrls).stop)
  const chains = devnetChains.map((facts, index) => ({ facts, ...nodes[index]! }))
  let attestationUrl = ''
  if (options.attester ?? true) {
    const attester = await startAttester({ chains, contracts, key: keys.attester, atOnce: blockTimeS === 0 })
    undo.push(attester.stop)
    attestationUrl = attester.url
  }
  let aggregatorsUrl = ''
  if (options.aggregators) {
    const aggregators = await startAggregators({
      chains: chains.map(({ facts, rpcUrl }) => ({ id: facts.id, rpcUrl })),
      contracts,
    })
    undo.push(aggregators.stop)
    aggregatorsUrl = aggregators.url
  }
  let watchers = await startWatchers(chains, contracts, options)
  let restarted = Promise.resolve()
  // New watchers read their chains from block 0, so no deposit or message is lost.
  const restartWatchers = () => {
    restarted = restarted
      .then(() => watchers.stop())
      .then(async () => {
        watchers = await startWatchers(chains, contracts, options)
      })
      .catch(({ message }: Error) => say(`filler and message executor: ${message}`))
  }
  undo.push(() => restarted.then(() => watchers.stop()))
  const fronts = await Promise.all(
    (weather ?? []).map(async (one, index) => {
      const nodeUrl = nodes[index]!.rpcUrl
      await placeWeatherContracts(
        nodeUrl,
        one,
        keys.users.map(({ address }) => address),
      )
      return startWeatherNodes(nodeUrl, one, { port: options.ports?.[index], steady: options.steady })
    }),
  )
  undo.push(() => Promise.all(fronts.map((front) => front.stop())))
  return {
    chains: chains.map(({ facts: { id, network, name }, rpcUrl, wsUrl, pid }, index) => {
      const proxies = fronts[index]?.proxies ?? []
      const asked = proxies.length > 0 ? proxies : [{ rpcUrl, wsUrl }]
      const [rpcUrls, wsUrls] = [asked.map((one) => one.rpcUrl), asked.map((one) => one.wsUrl)]
      const first = { rpcUrl: rpcUrls[0]!, wsUrl: wsUrls[0]! }
      return {
        id,
        network,
        name,
        ...first,
        rpcUrls,
        wsUrls,
        proxies,
        costs: fronts[index]?.costs,
        nodeUrl: rpcUrl,
        pid,
      }
    }),
    contracts,
    accounts: keys.users,
    relayers: keys.relayers,
    attestationUrl,
    aggregatorsUrl,
    faucet: createFaucet(
      new Map(chains.map(({ facts, rpcUrl }) => [facts.id, createAccountSender(rpcUrl, keys.faucet.address)])),
    ),
    restartWatchers,
  }
}

/** The services that follow the chains' logs: filler and message executor. */
async function startWatchers(
  nodes: { facts: DevnetChainFacts; rpcUrl: string; wsUrl: string }[],
  contracts: DevnetContracts,
  options: DevnetOptions,
): Promise<{ stop(): Promise<void> }> {
  const keys = devnetKeys()
  const weather = options.weather && weathers[options.weather]
  const atOnce = !weather && options.blockTimeS === 0
  const onProblem = options.onProgress ?? (() => {})
  const started: { stop(): Promise<void> }[] = []
  if (options.filler ?? true) {
    const chains = nodes.map((node) => ({
      ...node,
      filler: createAccountSender(node.rpcUrl, keys.filler.address),
      owner: createAccountSender(node.rpcUrl, keys.deployer.address),
    }))
    const confirmations = ({ id }: DevnetChainFacts, valueUsd: number) => {
      const one = weather?.[devnetChains.findIndex((chain) => chain.id === id)]
      return one ? blocksUntilFinal(one, valueUsd) : (options.fillerConfirmations ?? 0)
    }
    started.push(await startFiller({ chains, contracts, address: keys.filler.address, confirmations, onProblem }))
  }
  if (options.executor ?? true) {
    const chains = nodes.map((node) => ({ ...node, send: createAccountSender(node.rpcUrl, keys.attester.address) }))
    started.push(await startMessageExecutor({ chains, endpoint: contracts.layerZero.endpoint, atOnce, onProblem }))
  }
  return {
    stop: async () => {
      for (const one of started) await one.stop()
    },
  }
}
