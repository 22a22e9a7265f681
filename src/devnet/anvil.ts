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
  /** Resolves when the process has exited and its output is read. */
  exited: Promise<Exit>
  /** Sends SIGTERM and waits for the exit; anvil writes `dumpState` before it ends. */
  stop(): Promise<void>
}

/** How a node ended, and its last lines of output. */
export type Exit = { how: string; lastOutput: string[] }

export type AnvilOptions = {
  chainId: number
  /** 0: any free port. */
  port: number
  /** Seconds between blocks; 0 mines every transaction at once; 'manual' mines only on `evm_mine`. */
  blockTimeS: number | 'manual'
  /** Block states that the node keeps in memory, for reads below the head. */
  historyStates?: number
  loadState?: string
  dumpState?: string
  /** HOME and cache folder of the node, so that it writes nothing into the user's. */
  homeDir: string
}

/** Last output lines kept to explain a death: enough for a panic and its first frames. */
const outputLinesKept = 12
const outputCharsKept = 4_000
const startMsMax = 120_000
const stopMsMax = 60_000
/** Block states in anvil's memory. Reads go back to `finalized`, eight blocks behind the head; 64 leaves room. */
const historyStatesDefault = 64

/** Anvil's native binary from npm, else from the PATH. Skips its launcher script: signals must reach anvil itself. */
export function findAnvil(path: string): string {
  const platform = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
  // Tries linux-amd64 on other processors too: there, a clone has a wrapper that runs it under emulation.
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
    // Own process group: Ctrl-C must not end the node before the service has drained.
    detached: true,
    env: {
      PATH: process.env.PATH,
      HOME: options.homeDir,
      XDG_CONFIG_HOME: options.homeDir,
      XDG_CACHE_HOME: options.homeDir,
    },
  })
  // `close` and not `exit`: the last output may still be in the pipe when the process has ended.
  const exited = once(child, 'close').then(([code, signal]) => ({
    how: signal ? `was ended by ${signal}` : `ended by itself with code ${code}`,
    lastOutput: output
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(-outputLinesKept),
  }))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-outputCharsKept)
    })
  const address = await waitUntilListening(child, options)
  return {
    pid: child.pid!,
    rpcUrl: `http://${address}`,
    wsUrl: `ws://${address}`,
    exited,
    stop: () => stopChild(child, exited),
  }
}

function anvilArgs(options: AnvilOptions): string[] {
  const { chainId, port, blockTimeS, loadState, dumpState, homeDir } = options
  const mining = blockTimeS === 'manual' ? ['--no-mining'] : blockTimeS > 0 ? ['--block-time', String(blockTimeS)] : []
  return [
    ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId)],
    ...[
      '--hardfork',
      'prague',
      '--slots-in-an-epoch',
      String(slotsInAnEpoch),
      '--prune-history',
      String(options.historyStates ?? historyStatesDefault),
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
    // The package is absent, or was unpacked without the package.json that `resolve` needs.
    const binary = join(import.meta.dirname, '../../node_modules', name, 'bin', 'anvil')
    return existsSync(binary) ? binary : undefined
  }
}

function waitUntilListening(child: ChildProcess, { chainId, port }: AnvilOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const fail = (why: string) => {
      child.kill('SIGKILL')
      reject(
        new Error(`anvil for chain ${chainId} ${why}${port ? ` (port ${port})` : ''}: ${output.trim().slice(-600)}`),
      )
    }
    const timer = setTimeout(() => fail(`did not listen within ${startMsMax} ms`), startMsMax)
    const onExit = (code: number | null) => fail(`ended with code ${code} before it listened`)
    child.once('error', (error) => fail(error.message))
    child.once('exit', onExit)
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const address = /Listening on (127\.0\.0\.1:\d+)/.exec(output)?.[1]
      if (!address) return
      clearTimeout(timer)
      child.off('exit', onExit)
      for (const stream of [child.stdout!, child.stderr!]) stream.off('data', read)
      resolve(address)
    }
    child.stdout!.on('data', read)
    child.stderr!.on('data', read)
  })
}

async function stopChild(child: ChildProcess, exited: Promise<Exit>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopMsMax)
  await exited
  clearTimeout(timer)
}
