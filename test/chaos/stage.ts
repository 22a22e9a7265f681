import { setTimeout as sleep } from 'node:timers/promises'
import type { ConfigInput } from '../../src/config/config.ts'
import type { Devnet } from '../../src/devnet/devnet.ts'
import { freePort } from '../../src/host/ports.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/host/postgres/embeddedPostgres.ts'
import { type FaultProxy, startFaultProxy } from '../chains/faultProxy.ts'
import { startTestDevnet } from '../devnet/setup.ts'
import { harbor } from './chains.ts'
import { type Service, startFleet, stopAll } from './cluster/fleet.ts'
import { type PostgresCluster, startPostgresCluster } from './cluster/postgresCluster.ts'
import { requirePrograms } from './cluster/programs.ts'
import { openScratchFolder } from './cluster/scratchFolder.ts'

/** Everything that faults are injected into. */
export type Stage = {
  devnet: Devnet
  /** One of Harbor's two nodes; what it is asked passes through here. */
  liar: FaultProxy
  services: readonly Service[]
  /** Where callers ask: HAProxy, or each API. */
  apiUrls: readonly string[]
  databaseUrl: string
  cluster?: PostgresCluster
  single?: SinglePostgres
  /** Ends that nobody asked a process of the service for, as they happen. */
  unasked(): string[]
  folder: string
  stop(): Promise<void>
}

export type SinglePostgres = { pid(): number; restart(): Promise<void> }

export type StageOptions = {
  isSingle: boolean
  blockTimeS: number
  engine: ConfigInput['engine']
  say(line: string): void
}

/** A block that has this many above it is relied on; reorganisations are shallower. */
export const finalityDepth = 4

/** Everything short, so that what a dead process held is soon free. */
const short = { leaseMs: 5_000, laneLeaseMs: 5_000 }
const superviseEveryMs = 1_000

export async function startStage({ isSingle, blockTimeS, engine, say }: StageOptions): Promise<Stage> {
  const undo: (() => unknown)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    const { path: folder, remove } = openScratchFolder('causeway-chaos-', say)
    undo.push(remove)
    const ports = { api: [await freePort(), await freePort()], worker: [await freePort(), await freePort()] }
    const devnet = await startTestDevnet({ blockTimeS, fillerConfirmations: finalityDepth })
    undo.push(devnet.stop)
    const liar = await startFaultProxy(devnet.chains.find(({ id }) => id === harbor)!.rpcUrl)
    undo.push(liar.stop)
    const database = isSingle ? await startSingle(folder, undo) : await startCluster(folder, ports.api, undo, say)
    say('starting two processes for callers and two for work')
    const services = await startFleet({
      folder,
      ports,
      program: 'chaos',
      env: { CHAOS_DEPTH: String(finalityDepth) },
      config: {
        log: { level: 'warn' },
        limits: { publicPerMinute: 0 },
        store: { databaseUrl: database.databaseUrl },
        chains: devnet.chains.map(({ id, rpcUrl, wsUrl }) => ({
          id,
          rpcUrls: id === harbor ? [rpcUrl, liar.url] : [rpcUrl],
          wsUrls: [wsUrl],
        })),
        signers: { privateKeys: devnet.relayers.map(({ privateKey }) => privateKey) },
        providers: { cctpAttestationUrl: devnet.attestationUrl },
        engine: { ...short, ...engine },
      },
    })
    undo.push(() => stopAll(services))
    undo.push(supervise(services))
    const urls = services.filter(({ role }) => role === 'api').map(({ url }) => url)
    return {
      ...database,
      devnet,
      liar,
      services,
      apiUrls: database.cluster ? [database.cluster.apiUrl] : urls,
      unasked: () => services.flatMap(({ name, unasked }) => unasked.map((how) => `${name} ended ${how}`)),
      folder,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

type Database = Pick<Stage, 'databaseUrl' | 'cluster' | 'single'>

async function startCluster(
  folder: string,
  apiPorts: readonly number[],
  undo: (() => unknown)[],
  say: (line: string) => void,
): Promise<Database> {
  const cluster = await startPostgresCluster({ folder, programs: requirePrograms(say), apiPorts, say })
  undo.push(cluster.stop)
  return { databaseUrl: cluster.databaseUrl, cluster }
}

async function startSingle(folder: string, undo: (() => unknown)[]): Promise<Database> {
  const port = await freePort()
  const start = (): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({ dataDir: folder, port, settings: { shared_buffers: '64MB', max_connections: '150' } })
  let postgres = await start()
  undo.push(() => postgres.stop())
  const restart = async () => {
    await postgres.stop() // the server is gone; this waits for it and lets the folder go
    postgres = await start()
  }
  return { databaseUrl: postgres.url, single: { pid: () => postgres.pid, restart } }
}

/** Starts again what ended by itself, as a supervisor would; the part remembers that it did. */
function supervise(services: readonly Service[]): () => Promise<void> {
  let isOver = false
  const seen = new Map<Service, number>()
  const watch = async () => {
    while (!isOver) {
      for (const service of services) {
        if (service.unasked.length <= (seen.get(service) ?? 0)) continue
        seen.set(service, service.unasked.length)
        await service.start().catch(() => {}) // ended again at its start: that is remembered too
      }
      await sleep(superviseEveryMs)
    }
  }
  const watching = watch()
  return () => {
    isOver = true
    return watching
  }
}
