/**
 * YieldGetAggregateBalances over HTTP, 25 queries over three chains, cold and warm, beside one raw multicall a chain
 * for the same balances. Every queried wallet holds a position in Aave and shares of a vault.
 *
 *   npx tsx bench/yield.ts [--rounds 60]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  maxUint256,
  multicall3Abi,
  parseAbi,
} from 'viem'
import { startApp } from '../src/app/startApp.ts'
import { devnetDefinitions } from '../src/chains/definitions/devnet/devnetDefinitions.ts'
import { configSchema } from '../src/config/config.ts'
import { startDevnet } from '../src/devnet/devnet.ts'
import { rpc } from '../src/devnet/rpc.ts'
import { createObserve } from '../src/observe/observe.ts'
import { createClient } from '../src/sdk/client.ts'

const rounds = Number(process.argv[process.argv.indexOf('--rounds') + 1]) || 60
const queriesMax = 25
const scratch = mkdtempSync(join(tmpdir(), 'causeway-bench-'))
const devnet = await startDevnet({
  dataDir: scratch,
  cacheDir: join(tmpdir(), 'causeway-devnet-cache'),
  blockTimeS: 1,
  filler: false,
  attester: false,
})
const { usdc, aave, vault } = devnet.contracts
const abi = parseAbi([
  'function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)',
  'function deposit(uint256 assets, address receiver)',
  'function convertToAssets(uint256 shares) view returns (uint256)',
  'function getAllATokens() view returns ((string symbol, address token)[])',
])
const owners = Array.from({ length: 9 }, (_, i) => `0x${(i + 1).toString(16).padStart(40, 'e')}` as Address)
const payer = devnet.accounts[0]!.address

/** Opens positions for others: both protocols allow it. */
async function fund(rpcUrl: string): Promise<void> {
  const send = (to: Address, data: Hex) =>
    rpc(rpcUrl, 'eth_sendTransactionSync', [{ from: payer, to, data, gas: '0x1e8480' }])
  for (const spender of [aave.pool, vault])
    await send(usdc, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, maxUint256] }))
  for (const owner of owners) {
    await send(aave.pool, encodeFunctionData({ abi, functionName: 'supply', args: [usdc, 1_000_000n, owner, 0] }))
    await send(vault, encodeFunctionData({ abi, functionName: 'deposit', args: [1_000_000n, owner] }))
  }
}

/** The minimum: every owner's aTokens and shares, and the shares' value. */
async function rawCall(rpcUrl: string, holders: readonly Address[]): Promise<string> {
  const data = encodeFunctionData({ abi, functionName: 'getAllATokens' })
  const answer = await rpc<Hex>(rpcUrl, 'eth_call', [{ to: aave.dataProvider, data }, 'latest'])
  const aTokens = decodeFunctionResult({ abi, functionName: 'getAllATokens', data: answer }).map(({ token }) => token)
  const balanceOf = (owner: Address) => encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
  const worth = encodeFunctionData({ abi, functionName: 'convertToAssets', args: [1_000_000n] })
  const calls = holders.flatMap((owner) => [
    ...[...aTokens, vault].map((target) => ({ target, allowFailure: true, callData: balanceOf(owner) })),
    { target: vault, allowFailure: true, callData: worth },
  ])
  return encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
}

async function timed(action: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await action()
  return performance.now() - startedMs
}
const at = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!

const undo: (() => unknown)[] = [() => rmSync(scratch, { recursive: true, force: true }), devnet.stop]
try {
  await Promise.all(devnet.chains.map(({ rpcUrl }) => fund(rpcUrl)))
  const config = configSchema.parse({
    http: { port: 0 },
    limits: { publicPerMinute: 0 },
    log: { level: 'silent' },
    chains: devnet.chains.map(({ id, rpcUrl }) => ({ id, rpcUrls: [rpcUrl] })),
    store: { folder: scratch },
    signers: { privateKeys: devnet.relayers.map(({ privateKey }) => privateKey) },
  })
  const app = await startApp({
    config,
    definitions: devnetDefinitions(),
    observe: createObserve(pino({ level: 'silent' })),
    version: 'bench',
  })
  undo.push(app.stop)
  const client = createClient({ url: app.url })
  const queries = owners
    .flatMap((address) => devnet.chains.map(({ network }) => ({ address, network })))
    .slice(0, queriesMax)
  const perChain = await Promise.all(
    devnet.chains.map(async ({ rpcUrl, network }) => {
      const holders = queries.filter((query) => query.network === network).map(({ address }) => address)
      return { rpcUrl, data: await rawCall(rpcUrl, holders) }
    }),
  )
  const to = devnet.contracts.multicall3
  const raw = () => Promise.all(perChain.map(({ rpcUrl, data }) => rpc(rpcUrl, 'eth_call', [{ to, data }, 'latest'])))
  const ask = () => client.yieldGetAggregateBalances({ queries })

  const coldMs = await timed(ask)
  const found = JSON.parse((await ask()).payload) as unknown[]
  if (found.length !== 2 * queries.length) throw new Error(`${found.length} positions instead of ${2 * queries.length}`)
  // Alternate, so that load on the machine affects both.
  const [rawMs, warmMs]: [number[], number[]] = [[], []]
  await raw()
  for (let round = 0; round < rounds; round++) {
    rawMs.push(await timed(raw))
    warmMs.push(await timed(ask))
  }
  const line = (name: string, values: number[]) => ({
    what: name,
    'p50 ms': at(values, 0.5).toFixed(1),
    'p95 ms': at(values, 0.95).toFixed(1),
    'against raw (p50)': `${(at(values, 0.5) / at(rawMs, 0.5)).toFixed(2)}x`,
  })
  console.table([
    line('one raw multicall a chain', rawMs),
    line('25 queries, warm', warmMs),
    line('25 queries, cold (first ever)', [coldMs]),
  ])
} finally {
  for (const step of undo.toReversed()) await step()
}
process.exit(0)
