// Resources of an API and a worker on one database: `npx tsx bench/capacity.ts [intents]`, default 200, over a local
// bridge. Prints memory, connections, the Postgres bytes of a quote and a settled intent, and each process's log bytes.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { encodeFunctionData, erc20Abi } from 'viem'
import { devnetAddresses as tokens } from '../src/chains/definitions/devnet/devnetAddresses.ts'
import { rpc } from '../src/devnet/rpc.ts'
import { startEmbeddedPostgres } from '../src/host/postgres/embeddedPostgres.ts'
import { createClient } from '../src/sdk/client.ts'
import { chaosConfig, type ServiceProcess, startProcess } from '../test/chaos/process.ts'
import { startTestDevnet } from '../test/devnet/setup.ts'
import { walletOf } from '../test/e2e/wallets.ts'
import { inTurns, printTable, type Row } from './engine/table.ts'

const [harbor, island] = [31337, 31338]
const count = Number(process.argv[2] ?? 200)
const payers = 8

const folder = mkdtempSync(join(tmpdir(), 'causeway-capacity-'))
chmodSync(folder, 0o755)
const devnet = await startTestDevnet({ blockTimeS: 0 })
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data') })
const database = new pg.Pool({ connectionString: postgres.url, max: 1 })
const start = (api: boolean) => {
  const config = {
    roles: { api, worker: !api },
    log: { level: 'info' as const },
    limits: { operationsPerMinute: {}, projectPerS: 0, publicPerMinute: 0 },
  }
  return startProcess(chaosConfig(devnet, postgres.url, config))
}

/** Resident memory of the process, in MB. */
function memoryMb({ pid }: ServiceProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round((Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024) / 1e6)
}

async function connections(): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    `select count(*) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  return Number(rows[0]!.count)
}

/** Bytes of all tables with their indexes, after a full vacuum. */
async function storedBytes(): Promise<number> {
  await database.query('vacuum full')
  const { rows } = await database.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(oid)) as bytes from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  return Number(rows[0]!.bytes)
}

const processes: ServiceProcess[] = []
try {
  processes.push(await start(true), await start(false))
  const [api, worker] = processes as [ServiceProcess, ServiceProcess]
  const client = createClient({ url: api.url })
  const ask = (at: number) => ({
    originChainId: harbor,
    destinationChainId: island,
    ownerAddress: devnet.accounts[at % payers]!.address,
    originTokenAddress: tokens.usdc,
    destinationTokenAddress: tokens.usdc,
    destinationToAddress: devnet.accounts[at % payers]!.address,
    originTokenAmount: 10_000_000n,
    options: { slippageTolerance: 0.05 },
  })
  const look = async () => ({
    bytes: await storedBytes(),
    apiLog: api.saidBytes(),
    workerLog: worker.saidBytes(),
    apiMb: memoryMb(api),
    workerMb: memoryMb(worker),
    connections: await connections(),
  })

  const idle = await look()
  await inTurns(count, payers, (at) => client.quoteIntent(ask(at)))
  const quoted = await look()
  await Promise.all(
    Array.from({ length: payers }, async (_, lane) => {
      const payer = devnet.accounts[lane]!
      for (let at = lane; at < count; at += payers) {
        const { intent } = await client.quoteIntent(ask(at))
        await client.commitIntent({ intent })
        const { intentId, originIntentAddress, depositTransaction } = intent
        const args = [originIntentAddress, depositTransaction.amount] as const
        const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
        const hash = await walletOf(devnet, harbor, payer).sendTransaction({ to: tokens.usdc, data })
        await client.executeIntent({ intentId, depositTransactionHash: hash })
        while (!(await client.waitIntentReceipt({ intentId })).done);
      }
    }),
  )
  // A transaction is over once final for any value; then its last log lines are written.
  for (const { rpcUrl } of devnet.chains) await rpc(rpcUrl, 'anvil_mine', ['0x100'])
  const settled = await look()

  const each = (from: number, to: number) => `${((to - from) / count / 1_000).toFixed(1)} kB`
  const rows: Row[] = [
    { what: 'memory of an API process, idle and after', measured: `${idle.apiMb} and ${settled.apiMb} MB` },
    { what: 'memory of a worker, idle and after', measured: `${idle.workerMb} and ${settled.workerMb} MB` },
    {
      what: 'connections to Postgres of both, idle and after',
      measured: `${idle.connections} and ${settled.connections}`,
    },
    { what: 'a quote in Postgres', measured: each(idle.bytes, quoted.bytes) },
    { what: 'a settled intent in Postgres, with its quote', measured: each(quoted.bytes, settled.bytes) },
    { what: 'a quote in the log', measured: each(idle.apiLog, quoted.apiLog) },
    { what: 'a settled intent in the log of the API', measured: each(quoted.apiLog, settled.apiLog) },
    { what: 'a settled intent in the log of the worker', measured: each(quoted.workerLog, settled.workerLog) },
  ]
  printTable(`${count} quotes, then ${count} intents over a bridge`, rows)
} finally {
  for (const each of processes) await each.stop()
  await database.end()
  await postgres.stop()
  await devnet.stop()
  rmSync(folder, { recursive: true, force: true })
}
