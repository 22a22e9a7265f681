import { join, resolve } from 'node:path'
import { keepLocalNodes } from '../../../src/cli/kit/localNodes.ts'
import { table } from '../../../src/cli/kit/table.ts'
import { startDevnet } from '../../../src/devnet/devnet.ts'
import { freePort } from '../../../src/host/ports.ts'
import { startFleet, stopAll } from './fleet.ts'
import { startPostgresCluster } from './postgresCluster.ts'
import { requirePrograms } from './programs.ts'
import { openScratchFolder } from './scratchFolder.ts'

/**
 * The multi-machine topology on one machine: three Postgres under Patroni with synchronous replication behind
 * HAProxy, two API processes, two workers, and three local chains. Runs until Ctrl-C, then removes everything.
 */
const say = (line: string) => void process.stdout.write(`${line}\n`)
const undo: (() => unknown)[] = []
const ending = new Promise<string>((resolveEnding) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolveEnding(signal))
})
let failure: unknown
const startedMs = Date.now()
const inSeconds = () => `${((Date.now() - startedMs) / 1_000).toFixed(0)} s`

try {
  await Promise.race([start(), ending])
  say(`stopping (${await ending})`)
} catch (error) {
  failure = error
  process.stderr.write(`cluster: ${(error as Error).message}\n`)
}
for (const step of undo.toReversed()) await step()
if (!failure) say('everything is stopped')
process.exit(failure ? 1 : 0)

async function start(): Promise<void> {
  const programs = requirePrograms(say)
  const { path: folder, remove } = openScratchFolder('causeway-cluster-', say)
  undo.push(remove)
  say('starting three Postgres, etcd, HAProxy and three local chains')
  const ports = { api: [await freePort(), await freePort()], worker: [await freePort(), await freePort()] }
  const devnet = startDevnet({ dataDir: resolve('.causeway'), onProgress: (line) => say(`  ${line}`) })
  const [cluster, chains] = await settle([startPostgresCluster({ folder, programs, apiPorts: ports.api, say }), devnet])
  // Where `causeway send` finds nodes to prove a receipt with.
  undo.push(keepLocalNodes('.causeway', chains.chains))
  say(`databases and chains are up after ${inSeconds()}; starting two processes for callers and two for work`)
  const services = await startFleet({
    folder,
    ports,
    program: 'serve',
    config: {
      store: { databaseUrl: cluster.databaseUrl, folder: join(folder, 'service') },
      chains: chains.chains.map(({ id, rpcUrl, wsUrl }) => ({ id, rpcUrls: [rpcUrl], wsUrls: [wsUrl] })),
      signers: { privateKeys: chains.relayers.map(({ privateKey }) => privateKey) },
      providers: { cctpAttestationUrl: chains.attestationUrl },
      admin: { operatorSecret: 'a-secret-for-the-local-cluster-alone' },
      limits: { publicPerMinute: 0 },
    },
  })
  undo.push(() => stopAll(services))
  const leader = await cluster.leader()
  const synchronous = await cluster.synchronous()
  const roleOf = (name: string) =>
    name === leader?.name ? 'leads' : name === synchronous?.name ? 'follows, commits wait for it' : 'follows'
  const rows = [
    ['service', 'HAProxy, to the API that is ready', cluster.apiUrl, cluster.haproxy.pid],
    ...services.map(({ role, name, url, pid }) => [
      name,
      role === 'api' ? 'answers callers' : 'carries out intents',
      url,
      pid,
    ]),
    ['database', 'HAProxy, to the Postgres that leads', cluster.databaseUrl, cluster.haproxy.pid],
    ...cluster.machines.map((one) => [
      `postgres ${one.name}`,
      roleOf(one.name),
      `127.0.0.1:${one.postgresPort}`,
      one.postmasterPid(),
    ]),
    ...cluster.machines.map((one) => [
      `patroni ${one.name}`,
      'watches it',
      `http://127.0.0.1:${one.restPort}/cluster`,
      one.patroni.pid,
    ]),
    ['etcd', 'knows who leads', '', cluster.etcd.pid],
    ...chains.chains.map(({ name, id, rpcUrl, pid }) => [`chain ${id}`, name, rpcUrl, pid]),
  ].map((cells) => cells.map(String))
  const columns = ['part', 'what it does', 'where', 'pid'].map((title, at) => ({
    title,
    value: (row: string[]) => row[at]!,
  }))
  say(`\n${table(rows, columns)}\n`)
  say(`  try    CAUSEWAY_URL=${cluster.apiUrl} npx causeway send 100 USDC@harbor USDC@island --account 1 --yes`)
  say(
    `  break  kill -9 ${leader?.postmasterPid()} ${leader?.patroni.pid}   (the machine that leads is gone; another leads within 25 s)`,
  )
  say(`  logs   ${folder}\n`)
  say(`ready after ${inSeconds()}; Ctrl-C stops everything`)

  /** Both, or the one that came up is stopped when the other did not. */
  async function settle(both: [ReturnType<typeof startPostgresCluster>, ReturnType<typeof startDevnet>]) {
    for (const one of both) one.then(({ stop }) => undo.push(stop)).catch(() => {})
    const [first, second] = await Promise.allSettled(both)
    if (first.status === 'rejected') throw first.reason
    if (second.status === 'rejected') throw second.reason
    return [first.value, second.value] as const
  }
}
