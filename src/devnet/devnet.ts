import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { DevnetContracts } from '../chains/definitions/devnet/devnetContracts.ts'
import { devnetChains } from '../chains/definitions/devnet/facts.ts'
import type { DevnetKey } from '../chains/definitions/devnet/keys.ts'
import { devnetKeys } from '../chains/definitions/devnet/keys.ts'
import { blocksUntilFinal, climateOf, type WeatherName, weathers } from '../chains/definitions/devnet/weather.ts'
import { endWithParent } from '../host/endWithParent.ts'
import { startAggregators } from './aggregators.ts'
import type { Anvil } from './anvil.ts'
import { anvilVersion, findAnvil, startAnvil } from './anvil.ts'
import { startAttester } from './attester.ts'
import { buildState } from './buildState.ts'
import type { Faucet } from './faucet.ts'
import { createFaucet } from './faucet.ts'
import { startFiller } from './filler.ts'
import { lockDevnet } from './lockDevnet.ts'
import { startMessageExecutor } from './messageExecutor.ts'
import { placeWeatherContracts } from './placeWeatherContracts.ts'
import type { ChainPlan } from './planChain.ts'
import { chainPlansHash, planChain } from './planChain.ts'
import { startPriceKeeper } from './priceKeeper.ts'
import type { RollupCosts } from './rollupCosts.ts'
import { createSender } from './sender.ts'
import { startStuckMiner } from './stuckMiner.ts'
import { startWeatherNodes } from './weatherNodes.ts'
import type { WeatherProxy } from './weatherProxy.ts'

export type DevnetOptions = {
  /** Everything the devnet writes lies below this folder. */
  dataDir: string
  /** Seconds between blocks, by default 1; 0 mines every transaction at once. */
  blockTimeS?: number
  /** Makes the nodes like those of public chains; block times are then theirs. */
  weather?: WeatherName
  /** Under a weather: nodes neither lag nor leave by themselves. For tests, which make them do so. */
  steady?: boolean
  filler?: boolean
  /** Blocks above a deposit before it is filled; 0 unless said. For tests that reorganise a chain. */
  fillerConfirmations?: number
  /** Block states that a node keeps, each about a megabyte; as many as are read unless said. For tests that trace old blocks. */
  historyStates?: number
  attester?: boolean
  /** Verifies LayerZero's messages and hands them over. */
  executor?: boolean
  /** Stand-ins of 0x and LI.FI, which nobody asks unless they are configured; none unless said. */
  aggregators?: boolean
  /** One per chain; by default free ports. */
  ports?: number[]
  onProgress?: (line: string) => void
  /** false rebuilds the chains even if a cached state exists. */
  cache?: boolean
  /** Where built states are cached, by default <dataDir>/devnet; several devnets may share it. */
  cacheDir?: string
  /** Called when a node exits without `stop`, with what it printed last; the others keep running. */
  onDeath?: (line: string, lastOutput: readonly string[]) => void
  /** Writes the chains' state at a stop and loads it at the next start. */
  persist?: boolean
  /** Starts from the built states even if `persist` has saved later ones. */
  fresh?: boolean
}

export type DevnetChain = {
  id: number
  network: 'harbor' | 'island' | 'summit'
  name: string
  rpcUrl: string
  wsUrl: string
  /** All endpoints, the first of which is `rpcUrl`: several where a weather has several. */
  rpcUrls: string[]
  wsUrls: string[]
  /** What stands in front of the node under a weather, one an endpoint. */
  proxies: WeatherProxy[]
  /** What the endpoints count that the node does not: the costs of a rollup's bytes, under a weather. */
  costs?: RollupCosts
  /** The node itself, without the weather in front of it. */
  nodeUrl: string
  pid: number
}

export type Devnet = {
  chains: DevnetChain[]
  /** The same addresses on every chain. */
  contracts: DevnetContracts
  accounts: DevnetKey[]
  relayers: DevnetKey[]
  attestationUrl: string
  /** Where the stand-ins of hosted aggregators answer; empty without them. */
  aggregatorsUrl: string
  faucet: Faucet
  stop(): Promise<void>
}

/** More than the furthest tag trails the head. */
const weatherStates = 160

