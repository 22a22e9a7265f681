import type { ChildProcess } from 'node:child_process'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { blockGasLimit, slotsInAnEpoch } from '../chains/definitions/devnet/facts.ts'
import { devnetMnemonic, keyCount } from '../chains/definitions/devnet/keys.ts'

export type Anvil = {
  pid: number
  rpcUrl: string
  wsUrl: string
  /** Settles when the process is gone, whoever ended it. */
  exited: Promise<void>
  /** Ends it and waits; a state file that was asked for is written before. */
  stop(): Promise<void>
}

export type AnvilOptions = {
  chainId: number
  /** 0: any free port. */
  port: number
  /** Seconds between blocks; 0 mines every transaction at once; 'manual' mines when told. */
  blockTimeS: number | 'manual'
  loadState?: string
  dumpState?: string
  /** Where the node keeps what it wants to write, instead of the user's home folder. */
  homeDir: string
}

const startMsMax = 30_000
const stopMsMax = 20_000
/** States kept for reads at the finality tags, which trail the head by eight blocks. */
const historyStates = 64

/** The package's native binary, then the PATH; the launcher script is passed over so that the pid is anvil's own. */
export function findAnvil(path: string): string {
  const platform = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
  // linux-amd64 also where the processor is another: preparing the clone lays a wrapper there that emulates it.
  for (const name of [platform, 'linux-amd64']) {
    const binary = packagedBinary(`@foundry-rs/anvil-${name}`)
    if (binary) return binary
  }
  const onPath = path
    .split(delimiter)
    .map((folder) => join(folder, 'anvil'))
    .find((file) => existsSync(file))
  if (onPath) return onPath
  throw new Error(
    `No anvil for ${platform}. In a clone, "npm start" brings one for Linux; elsewhere install Foundry and put anvil on the PATH.`,
  )
}

export function anvilVersion(binary: string): string {
  return execFileSync(binary, ['--version'], { encoding: 'utf8' }).trim()
}

export async function startAnvil(binary: string, options: AnvilOptions): Promise<Anvil> {
  mkdirSync(options.homeDir, { recursive: true })
  const child = spawn(binary, anvilArgs(options), {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own: Ctrl-C in a terminal must let the service drain before its chains go.
    detached: true,
    env: {
      PATH: process.env.PATH,
      HOME: options.homeDir,
      XDG_CONFIG_HOME: options.homeDir,
      XDG_CACHE_HOME: options.homeDir,
    },
  })
  const exited = once(child, 'exit').then(() => undefined)
  const address = await listening(child, options)
  return {
    pid: child.pid!,
    rpcUrl: `http://${address}`,
    wsUrl: `ws://${address}`,
    exited,
    stop: () => stopChild(child, exited),
  }
}

function anvilArgs({ chainId, port, blockTimeS, loadState, dumpState, homeDir }: AnvilOptions): string[] {
  const mining = blockTimeS === 'manual' ? ['--no-mining'] : blockTimeS > 0 ? ['--block-time', String(blockTimeS)] : []
  return [
    ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId)],
    ...[
      '--hardfork',
      'prague',
      '--slots-in-an-epoch',
      String(slotsInAnEpoch),
      '--prune-history',
      String(historyStates),
    ],
    ...['--mnemonic', devnetMnemonic, '--accounts', String(keyCount), '--order', 'fifo'],
    ...['--gas-limit', String(blockGasLimit), '--cache-path', homeDir],
    ...mining,
    ...(loadState ? ['--load-state', loadState] : []),
    ...(dumpState ? ['--dump-state', dumpState] : []),
  ]
}

function packagedBinary(name: string): string | undefined {
  try {
    const binary = join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'bin', 'anvil')
    return existsSync(binary) ? binary : undefined
  } catch {
    // A package laid without its package.json, or none at all.
    const binary = join(import.meta.dirname, '../../node_modules', name, 'bin', 'anvil')
    return existsSync(binary) ? binary : undefined
  }
}

function listening(child: ChildProcess, { chainId, port }: AnvilOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const fail = (why: string) => {
      child.kill('SIGKILL')
      reject(new Error(`anvil for chain ${chainId} ${why}${port ? ` (port ${port})` : ''}: ${said.trim().slice(-600)}`))
    }
    const timer = setTimeout(() => fail(`did not listen within ${startMsMax} ms`), startMsMax)
    const onExit = (code: number | null) => fail(`ended with code ${code} before it listened`)
    child.once('error', (error) => fail(error.message))
    child.once('exit', onExit)
    const read = (chunk: Buffer) => {
      said += chunk.toString()
      const address = /Listening on (127\.0\.0\.1:\d+)/.exec(said)?.[1]
      if (!address) return
      clearTimeout(timer)
      child.off('exit', onExit)
      // The node prints every request; drain it, so that its pipe never fills, and keep none of it.
      for (const stream of [child.stdout!, child.stderr!]) stream.removeAllListeners('data').resume()
      resolve(address)
    }
    child.stdout!.on('data', read)
    child.stderr!.on('data', read)
  })
}

async function stopChild(child: ChildProcess, exited: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopMsMax)
  await exited
  clearTimeout(timer)
}
