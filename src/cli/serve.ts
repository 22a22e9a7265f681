import { resolve } from 'node:path'
import { readChainFiles } from '../app/readChainFiles.ts'
import { portTaken, type RunningApp, startApp } from '../app/startApp.ts'
import type { ChainDefinition } from '../chains/chainDefinition.ts'
import { devnetDefinitions } from '../chains/definitions/devnet/devnetDefinitions.ts'
import { devnetKeys } from '../chains/definitions/devnet/keys.ts'
import { mainnets } from '../chains/definitions/mainnets.ts'
import { hasNativeCurve, slowCurve } from '../chains/send/hasNativeCurve.ts'
import type { Config } from '../config/config.ts'
import { type ConfigSources, loadConfig } from '../config/loadConfig.ts'
import { maskConfig } from '../config/printConfig.ts'
import type { Devnet } from '../devnet/devnet.ts'
import { callableHost, isPortTaken } from '../host/ports.ts'
import { createObserve, type Observe } from '../observe/observe.ts'
import { requireDatabase } from '../stores/postgres/postgresStore.ts'
import { keepOperatorSecret, localIdentityKey, readOperatorSecret } from './adminSecret.ts'
import { chooseNodePorts } from './chooseNodePorts.ts'
import { createEventDescriber } from './createEventDescriber.ts'
import { describeNodeOutput } from './describeDevnet.ts'
import { describeService } from './describeService.ts'
import { createCommand } from './kit/command.ts'
import { keepLocalNodes } from './kit/localNodes.ts'
import { keepServicePlace } from './kit/servicePlace.ts'
import { writeErr, writeOut, writeProgress } from './kit/terminal.ts'
import { loadDevnet } from './loadDevnet.ts'
import { openLog } from './openLog.ts'
import { configOfFlags, serveFlags } from './serveFlags.ts'
import { softwareBranch, softwareVersion } from './softwareVersion.ts'

export const serve = createCommand({
  name: 'serve',
  about: 'Start the service, and three local chains if none are configured.',
  details: [
    'Command line over environment over causeway.config.{ts,js,mjs,json} (or --config <file>) over defaults.',
    'stdout says where things are and when they are ready. The log goes to stderr: on a terminal a line for people where',
    'something happens, else JSON lines; LOG_FORMAT=text or LOG_FORMAT=json says which.',
  ],
  flags: serveFlags,
  examples: ['serve', 'serve --port 4181 --log.level=debug', 'serve --config production.json --worker'],
  run: async ({ flags }) => {
    await serveUntilSignal(configOfFlags(flags))
  },
})

/** Time for warm-up quotes before the start: about 30 on local chains, a few on public nodes. They warm the JIT. */
const warmUpMs = 1_000

async function serveUntilSignal(flagConfig: ReturnType<typeof configOfFlags>): Promise<void> {
  const sources = {
    flags: flagConfig.settings,
    file: flagConfig.file,
    env: process.env,
    folder: process.cwd(),
  }
  const { config, file } = await loadConfig(sources)
  // Checked before the local chains are built, which takes up to a minute: missing things are reported at once.
  if (config.roles.api) await requireFreePort(config)
  if (config.store.databaseUrl) await requireDatabase(config.store.databaseUrl)
  if (config.roles.worker && !hasNativeCurve()) writeErr(`warning: ${slowCurve.what}; ${slowCurve.remedy}`)
  const files = await readChainFiles(config)
  const definitions = [...files.definitions, ...devnetDefinitions(config.devnet.weather), ...mainnets]
  const logs = openLog(config.log.level, describerOf(config, definitions))
  const observe = createObserve(logs.log)
  observe.configured({ file, config: maskConfig(config) })

  const ending = nextSignal(endsOnHangUp(config))
  const undo: (() => Promise<void>)[] = []
  try {
    // Until ready, each step replaces the last; later lines are problems of the local chains, which stay visible.
    let isReady = false
    const say = (line: string) => (isReady ? writeOut : writeProgress)(`  ${line}`)
    const devnet = config.chains.length === 0 ? await startLocalChains(config, ending, undo, say) : undefined
    if (devnet) {
      undo.push(devnet.stop)
      const forget = keepLocalNodes(config.store.folder, devnet.chains)
      undo.push(async () => forget())
    }
    if (!ending.signal.aborted) {
      const served = devnet ? withLocalChains(config, devnet) : config
      const app = await startApp({
        config: served,
        definitions,
        chainTokens: files.tokens,
        observe,
        version: softwareVersion(),
        warmUpMs,
        branch: softwareBranch(),
        onProgress: say,
        keptSecret: config.admin.operatorSecret ? undefined : readOperatorSecret(config.store.folder),
      })
      undo.push(app.stop)
      ending.onHangUp = () => void rereadNodes(app, sources, observe)
      if (config.roles.api) {
        const forget = keepServicePlace(config.store.folder, {
          url: callableHost(app.url),
          ...(app.adminUrl && { adminUrl: callableHost(app.adminUrl) }),
        })
        undo.push(async () => forget())
      }
      if (config.roles.api) writeOut(describeService({ url: app.url, adminUrl: app.adminUrl, config: served, devnet }))
      if (app.operatorSecret) writeOut(showSecret(app.operatorSecret, config))
      isReady = true
      writeOut(config.roles.api ? `ready ${app.url}` : ['ready worker', app.url].join(' ').trim())
      await aborted(ending.signal)
    }
    writeOut('stopping')
  } finally {
    for (const step of undo.toReversed()) await step()
    logs.close()
    ending.release()
  }
}

/**
 * True: SIGHUP ends the service, because its terminal has closed or because local chains have no nodes to reread.
 * False: SIGHUP rereads the nodes, as in most services.
 */
