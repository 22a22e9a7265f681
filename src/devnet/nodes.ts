import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { devnetChains } from '../chains/definitions/devnet/facts.ts'
import { climateOf, type WeatherName, weathers } from '../chains/definitions/devnet/weather.ts'
import { endWithParent } from '../host/endWithParent.ts'
import type { Anvil, AnvilOptions, Exit } from './anvil.ts'
import { startAnvil } from './anvil.ts'
import type { BlockRecord } from './blockRecord.ts'
import { recordBlocks } from './blockRecord.ts'

/** A node that exited without `stop`; `line` says which and how. */
export type NodeDeath = Exit & { chainId: number; pid: number; line: string }

export type NodesOptions = {
  /** The devnet writes everything but built states below this folder. */
  dataDir: string
  /** A network profile: nodes behave like those of public chains, with their block times. */
  weather?: WeatherName
  /** Block states that a node keeps, about 1 MB each; default: as many as are read. For tests that trace old blocks. */
  historyStates?: number
  /** One per chain; by default free ports. */
  ports?: number[]
  /** Called when a node exits without `stop` and is not started again; the others keep running. */
  onDeath?: (death: NodeDeath) => void
  /** Saves the chains' state at a stop and loads it at the next start. A node that dies restarts from its record. */
  persist?: boolean
  /** Starts from the built states even if `persist` has saved later ones. */
  fresh?: boolean
}

type Running = { node: Anvil; options: AnvilOptions; record?: BlockRecord; restartedAtMs: number }

/** Block states that a node with a profile keeps: more than any tag trails the head. */
const weatherStates = 160
/** Gives up a node that dies again this soon after a restart. */
const restartMsMin = 30_000

/**
 * Starts the three nodes. With `persist`, restarts a dead node on its port with its state and blocks, then calls
 * `onRestart`. Without `persist`, or if the restart fails, calls `onDeath`.
 */
export async function startNodes(
  start: { binary: string; stateDir: string; homeDir: string; blockTimeS: number; onRestart(line: string): void },
  options: NodesOptions,
  undo: (() => unknown)[],
): Promise<Anvil[]> {
  const { binary, stateDir, homeDir } = start
  const runDir = join(options.dataDir, 'devnet', 'run', basename(stateDir))
  if (options.persist) mkdirSync(runDir, { recursive: true })
  const savedFiles = devnetChains.map(({ network }) => join(runDir, `${network}.json`))
  // All three or none: chains saved at different times would disagree about bridge transfers between them.
  const resumesSaved = options.persist && !options.fresh && savedFiles.every((file) => existsSync(file))
  const optionsOf = ({ id, network }: (typeof devnetChains)[number], index: number): AnvilOptions => ({
    chainId: id,
    // With a profile the port belongs to the proxy in front of the node.
    port: (options.weather ? undefined : options.ports?.[index]) ?? 0,
    blockTimeS: options.weather ? climateOf(weathers[options.weather][index]!).blockTimeMs / 1_000 : start.blockTimeS,
    historyStates: options.historyStates ?? (options.weather && weatherStates),
    loadState: resumesSaved ? savedFiles[index]! : join(stateDir, `${network}.json`),
    dumpState: options.persist ? savedFiles[index]! : undefined,
    homeDir,
  })
  const started = await Promise.allSettled(
    devnetChains.map((chain, index) => startOne(binary, optionsOf(chain, index))),
  )
  const running = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  undo.push(superviseNodes(running, binary, start.onRestart, options.onDeath))
  const failed = started.find((result) => result.status === 'rejected')
  if (failed && resumesSaved)
    throw new Error(`${failed.reason.message}\nIf the kept state is damaged, start once with --fresh.`)
  if (failed) throw failed.reason
  return running.map(({ node }) => node)
}

async function startOne(binary: string, options: AnvilOptions): Promise<Running> {
  const startedAtMs = Date.now()
  const node = await startAnvil(binary, options)
  const { loadState: stateFile, dumpState } = options
  try {
    if (!stateFile || !dumpState) return { node, options, restartedAtMs: 0 }
    const record = await recordBlocks({ ...node, stateFile, startedAtMs, keptFile: `${dumpState}.kept` })
    return { node, options, record, restartedAtMs: 0 }
  } catch (error) {
    await node.stop()
    throw error
  }
}

/** Watches the nodes. The returned function stops them. */
function superviseNodes(
  running: Running[],
  binary: string,
  onRestart: (line: string) => void,
  onDeath: NodesOptions['onDeath'],
): () => Promise<void> {
  let stopping = false
  const restarts = new Set<Promise<void>>()
  const guards = [endWithParent(running.map(({ node }) => node.pid))]
  const watch = (one: Running, index: number) => {
    void one.node.exited.then((exit) => {
      if (stopping) return
      const { chainId } = one.options
      const { pid } = one.node
      const name = devnetChains.find(({ id }) => id === chainId)!.name
      const death = { chainId, pid, line: `the node of ${name} (pid ${pid}) ${exit.how}`, ...exit }
      if (!one.record || Date.now() - one.restartedAtMs < restartMsMin) return onDeath?.(death)
      const restart = restartNode(one, one.record, binary)
        .then(
          ({ again, said }) => {
            running[index] = again
            guards.push(endWithParent([again.node.pid]))
            watch(again, index)
            if (!stopping) onRestart(`${death.line} and was started again ${said}`)
          },
          ({ message }: Error) => onDeath?.({ ...death, lastOutput: [...death.lastOutput, message] }),
        )
        .finally(() => restarts.delete(restart))
      restarts.add(restart)
    })
  }
  running.forEach(watch)
  return async () => {
    stopping = true
    await Promise.all(restarts)
    for (const callOff of guards) callOff()
    for (const { record } of running) record?.stop()
    await Promise.all(running.map(({ node }) => node.stop()))
    for (const { dumpState } of running.map(({ options }) => options))
      for (const kept of ['kept', 'kept.new', 'rebuilt']) if (dumpState) rmSync(`${dumpState}.${kept}`, { force: true })
  }
}

/** Restarts on the same port, so that clients reconnect. */
async function restartNode(
  { node, options }: Running,
  record: BlockRecord,
  binary: string,
): Promise<{ again: Running; said: string }> {
  record.stop()
  const file = `${options.dumpState}.rebuilt`
  const { block, refused } = await record.rebuild(binary, options, file)
  const port = Number(new URL(node.rpcUrl).port)
  const started = await startOne(binary, { ...options, port, loadState: file })
  // Measured after the start: on a busy machine, the start alone exceeds `restartMsMin`.
  const again = { ...started, restartedAtMs: Date.now() }
  const lost = refused > 0 ? `, without ${refused} transactions that have no signature` : ''
  return { again, said: `with the blocks up to ${block}${lost}` }
}