/** Three local chains with tokens, pools, lending, bridges and price feeds, loaded from a cached state if plan and anvil are unchanged. */
export async function startDevnet(options: DevnetOptions): Promise<Devnet> {
  const dataDir = resolve(options.dataDir)
  const undo: (() => unknown)[] = [lockDevnet(dataDir)]
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    return await startServices({ ...options, dataDir }, undo, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function startServices(
  options: DevnetOptions,
  undo: (() => unknown)[],
  stop: () => Promise<void>,
): Promise<Devnet> {
  const say = options.onProgress ?? (() => {})
  const weather = options.weather && weathers[options.weather]
  const blockTimeS = weather ? 1 : (options.blockTimeS ?? 1)
  const keys = devnetKeys()
  const plans = devnetChains.map((chain) => planChain(chain, keys))
  const contracts = plans[0]!.contracts
  const binary = findAnvil(process.env.PATH ?? '')
  const homeDir = join(options.dataDir, 'devnet', 'home')
  const stateDir = await ensureBuiltStates(binary, plans, homeDir, options, say)
  const nodes = await startNodes(binary, stateDir, homeDir, options, blockTimeS, undo)
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
  if (options.filler ?? true) {
    const fillerChains = chains.map((chain) => ({
      ...chain,
      filler: createSender(chain.rpcUrl, keys.filler.address),
      owner: createSender(chain.rpcUrl, keys.deployer.address),
    }))
    const filler = await startFiller({
      chains: fillerChains,
      contracts,
      address: keys.filler.address,
      confirmations: ({ id }, valueUsd) => {
        const one = weather?.[devnetChains.findIndex((chain) => chain.id === id)]
        return one ? blocksUntilFinal(one, valueUsd) : (options.fillerConfirmations ?? 0)
      },
      onProblem: say,
    })
    undo.push(filler.stop)
  }
  if (options.executor ?? true) {
    const executor = await startMessageExecutor({
      chains: chains.map((chain) => ({ ...chain, send: createSender(chain.rpcUrl, keys.attester.address) })),
      endpoint: contracts.layerZero.endpoint,
      atOnce: blockTimeS === 0,
      onProblem: say,
    })
    undo.push(executor.stop)
  }
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
      new Map(chains.map(({ facts, rpcUrl }) => [facts.id, createSender(rpcUrl, keys.faucet.address)])),
    ),
    stop,
  }
}

/** The cache folder with one state file per chain; builds them if the cache has none for these plans. */
async function ensureBuiltStates(
  binary: string,
  plans: ChainPlan[],
  homeDir: string,
  options: DevnetOptions,
  say: (line: string) => void,
): Promise<string> {
  const cacheDir = resolve(options.cacheDir ?? join(options.dataDir, 'devnet'))
  const stateDir = join(cacheDir, chainPlansHash(plans, anvilVersion(binary)))
  if ((options.cache ?? true) && existsSync(stateDir)) return stateDir
  say(`building three chains (${plans[0]!.txs.length} transactions each); later starts reuse them`)
  // Built in a folder of this process and renamed: concurrent builders do not collide and no reader sees a half-written folder.
  const building = `${stateDir}.${process.pid}.building`
  mkdirSync(building, { recursive: true })
  try {
    const build = async (plan: ChainPlan, index: number) => {
      const chain = devnetChains[index]!
      await buildState(binary, chain, plan, join(building, `${chain.network}.json`), homeDir)
      say(`${chain.name} is built`)
    }
    await Promise.all(plans.map(build))
    if (!(options.cache ?? true)) rmSync(stateDir, { recursive: true, force: true })
    renameSync(building, stateDir)
    // Older states go only from the default folder: a shared cacheDir may serve devnets of other versions.
    if (!options.cacheDir) removeOlderStates(cacheDir, stateDir)
  } catch (error) {
    rmSync(building, { recursive: true, force: true })
    if (!existsSync(stateDir)) throw error
  }
  return stateDir
}

function removeOlderStates(cacheDir: string, stateDir: string): void {
  const states = readdirSync(cacheDir).filter((name) => /^[0-9a-f]{16}$/.test(name))
  for (const state of states.map((name) => join(cacheDir, name))) {
    if (state !== stateDir) rmSync(state, { recursive: true, force: true })
  }
}

async function startNodes(
  binary: string,
  stateDir: string,
  homeDir: string,
  options: DevnetOptions,
  blockTimeS: number,
  undo: (() => unknown)[],
): Promise<Anvil[]> {
  const runDir = join(options.dataDir, 'devnet', 'run', basename(stateDir))
  if (options.persist) mkdirSync(runDir, { recursive: true })
  const savedFiles = devnetChains.map(({ network }) => join(runDir, `${network}.json`))
  // All three or none: chains saved at different times would disagree about bridge transfers between them.
  const resumesSaved = options.persist && !options.fresh && savedFiles.every((file) => existsSync(file))
  const start = (chain: (typeof devnetChains)[number], index: number) =>
    startAnvil(binary, {
      chainId: chain.id,
      // Under a weather the port is that of what stands in front of the node.
      port: (options.weather ? undefined : options.ports?.[index]) ?? 0,
      blockTimeS: options.weather ? climateOf(weathers[options.weather][index]!).blockTimeMs / 1_000 : blockTimeS,
      historyStates: options.historyStates ?? (options.weather && weatherStates),
      loadState: resumesSaved ? savedFiles[index]! : join(stateDir, `${chain.network}.json`),
      dumpState: options.persist ? savedFiles[index]! : undefined,
      homeDir,
    })
  const started = await Promise.allSettled(devnetChains.map(start))
  const nodes = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  let stopping = false
  undo.push(() => {
    stopping = true
    return Promise.all(nodes.map((node) => node.stop()))
  })
  started.forEach((result, index) => {
    if (result.status === 'rejected') return
    const { pid, exited } = result.value
    void exited.then(({ how, lastOutput }) => {
      if (!stopping) options.onDeath?.(`the node of ${devnetChains[index]!.name} (pid ${pid}) ${how}`, lastOutput)
    })
  })
  undo.push(endWithParent(nodes.map(({ pid }) => pid)))
  const failed = started.find((result) => result.status === 'rejected')
  if (failed && resumesSaved)
    throw new Error(`${failed.reason.message}\nIf the kept state is damaged, start once with --fresh.`)
  if (failed) throw failed.reason
  return nodes
}
