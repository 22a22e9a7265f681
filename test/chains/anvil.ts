import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChainDefinition } from '../../src/chains/chainDefinition.ts'
import type { Hex } from '../../src/interface/fields.ts'
import { reportNodeDeath } from '../nodeDeaths.ts'
import { postJson } from '../postJson.ts'
import { countStart } from '../starts.ts'

const modules = new URL('../../node_modules/', import.meta.url).pathname
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** Accounts of the well-known test mnemonic; worthless everywhere but here. */
export const keys: Hex[] = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
]

export type TestAnvil = {
  pid: number
  exited: Promise<unknown>
  url: string
  ws: string
  rpc<T = unknown>(method: string, params?: unknown[]): Promise<T>
  mine(blocks?: number): Promise<void>
  /** Replaces the newest blocks by empty ones; transactions in them are forgotten. */
  reorg(depth: number): Promise<void>
  stop(): Promise<void>
}

/** Mines only when told unless `blockTimeS` says otherwise, so that a test decides what is in which block. */
export async function startAnvil(
  options: { chainId?: number; args?: string[]; hardfork?: string } = {},
): Promise<TestAnvil> {
  const chainId = options.chainId ?? 31337
  countStart('node')
  const home = mkdtempSync(join(tmpdir(), 'causeway-anvil-'))
  const child = spawn(
    join(modules, '@foundry-rs/anvil-linux-amd64/bin/anvil'),
    [
      ...['--host', '127.0.0.1', '--port', '0', '--chain-id', String(chainId)],
      ...[
        '--hardfork',
        options.hardfork ?? 'prague',
        '--slots-in-an-epoch',
        '4',
        '--accounts',
        '5',
        '--cache-path',
        home,
      ],
      ...(options.args ?? ['--no-mining', '--order', 'fees']),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { PATH: process.env.PATH, HOME: home } },
  )
  let isStopped = false
  let said = ''
  const exited = once(child, 'exit').then(([code, signal]) => {
    const how = signal ? `was ended by ${signal}` : `ended by itself with code ${code}`
    if (!isStopped) reportNodeDeath({ chainId, pid: child.pid!, how, lastOutput: [said.slice(-500)] })
  })
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-65_536)
      const found = /Listening on (127\.0\.0\.1:\d+)/.exec(said)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`anvil ended with ${code}: ${said.slice(-500)}`)))
  })
  const url = `http://${address}`
  let reorgs = 0
  const rpc = <T>(method: string, params: unknown[] = []) => rpcCall<T>(url, method, params)
  const artifact = join(modules, '@across-protocol/contracts/dist/evm/artifacts/Multicall3.sol/Multicall3.json')
  const { bytecode } = JSON.parse(readFileSync(artifact, 'utf8')) as { bytecode: Hex | { object: Hex } }
  const creation = typeof bytecode === 'string' ? bytecode : bytecode.object
  await rpc('anvil_setCode', [multicall3, await rpc('eth_call', [{ data: creation }, 'latest'])])
  return {
    pid: child.pid!,
    exited,
    url,
    ws: `ws://${address}`,
    rpc,
    mine: async (blocks = 1) => {
      await rpc('anvil_mine', [`0x${blocks.toString(16)}`])
    },
    reorg: async (depth) => {
      // Another producer, so that the new blocks cannot have the hashes of the old ones.
      await rpc('anvil_setCoinbase', [`0x${(++reorgs).toString(16).padStart(40, '0')}`])
      await rpc('anvil_reorg', [depth, []])
    },
    stop: async () => {
      isStopped = true
      child.kill('SIGKILL')
      await exited
      rmSync(home, { recursive: true, force: true })
    },
  }
}

export async function rpcCall<T>(url: string, method: string, params: unknown[]): Promise<T> {
  const response = await postJson(url, { jsonrpc: '2.0', id: 1, method, params })
  const { result, error } = (await response.json()) as { result: T; error?: { message: string } }
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}

export const localDefinition: ChainDefinition = {
  id: 31337,
  name: 'Local',
  network: 'local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  wrappedNative: '0x0000000000000000000000000000000000000001',
  blockTimeMs: 200,
  finality: [
    { belowUsd: 1_000, depth: 2 },
    { belowUsd: Number.POSITIVE_INFINITY, depth: 4 },
  ],
  multicall3,
  feeds: [],
}

/** A process that nobody waits for asks rarely; tests mine a block and want it seen. */
export const watchful = { idleCallsPerS: 40, pollMsMin: 50 }
