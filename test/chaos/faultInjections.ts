import { execFileSync } from 'node:child_process'
import { rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Hex } from 'viem'
import { rpc } from '../../src/devnet/rpc.ts'
import type { Random } from '../../src/host/random.ts'
import type { Fault, ProxiedCall } from '../chains/faultProxy.ts'
import type { FaultKind } from '../sim/weather.ts'
import { type PostgresMachine, query, signal } from './cluster/postgresCluster.ts'
import { finalityDepth, type Stage } from './stage.ts'

/** Breaks one thing, and knows how to mend it. */
export type FaultInjection = {
  name: string
  /** What the simulation calls it. */
  fault: FaultKind
  does: string
  healed: string
  /** What it needs to be there. */
  needs?: 'cluster' | 'single' | 'disk'
  /** How long it is left broken. */
  lastsMs: number
  /** Whether the service must recover while it is still broken; otherwise soon after it is mended. */
  isSurvived: boolean
  /** Breaks it; returns how to mend it. */
  strike(stage: Stage, random: Random): Promise<Struck>
}

export type Struck = { who: string; heal(): Promise<unknown> }

const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random.next() * list.length)]!
const unmended = async () => {}

async function requireLeader({ cluster }: Stage): Promise<PostgresMachine> {
  const leader = await cluster!.leader()
  if (!leader) throw new Error('nobody leads')
  return leader
}

async function losePower(machine: PostgresMachine): Promise<Struck> {
  const pids = machine.pids()
  await machine.patroni.kill()
  signal(pids, 'SIGKILL')
  return { who: machine.name, heal: machine.patroni.start }
}

/** Like a virtual machine being migrated: nothing answers, then everything continues. */
async function freeze(who: string, pids: readonly number[]): Promise<Struck> {
  signal(pids, 'SIGSTOP')
  return { who, heal: async () => signal(pids, 'SIGCONT') }
}

const servicesOf = ({ services }: Stage, role: 'api' | 'worker') => services.filter((one) => one.role === role)

async function killService(stage: Stage, role: 'api' | 'worker', random: Random): Promise<Struck> {
  const victim = pick(servicesOf(stage, role), random)
  await victim.kill()
  return { who: victim.name, heal: victim.start }
}

async function lie(stage: Stage, fault: (call: ProxiedCall) => Fault | undefined): Promise<Struck> {
  stage.liar.fault = fault
  const heal = async () => {
    stage.liar.fault = undefined
  }
  return { who: "one of Harbor's two nodes", heal }
}

const times = (factor: bigint) => (hex: Hex) => `0x${(BigInt(hex) * factor).toString(16)}`

const dearer = ({ method }: ProxiedCall): Fault | undefined => {
  if (method === 'eth_gasPrice' || method === 'eth_maxPriorityFeePerGas')
    return { is: 'rewrite', with: (result) => times(1_000n)(result as Hex) }
  if (method !== 'eth_feeHistory') return undefined
  return {
    is: 'rewrite',
    with: (result) => {
      const { baseFeePerGas, ...rest } = result as { baseFeePerGas: Hex[] }
      return { ...rest, baseFeePerGas: baseFeePerGas.map(times(1_000n)) }
    },
  }
}

const nonceAhead = ({ method }: ProxiedCall): Fault | undefined =>
  method === 'eth_getTransactionCount'
    ? { is: 'rewrite', with: (result) => `0x${(Number(result) + 7).toString(16)}` }
    : undefined

const isSend = ({ method }: ProxiedCall): boolean => method === 'eth_sendRawTransaction'

/** The newest block stays the one of now. */
async function standStill(stage: Stage): Promise<Struck> {
  const { rpcUrl } = stage.devnet.chains[0]!
  const result = await rpc(rpcUrl, 'eth_getBlockByNumber', ['latest', false])
  return lie(stage, ({ method, params }) =>
    method === 'eth_getBlockByNumber' && params[0] === 'latest' ? { is: 'answer', result } : undefined,
  )
}

let replaced = 0

/** Replaces the newest blocks by empty ones. Pauses mining: a node that does both at once can lose a height. */
async function reorganise(stage: Stage, random: Random): Promise<Struck> {
  const { name, rpcUrl } = pick(stage.devnet.chains.slice(0, 2), random)
  const depth = 1 + Math.floor(random.next() * (finalityDepth - 1))
  await rpc(rpcUrl, 'evm_setIntervalMining', [0])
  // One more than the block it may be at.
  await rpc(rpcUrl, 'evm_mine')
  await rpc(rpcUrl, 'anvil_setCoinbase', [`0x${(++replaced).toString(16).padStart(40, '0')}`])
  await rpc(rpcUrl, 'anvil_reorg', [depth, []])
  await rpc(rpcUrl, 'evm_setIntervalMining', [1])
  return { who: `${depth} of ${name}`, heal: unmended }
}

const spikeWei = 80_000_000_000n

