import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Abi, type Address, erc20Abi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devnetDefinitions } from '../../src/chains/definitions/devnet/devnetDefinitions.ts'
import { createClient, ownChainFrom, runIntent } from '../../src/sdk/client.ts'
import { ownTokens } from '../../src/tokens/ownTokens.ts'
import { chaosConfig } from '../chaos/process.ts'
import { compileSolidity } from '../compileSolidity.ts'
import { readBlocks } from '../docs/readMarkdown.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { useFolder, useForAll } from '../useParts.ts'
import { balance, devnetForOwnApp, fromTo, harbor, island, tokens, walletOf } from './setup.ts'

const root = join(import.meta.dirname, '..', '..')
const tradeCall = 'trade(address tokenIn, uint256 amountIn, address to)'
const exchangeCall = 'exchange(address tokenIn, uint256 amountIn, address to)'

const database = useForAll(freshDatabase)
const devnet = useForAll(devnetForOwnApp)
const folder = useFolder()
let pool: Address
let par: Address
let service: ChildProcess | undefined

beforeAll(async () => {
  pool = await deployPool()
  par = await deployPar()
  const blocks = readBlocks(readFileSync(join(root, 'docs/guides/add-a-provider.md'), 'utf8'))
  for (const file of ['tide.mjs', 'par.mjs'])
    writeFileSync(join(folder, file), blocks.find(({ mark }) => mark?.value === file)!.text)
})
afterAll(() => stop())

/** Compiles and deploys one contract of a file beside this one. */
async function deploy(name: string, args: readonly unknown[]): Promise<{ address: Address; abi: Abi }> {
  const { abi, bytecode } = compileSolidity(new URL(`${name}.sol`, import.meta.url))[name]!
  const owner = walletOf(devnet, harbor, devnet.accounts[9]!)
  const hash = await owner.deployContract({ abi, bytecode, args })
  const { contractAddress } = await owner.waitForTransactionReceipt({ hash })
  return { address: contractAddress!, abi }
}

/** A pool with so much in it that a trade hardly moves its price, which is the market's. */
async function deployPool(): Promise<Address> {
  const { address, abi } = await deploy('TidePool', [tokens.weth, tokens.usdc])
  const owner = walletOf(devnet, harbor, devnet.accounts[9]!)
  const wrapped = await owner.sendTransaction({ to: tokens.weth, value: 100n * 10n ** 18n })
  await owner.waitForTransactionReceipt({ hash: wrapped })
  const args = [address, 100n * 10n ** 18n] as const
  const sent = await owner.writeContract({ address: tokens.weth, abi: erc20Abi, functionName: 'transfer', args })
  await owner.waitForTransactionReceipt({ hash: sent })
  await devnet.faucet(harbor, tokens.usdc, address, 300_000n * 10n ** 6n)
  const filled = await owner.writeContract({ address, abi, functionName: 'fill' })
  await owner.waitForTransactionReceipt({ hash: filled })
  return address
}

/** A million DAI for a million USDC, one for one: USDC has 6 decimals and the lower address, DAI 18. */
async function deployPar(): Promise<Address> {
  const { address } = await deploy('ParSwap', [tokens.usdc, tokens.dai, 10n ** 30n])
  await devnet.faucet(harbor, tokens.usdc, address, 1_000_000n * 10n ** 6n)
  await devnet.faucet(harbor, tokens.dai, address, 1_000_000n * 10n ** 18n)
  return address
}

/** Harbor as a file, as an operator would have written it. */
function chainFile(more: object): string {
  const definition = devnetDefinitions().find(({ id }) => id === harbor)!
  const finality = definition.finality.map(({ belowUsd, depth }) =>
    Number.isFinite(belowUsd) ? { belowUsd, depth } : { depth },
  )
  const listed = ownTokens().filter(({ chainId }) => chainId === harbor)
  const rows = listed.map(({ address, name, symbol, decimals, supportsBridging }) => ({
    address,
    name,
    symbol,
    decimals,
    supportsBridging,
  }))
  return JSON.stringify({ ...definition, ...more, finality, tokens: rows })
}