const endsOnHangUp = ({ chains }: Config): boolean =>
  chains.length === 0 || [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY)

/** Reads the settings again and changes nodes. Unreadable settings change nothing. Reports on stdout and in the log. */
async function rereadNodes(app: RunningApp, sources: ConfigSources, observe: Observe): Promise<void> {
  try {
    const { config } = await loadConfig({ ...sources, isAgain: true })
    const { changed, kept, needRestart } = await app.reread(config)
    if (changed.length > 0) writeOut(`other nodes for chain ${changed.join(', ')}`)
    for (const { chainId, why } of kept) writeOut(`chain ${chainId} keeps its nodes: ${why}`)
    if (needRestart.length > 0) writeOut(`also changed, and read at the next start: ${needRestart.join(', ')}`)
    if (changed.length + kept.length === 0) writeOut('no chain has other nodes than before')
  } catch (error) {
    const why = (error as Error).message
    observe.rereadFailed({ why })
    writeOut(`everything stays as it is: ${why}`)
  }
}

/** The describer of a text log; undefined for JSON lines. Unless `log.format` says, only a terminal gets text. */
function describerOf(
  { log }: Config,
  definitions: readonly ChainDefinition[],
): ReturnType<typeof createEventDescriber> | undefined {
  const isTerminal = process.stdout.isTTY && process.stderr.isTTY
  if ((log.format ?? (isTerminal ? 'text' : 'json')) === 'json') return undefined
  // The first definition of a chain counts.
  const labels = definitions
    .toReversed()
    .map(({ id, name, nativeCurrency }) => [id, { name, symbol: nativeCurrency.symbol }] as const)
  return createEventDescriber({ level: log.level, chains: new Map(labels) })
}

/**
 * The start that creates the secret shows it once, if on a terminal. Elsewhere it names only the file, because a pipe
 * usually ends in a supervisor's log. Local commands and later starts read the file. If the file cannot be written, the
 * text asks the operator to set a secret, which counts from the next start on.
 */
function showSecret(secret: string, { store }: Config): string {
  const isShown = process.stdout.isTTY
  const shown = isShown ? `  operator secret, shown this once: ${secret}\n` : ''
  try {
    const file = keepOperatorSecret(store.folder, secret)
    const kept = isShown ? '' : `  operator secret written to ${file}, which only this user can read\n`
    return `${shown}${kept}  commands in this folder find it by themselves: causeway keys create web\n`
  } catch (error) {
    return `${shown}  the operator secret could not be kept: ${(error as Error).message}\n  set CAUSEWAY_OPERATOR_SECRET to one of your own, which counts in its place from the next start on\n`
  }
}

async function requireFreePort({ http }: Config): Promise<void> {
  if (await isPortTaken(http.port, http.host)) throw portTaken(http.port)
}

async function startLocalChains(
  config: Config,
  ending: AbortController,
  undo: (() => Promise<void>)[],
  say: (line: string) => void,
): Promise<Devnet> {
  const { startDevnet } = await loadDevnet(() => import('../devnet/devnet.ts'))
  writeOut('no chains are configured: starting three local ones (Harbor, Island, Summit)')
  const { ports, release } = await chooseNodePorts(config.devnet.portBase, {
    flag: 'devnet.portBase',
    say: (line) => writeOut(`  ${line}`),
  })
  undo.push(async () => release())
  return startDevnet({
    dataDir: resolve(config.store.folder),
    persist: true,
    weather: config.devnet.weather,
    ports,
    onProgress: say,
    onDeath: (death) => {
      writeErr(describeNodeOutput(death))
      writeErr(`causeway: the service cannot go on: ${death.line}`)
      process.exitCode = 1
      ending.abort()
    },
  })
}

/** Adds the devnet's nodes, signers and attester to the configuration, whose own values win. */
function withLocalChains(config: Config, { chains, relayers, attestationUrl }: Devnet): Config {
  const privateKeys = relayers.map(({ privateKey }) => privateKey)
  return {
    ...config,
    chains: chains.map(({ id, rpcUrls, wsUrls }) => ({ id, rpcUrls, wsUrls })),
    operator: { identityKey: identityKeyOf(config), ...config.operator },
    signers: config.signers.privateKeys.length ? config.signers : { ...config.signers, privateKeys },
    providers: { cctpAttestationUrl: attestationUrl, acrossFiller: devnetKeys().filler.address, ...config.providers },
    webhooks: { ...config.webhooks, allowPrivate: config.webhooks.allowPrivate ?? true },
  }
}

/** If the folder cannot be written, the service has no identity: it starts but signs no quotes. */
function identityKeyOf({ roles, store }: Config): Config['operator']['identityKey'] {
  try {
    return roles.api ? localIdentityKey(store.folder) : undefined
  } catch {
    return undefined
  }
}

type Ending = AbortController & { release(): void; onHangUp(): void }

/** Aborts at the first stop signal; a second one ends the process at once. SIGHUP stops too, or calls `onHangUp`. */
function nextSignal(endsOnHangUp: boolean): Ending {
  const ending = new AbortController()
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const onSignal = (signal: NodeJS.Signals) => {
    if (signal === 'SIGHUP' && !endsOnHangUp) return made.onHangUp()
    if (ending.signal.aborted) process.exit(130)
    ending.abort()
  }
  for (const signal of signals) process.on(signal, onSignal)
  const release = () => {
    for (const signal of signals) process.off(signal, onSignal)
  }
  // Until the service runs there is nothing to reload.
  const made: Ending = Object.assign(ending, { release, onHangUp: () => {} })
  return made
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) return done()
    signal.addEventListener('abort', () => done(), { once: true })
  })
}
