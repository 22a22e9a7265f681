import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Hex } from 'viem'
import { zeroAddress } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startDevnet } from '../../src/devnet/devnet.ts'
import { type NodeReceipt, rpc } from '../../src/devnet/rpc.ts'
import { testCacheDir } from './setup.ts'

/** Each test starts several devnets, and where the node is emulated a start takes seconds of both cores. */

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'causeway-devnet-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const stranger = '0x00000000000000000000000000000000000fa0ce'
const head = (rpcUrl: string, tag: string) =>
  rpc<{ number: Hex; timestamp: Hex }>(rpcUrl, 'eth_getBlockByNumber', [tag, false])

test('blocks come by themselves, and what happened outlives a stop', async () => {
  const options = { dataDir, cacheDir: testCacheDir, persist: true }
  const first = await startDevnet(options)
  await expect(startDevnet(options)).rejects.toThrow(`(pid ${process.pid})`)
  const hash = await first.faucet(31338, zeroAddress, stranger, 7n)
  const { blockNumber } = await rpc<{ blockNumber: Hex }>(first.chains[1]!.rpcUrl, 'eth_getTransactionReceipt', [hash])
  await first.stop()
  for (const { pid } of first.chains) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  expect(existsSync(join(dataDir, 'devnet.lock'))).toBe(false)

  const second = await startDevnet(options)
  const { rpcUrl } = second.chains[1]!
  expect(BigInt(await rpc<Hex>(rpcUrl, 'eth_getBalance', [stranger, 'latest']))).toBe(7n)
  expect(await rpc(rpcUrl, 'eth_getTransactionReceipt', [hash])).toMatchObject({ blockNumber, status: '0x1' })
  // The faucet resolves when its transfer is mined, and here only the block time mines: after this the head has moved.
  await second.faucet(31338, zeroAddress, stranger, 1n)
  await rpc(rpcUrl, 'evm_setIntervalMining', [0])
  const [latest, safe] = [await head(rpcUrl, 'latest'), await head(rpcUrl, 'safe')]
  expect(Number(latest.number)).toBeGreaterThan(Number(blockNumber))
  expect(Number(latest.number) - Number(safe.number)).toBe(4)
  expect(Math.abs(Number(latest.timestamp) - Date.now() / 1000)).toBeLessThan(300)
  await second.stop()
  expect(readdirSync(dataDir)).toEqual(['devnet'])

  const fresh = await startDevnet({ ...options, fresh: true })
  expect(await rpc(fresh.chains[1]!.rpcUrl, 'eth_getBalance', [stranger, 'latest'])).toBe('0x0')
  await fresh.stop()
})

/** Starts the command and returns it with the nodes it started, once it has printed where they are. */
async function startCommand() {
  const main = join(import.meta.dirname, '../../src/cli/main.ts')
  const args = [
    '--import',
    'tsx',
    main,
    'devnet',
    '--data-dir',
    dataDir,
    '--cache-dir',
    testCacheDir,
    '--port-base',
    '0',
  ]
  const command = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const lines = createInterface(command.stdout)[Symbol.asyncIterator]()
  const line = async (wanted: RegExp): Promise<string> => {
    for (let next = await lines.next(); !next.done; next = await lines.next())
      if (wanted.test(next.value)) return next.value
    throw new Error(`no line ${wanted}: ${err}`)
  }
  let err = ''
  command.stderr.on('data', (chunk) => {
    err += chunk
  })
  await line(/^Ctrl-C/)
  return { command, pids: nodePids(), stderr: () => err, line }
}

const nodePids = () =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isNodeOf(pid))
const islandPid = () =>
  nodePids().find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('\0--chain-id\x0031338\0'))!

function isNodeOf(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(join(dataDir, 'devnet', 'home'))
  } catch {
    return false
  }
}

/** Settles when a process that is not our child is gone. */
async function gone(pid: number): Promise<void> {
  await once(spawn('tail', [`--pid=${pid}`, '-f', '/dev/null']), 'exit')
}

test.each(['SIGINT', 'SIGKILL'] as const)('the command takes its nodes with it on %s', async (signal) => {
  const { command, pids } = await startCommand()
  expect(pids).toHaveLength(3)
  const exited = once(command, 'exit')
  command.kill(signal)
  await exited
  await Promise.all(pids.map(gone))
  if (signal !== 'SIGKILL') expect(existsSync(join(dataDir, 'devnet.lock'))).toBe(false)
})

test('a node that dies is started again with all its blocks; dead again at once, it ends the command and says why', async () => {
  const { command, pids, stderr, line } = await startCommand()
  const rpcUrl = readFileSync(join(dataDir, 'local-nodes'), 'utf8').match(/31338=(.*)/)![1]!
  const [from] = await rpc<Hex[]>(rpcUrl, 'eth_accounts')
  const transfer = { from, to: stranger, value: '0x7' }
  const { blockNumber, transactionHash } = await rpc<NodeReceipt>(rpcUrl, 'eth_sendTransactionSync', [transfer])
  const before = await head(rpcUrl, blockNumber)
  // So many that its state is kept meanwhile.
  await rpc(rpcUrl, 'anvil_mine', ['0x80'])
  const kept = () => readdirSync(dataDir, { recursive: true }).some((file) => String(file).endsWith('island.json.kept'))
  await expect.poll(kept).toBe(true)
  const first = islandPid()
  process.kill(first, 'SIGKILL')
  const said = await line(/^ {2}the node of Island/)
  expect(said).toMatch(
    `  the node of Island (pid ${first}) was ended by SIGKILL and was started again with the blocks up to `,
  )
  expect(Number(said.match(/up to (\d+)$/)![1])).toBeGreaterThan(Number(blockNumber))
  expect(await rpc(rpcUrl, 'eth_getTransactionReceipt', [transactionHash])).toMatchObject({
    blockNumber,
    status: '0x1',
  })
  expect((await head(rpcUrl, blockNumber)).timestamp).toBe(before.timestamp)

  const closed = once(command, 'close')
  const island = islandPid()
  process.kill(island, 'SIGKILL')
  expect(await closed).toEqual([1, null])
  expect(stderr()).toContain(`causeway: the node of Island (pid ${island}) was ended by SIGKILL\n`)
  // Anvil prints every call that it is sent.
  expect(stderr()).toMatch(/the node that died printed last:\n( {2}.*\n)* {2}eth_\w+\n/)
  await Promise.all(pids.map(gone))
})