/** How long it stays broken, and whether the service recovers meanwhile. */
const survived = (lastsMs: number) => ({ lastsMs, isSurvived: true })
const mended = (lastsMs: number) => ({ lastsMs, isSurvived: false })

export const faultInjections: readonly FaultInjection[] = [
  {
    name: 'leader machine',
    fault: 'storeLost',
    does: 'kills Patroni and every process of the leading Postgres, as a loss of power',
    healed: 'another leads; the machine is started again and follows',
    needs: 'cluster',
    ...survived(20_000),
    strike: async (stage) => losePower(await requireLeader(stage)),
  },
  {
    name: 'frozen leader',
    fault: 'storeLate',
    does: 'stops every process of the leader for longer than its term, then resumes them',
    healed: 'another leads; the old one wakes and follows',
    needs: 'cluster',
    ...survived(28_000),
    strike: async (stage) => {
      const leader = await requireLeader(stage)
      return freeze(leader.name, leader.pids())
    },
  },
  {
    name: 'postmaster',
    fault: 'storeLost',
    does: 'kills the leading server',
    healed: 'Patroni starts it again, or another leads',
    needs: 'cluster',
    ...survived(0),
    strike: async (stage) => {
      const leader = await requireLeader(stage)
      signal([leader.postmasterPid() ?? 0].filter(Boolean), 'SIGKILL')
      return { who: leader.name, heal: unmended }
    },
  },
  {
    name: 'switchover',
    fault: 'storeRefused',
    does: 'hands the lead to another machine, as for maintenance',
    healed: 'by itself',
    needs: 'cluster',
    ...survived(0),
    strike: async (stage) => {
      const leader = await requireLeader(stage)
      const body = JSON.stringify({ leader: leader.name })
      const headers = { 'content-type': 'application/json' }
      await fetch(`http://127.0.0.1:${leader.restPort}/switchover`, { method: 'POST', body, headers })
      return { who: leader.name, heal: unmended }
    },
  },
  {
    name: 'synchronous standby',
    fault: 'storeLate',
    does: 'kills the standby that every commit waits for',
    healed: 'the third one takes its place; the machine is started again',
    needs: 'cluster',
    ...survived(12_000),
    strike: async (stage) => losePower((await stage.cluster!.synchronous()) ?? stage.cluster!.machines[0]!),
  },
  {
    name: 'etcd',
    fault: 'storeRefused',
    does: 'kills etcd, which stores the leader',
    healed: 'started again after 4 s; a leader that cannot renew its term for 5 s steps down until then',
    needs: 'cluster',
    ...mended(4_000),
    strike: async ({ cluster }) => {
      await cluster!.etcd.kill()
      return { who: 'etcd', heal: cluster!.etcd.start }
    },
  },
  {
    name: 'HAProxy',
    fault: 'storeRefused',
    does: 'kills the proxy between callers and APIs, and between the service and its database',
    healed: 'started again after 3 s',
    needs: 'cluster',
    ...mended(3_000),
    strike: async ({ cluster }) => {
      await cluster!.haproxy.kill()
      return { who: 'HAProxy', heal: cluster!.haproxy.start }
    },
  },
  {
    name: 'full disk',
    fault: 'storeRefused',
    does: 'fills the disk of the leading Postgres, the log included',
    healed: 'the file is deleted after 8 s',
    needs: 'disk',
    ...mended(8_000),
    strike: async (stage) => {
      const { name, folder } = await requireLeader(stage)
      const file = join(folder, 'fill')
      const { bavail, bsize } = statfsSync(folder)
      execFileSync('fallocate', ['-l', String(bavail * bsize), file])
      return { who: name, heal: async () => rmSync(file, { force: true }) }
    },
  },
  {
    name: 'crashed Postgres',
    fault: 'storeLost',
    does: 'ends the server in immediate mode, as by a loss of power',
    healed: 'started again; it replays its log',
    needs: 'single',
    ...mended(1_000),
    strike: async ({ single }) => {
      signal([single!.pid()], 'SIGQUIT')
      return { who: 'postgres', heal: single!.restart }
    },
  },
  {
    name: 'cut connections',
    fault: 'storeLost',
    does: 'ends every connection of the service in its database',
    healed: 'by itself',
    ...survived(0),
    strike: async ({ databaseUrl }) => {
      const cut = `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'causeway %' and pid <> pg_backend_pid()`
      const ended = await query(databaseUrl, cut)
      return { who: `${ended.length} of them`, heal: unmended }
    },
  },
  {
    name: 'open snapshot',
    fault: 'notesLost',
    does: 'holds a transaction with an old snapshot open',
    healed: 'closed after 15 s',
    ...survived(15_000),
    strike: async ({ databaseUrl }) => {
      const client = new pg.Client({ connectionString: databaseUrl })
      client.on('error', () => {}) // the next fault may cut it
      await client.connect()
      await client.query('begin isolation level repeatable read')
      await client.query('select txid_current(), count(*) from intents')
      return { who: 'a transaction', heal: () => client.end().catch(() => {}) }
    },
  },
  {
    name: 'worker',
    fault: 'crash',
    does: 'kills a worker process',
    healed: 'started again after 2 s',
    ...mended(2_000),
    strike: (stage, random) => killService(stage, 'worker', random),
  },
  {
    name: 'API',
    fault: 'crash',
    does: 'kills an API process',
    healed: 'started again after 2 s',
    ...mended(2_000),
    strike: (stage, random) => killService(stage, 'api', random),
  },
  {
    name: 'frozen worker',
    fault: 'pause',
    does: 'stops a worker for longer than its leases, then resumes it',
    healed: 'goes on after 12 s',
    ...mended(12_000),
    strike: async (stage, random) => {
      const victim = pick(servicesOf(stage, 'worker'), random)
      return freeze(victim.name, [victim.pid])
    },
  },
  {
    name: 'wrong clock',
    fault: 'skew',
    does: 'puts the clock of a worker five minutes ahead',
    healed: 'right again after 12 s',
    ...mended(12_000),
    strike: async (stage, random) => {
      const victim = pick(servicesOf(stage, 'worker'), random)
      signal([victim.pid], 'SIGUSR2')
      return { who: victim.name, heal: async () => signal([victim.pid], 'SIGUSR2') }
    },
  },
  {
    name: 'stopped node',
    fault: 'nodeDown',
    does: 'stops the only node of Island, or both of Harbor',
    healed: 'goes on after 8 s',
    ...mended(8_000),
    strike: async ({ devnet }, random) => {
      const { name, pid } = pick(devnet.chains.slice(0, 2), random)
      return freeze(name, [pid])
    },
  },
  {
    name: 'reorganisation',
    fault: 'reorg',
    does: `replaces up to ${finalityDepth - 1} of the newest blocks by empty ones; what was in them is gone`,
    healed: 'the sender sends again',
    ...survived(0),
    strike: reorganise,
  },
  {
    name: 'lost mempool',
    fault: 'reorg',
    does: 'drops every unmined transaction, on every chain',
    healed: 'the sender sends again',
    ...survived(0),
    strike: async ({ devnet }) => {
      for (const { rpcUrl } of devnet.chains) await rpc(rpcUrl, 'anvil_dropAllTransactions', [])
      return { who: 'all chains', heal: unmended }
    },
  },
  {
    name: 'fee spike',
    fault: 'feeSpike',
    does: 'multiplies the gas price by eighty from one block to the next',
    healed: 'falls by an eighth a block, as empty blocks do',
    ...mended(6_000),
    strike: async ({ devnet }, random) => {
      const { name, rpcUrl } = pick(devnet.chains.slice(0, 2), random)
      await rpc(rpcUrl, 'anvil_setNextBlockBaseFeePerGas', [`0x${spikeWei.toString(16)}`])
      return { who: name, heal: unmended }
    },
  },
  {
    name: 'lie about fees',
    fault: 'nodeLies',
    does: 'one node of two says that gas costs a thousand times what it does',
    healed: 'it stops after 8 s',
    ...survived(8_000),
    strike: (stage) => lie(stage, dearer),
  },
  {
    name: 'lie about nonces',
    fault: 'nodeLies',
    does: 'one node of two says that seven transactions more were sent',
    healed: 'it stops after 8 s',
    ...survived(8_000),
    strike: (stage) => lie(stage, nonceAhead),
  },
  {
    name: 'lost replies',
    fault: 'broadcastLost',
    does: 'one node of two accepts transactions, and its replies are lost',
    healed: 'it answers again after 8 s',
    ...survived(8_000),
    strike: (stage) => lie(stage, (call) => (isSend(call) ? { is: 'loseReply' } : undefined)),
  },
  {
    name: 'refused fees',
    fault: 'stuck',
    does: 'one node of two refuses every transaction as an underpriced replacement',
    healed: 'it stops after 8 s',
    ...survived(8_000),
    strike: (stage) =>
      lie(stage, (call) =>
        isSend(call) ? { is: 'error', message: 'replacement transaction underpriced' } : undefined,
      ),
  },
  {
    name: 'silent node',
    fault: 'nodeTimeout',
    does: 'one node of two answers nothing about receipts, transactions and logs',
    healed: 'it answers again after 8 s',
    ...mended(8_000),
    strike: (stage) =>
      lie(stage, (call) => (isSend(call) || /Receipt|getLogs/.test(call.method) ? { is: 'hang' } : undefined)),
  },
  {
    name: 'old head',
    fault: 'nodeLag',
    does: 'the newest block of one node of two stays the same',
    healed: 'it reports new ones after 8 s',
    ...mended(8_000),
    strike: standStill,
  },
]

/** Those that can act here. */
export const faultInjectionsFor = ({ cluster, single }: Stage): FaultInjection[] =>
  faultInjections.filter(({ needs }) => {
    if (needs === 'single') return single !== undefined
    if (needs === 'disk') return cluster?.machines.every(({ hasOwnDisk }) => hasOwnDisk) ?? false
    return needs !== 'cluster' || cluster !== undefined
  })