/** Its address once it is ready, or what it said when it ended. */
async function start(module: string): Promise<{ url?: string; said: string }> {
  await stop() // one that a failed test left behind
  const config = chaosConfig(devnet, database.url)
  const chains = config.chains!.map((chain) => (chain.id === harbor ? { ...chain, file: 'harbor.json' } : chain))
  writeFileSync(
    join(folder, 'causeway.config.json'),
    JSON.stringify({ ...config, chains, providers: { ...config.providers, modules: [module] } }),
  )
  const loader = join(root, 'node_modules/tsx/dist/loader.mjs')
  const child = spawn(process.execPath, ['--import', loader, join(root, 'src/cli/main.ts'), 'serve'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  service = child
  let said = ''
  const ready = new Promise<string | undefined>((resolve) => {
    const hear = (chunk: Buffer) => {
      said += chunk
      const found = /^ready (\S+)/m.exec(said)
      if (found) resolve(found[1])
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('close', () => resolve(undefined))
  })
  return { url: await ready, said }
}

async function stop(): Promise<void> {
  if (!service || service.exitCode !== null) return
  const ended = once(service, 'exit')
  service.kill('SIGTERM')
  await ended
}

test('a kind of pool that the configuration names is routed through, and read by a client that has the same file', async () => {
  const contracts = { contracts: { TIDE: { wethUsdc: pool } } }
  const text = chainFile({ ...contracts, swaps: [{ contract: pool, function: tradeCall, receiver: 'to' }] })
  writeFileSync(join(folder, 'harbor.json'), text)
  const { url, said } = await start('tide.mjs')
  expect(url, said).toBeDefined()
  const client = createClient({ url: url! })
  const user = devnet.accounts[1]!
  const run = {
    client,
    wallet: walletOf(devnet, harbor, user),
    request: {
      ...fromTo([harbor, '0x0000000000000000000000000000000000000000', 10n ** 17n], [island, tokens.usdc]),
      // Not across as ether and swapped there: the pool is here.
      options: { swapProvider: 'TIDE' },
    },
    readers: { [island]: walletOf(devnet, island, user) },
  }
  // A file without the call leaves the client unable to read it, and one that does not name the receiver too.
  const unread = [
    [],
    [{ contract: pool, function: tradeCall, receiver: 'tokenIn' }],
    [{ contract: tokens.weth, function: tradeCall, receiver: 'to' }],
  ]
  for (const swaps of unread)
    await expect(
      runIntent({ ...run, bounds: { ownChains: [ownChainFrom(chainFile({ ...contracts, swaps }))] } }),
    ).rejects.toMatchObject({ name: 'UntrustedQuote' })

  const receipt = await runIntent({ ...run, bounds: { ownChains: [ownChainFrom(text)] } })
  expect(receipt).toMatchObject({ status: 'SUCCEEDED', verified: 'chain' })
  const { intent } = await client.getIntent({ intentId: receipt.intentId })
  expect(intent.quote.routeProviders).toContain('TIDE')

  // Its log has moved the pool here as on the chain: the next quote holds, too.
  expect(await runIntent({ ...run, bounds: { ownChains: [ownChainFrom(text)] } })).toMatchObject({
    status: 'SUCCEEDED',
  })
  await stop()
})

test('a swap at a fixed rate pays the rate to the unit, and refuses more than there is', async () => {
  const swaps = [{ contract: par, function: exchangeCall, receiver: 'to' }]
  const text = chainFile({ contracts: { PAR: { usdcDai: par } }, swaps })
  writeFileSync(join(folder, 'harbor.json'), text)
  const { url, said } = await start('par.mjs')
  expect(url, said).toBeDefined()
  const client = createClient({ url: url! })
  const user = devnet.accounts[2]!
  await devnet.faucet(harbor, tokens.dai, user.address, 3_000_000n * 10n ** 18n)
  const request = { ...fromTo([harbor, tokens.dai], [island, tokens.usdc]), options: { swapProvider: 'PAR' } }
  const held = (token: Address) => balance(devnet, harbor, token, par)
  const before = { usdc: await held(tokens.usdc), dai: await held(tokens.dai) }
  const receipt = await runIntent({
    client,
    wallet: walletOf(devnet, harbor, user),
    request: { ...request, originTokenAmount: 12_345n * 10n ** 18n },
    readers: { [island]: walletOf(devnet, island, user) },
    bounds: { ownChains: [ownChainFrom(text)] },
  })
  expect(receipt).toMatchObject({ status: 'SUCCEEDED', verified: 'chain' })
  const { intent } = await client.getIntent({ intentId: receipt.intentId })
  expect(intent.quote.routeProviders).toContain('PAR')
  const paid = before.usdc - (await held(tokens.usdc))
  expect(paid).toBe(((await held(tokens.dai)) - before.dai) / 10n ** 12n)
  expect(paid).toBeGreaterThan(12_000n * 10n ** 6n)

  const tooMuch = { ...request, ownerAddress: user.address, originTokenAmount: 2_000_000n * 10n ** 18n }
  await expect(client.quoteIntent(tooMuch)).rejects.toThrow()
  await stop()
})

test.each([
  ['export const createPoolProtocol = () => ({})', /module\.mjs must return provider/],
  ['export const somethingElse = 1', /module\.mjs exports no function createPoolProtocol/],
  ['import "nowhere-at-all"', /module\.mjs cannot be read: .*nowhere-at-all/],
])('a module that is none is refused by its name: %s', async (text, why) => {
  writeFileSync(join(folder, 'harbor.json'), chainFile({}))
  writeFileSync(join(folder, 'module.mjs'), `${text}\n`)
  const { url, said } = await start('module.mjs')
  expect(url).toBeUndefined()
  expect(said).toMatch(why)
})
