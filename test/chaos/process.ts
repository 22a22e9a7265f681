import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { ConfigInput } from '../../src/config/config.ts'
import type { Devnet } from '../../src/devnet/devnet.ts'
import { builtService } from './builtService.ts'

export type ServiceProcess = {
  url: string
  pid: number
  /** Resolves when the process is gone, however it went. */
  gone: Promise<void>
  /** The newest of what it wrote to its log. */
  said(): string
  /** How much it wrote to its log. */
  saidBytes(): number
  /** As a machine that loses power. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** Everything short, so that what a dead process held is soon free. */
const short = { leaseMs: 2_500, laneLeaseMs: 2_500 }

export function chaosConfig(devnet: Devnet, databaseUrl: string, more: ConfigInput = {}): ConfigInput {
  return {
    http: { port: 0 },
    limits: { publicPerMinute: 0 },
    log: { level: 'warn' },
    chains: devnet.chains.map(({ id, rpcUrl, wsUrl }) => ({ id, rpcUrls: [rpcUrl], wsUrls: [wsUrl] })),
    store: { databaseUrl },
    signers: { privateKeys: devnet.relayers.map(({ privateKey }) => privateKey) },
    providers: { cctpAttestationUrl: devnet.attestationUrl },
    ...more,
    engine: { ...short, ...more.engine },
  }
}

/** Pieces of the log, each a line or a few. */
const linesKept = 20

/** Starts the service in a process of its own and waits until it answers. */
export async function startProcess(
  config: ConfigInput,
  dieAt?: string,
  /** That of another version, if not this one's. */
  script?: string,
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, script ? ['--import', 'tsx', script] : [await builtService()], {
    env: { ...process.env, CHAOS_CONFIG: JSON.stringify(config), ...(dieAt && { CHAOS_DIE_AT: dieAt }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const errors: string[] = []
  let bytes = 0
  child.stderr.on('data', (chunk: Buffer) => {
    errors.push(String(chunk))
    bytes += chunk.length
  })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await readyUrl(child, gone, errors)
  return {
    url,
    pid: child.pid ?? 0,
    gone,
    said: () => errors.slice(-linesKept).join(''),
    saidBytes: () => bytes,
    kill: () => end(child, gone, 'SIGKILL'),
    stop: () => end(child, gone, 'SIGTERM'),
  }
}

/** The address it says it is ready at; empty if it died on purpose before that. */
async function readyUrl(child: ChildProcess, gone: Promise<void>, errors: string[]): Promise<string> {
  const lines = createInterface({ input: child.stdout! })
  const ready = new Promise<string>((resolve) => {
    lines.on('line', (line) => line.startsWith('ready ') && resolve(line.slice('ready '.length)))
  })
  const ended = gone.then(() => {
    if (child.signalCode === 'SIGKILL') return ''
    throw new Error(`the service did not start: ${errors.join('').slice(0, 2_000)}`)
  })
  return Promise.race([ready, ended])
}

async function end(child: ChildProcess, gone: Promise<void>, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal)
  await gone
}
