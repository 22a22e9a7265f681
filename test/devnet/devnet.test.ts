import type { Abi, Address, Hex } from 'viem'
import { erc20Abi, parseAbi, zeroAddress } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { causewayContracts } from '../../src/chains/contracts/abi/addresses.ts'
import { devnetAddresses } from '../../src/chains/definitions/devnet/devnetAddresses.ts'
import { devnetTokens, tokenNames, unitsForUsd } from '../../src/chains/definitions/devnet/facts.ts'
import type { DevnetChain } from '../../src/devnet/devnet.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import { useForAll } from '../useParts.ts'
import { chainOf, read, startTestDevnet } from './setup.ts'

const devnet = useForAll(startTestDevnet)
let harbor: DevnetChain
beforeAll(async () => {
  harbor = chainOf(devnet, 'harbor')
})

const addressesIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value as object).flatMap(addressesIn)

test('everything is at the same address on the three chains', async () => {
  expect(devnet.contracts).toEqual(devnetAddresses)
  for (const { rpcUrl } of devnet.chains) {
    for (const address of [...addressesIn(devnet.contracts), ...addressesIn(causewayContracts)]) {
      expect(await rpc<Hex>(rpcUrl, 'eth_getCode', [address, 'latest']), address).not.toBe('0x')
    }
  }
})

test('ten users hold ether and every token, and relayers hold ether', async () => {
  expect(devnet.accounts).toHaveLength(10)
  expect(devnet.relayers.length).toBeGreaterThanOrEqual(4)
  for (const chain of devnet.chains) {
    for (const { address } of [...devnet.accounts, ...devnet.relayers]) {
      expect(BigInt(await rpc<Hex>(chain.rpcUrl, 'eth_getBalance', [address, 'latest']))).toBeGreaterThan(
        9_000n * 10n ** 18n,
      )
    }
    for (const name of tokenNames) {
      const held = await balance(chain, devnet.contracts[name], devnet.accounts[9]!.address)
      expect(held, name).toBe(unitsForUsd(name, 300_000n))
    }
  }
})

test('feeds speak of now and agree with the price table', async () => {
  const abi = parseAbi(['function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)'])
  for (const chain of devnet.chains) {
    const { timestamp } = await rpc<{ timestamp: Hex }>(chain.rpcUrl, 'eth_getBlockByNumber', ['latest', false])
    for (const name of tokenNames) {
      const to = devnet.contracts.feeds[devnetTokens[name].feed]
      const [, answer, , updatedAt] = await read<bigint[]>(chain, { to, abi, fn: 'latestRoundData' })
      expect(answer).toBe(devnetTokens[name].priceUsd * 10n ** 8n)
      expect(Number(timestamp) - Number(updatedAt)).toBeLessThan(600)
    }
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(600)
  }
})

const quoterAbi = parseAbi([
  'struct Params { address tokenIn; address tokenOut; uint256 amountIn; uint24 fee; uint160 sqrtPriceLimitX96; }',
  'function quoteExactInputSingle(Params params) returns (uint256 amountOut, uint160, uint32 crossed, uint256)',
])

test.each([
  ['weth', 'usdc', 500, 100_000n, 0.999],
  ['weth', 'usdc', 3000, 100_000n, 0.995],
  ['wbtc', 'weth', 500, 100_000n, 0.998],
  ['usdc', 'usdt', 100, 100_000n, 0.9997],
  ['usdc', 'dai', 100, 100_000n, 0.9997],
  ['weth', 'dai', 3000, 100_000n, 0.995],
] as const)('v3 %s to %s at %i is deep and at the price of the feeds', async (from, to, fee, usd, least) => {
  const amountIn = unitsForUsd(from, usd)
  const params = {
    tokenIn: devnet.contracts[from],
    tokenOut: devnet.contracts[to],
    amountIn,
    fee,
    sqrtPriceLimitX96: 0n,
  }
  const quoter = { to: devnet.contracts.uniswapV3.quoter, abi: quoterAbi, fn: 'quoteExactInputSingle', args: [params] }
  const [out] = await read<[bigint]>(harbor, quoter)
  const share = Number(out) / Number(unitsForUsd(to, usd))
  expect(share).toBeGreaterThan(least)
  expect(share).toBeLessThan(1)
})

test('the faucet hands out ether, tokens and the token that takes a fee', async () => {
  const to = '0x00000000000000000000000000000000000fa0ce'
  for (const name of tokenNames) {
    await devnet.faucet(harbor.id, devnet.contracts[name], to, 1_000n)
    expect(await balance(harbor, devnet.contracts[name], to)).toBe(1_000n)
  }
  await devnet.faucet(harbor.id, zeroAddress, to, 5n)
  expect(BigInt(await rpc<Hex>(harbor.rpcUrl, 'eth_getBalance', [to, 'latest']))).toBe(5n)
  await devnet.faucet(harbor.id, devnet.contracts.feeOnTransfer, to, 1_000n)
  expect(await balance(harbor, devnet.contracts.feeOnTransfer, to)).toBe(990n)
  await expect(devnet.faucet(1, zeroAddress, to, 1n)).rejects.toThrow('no local chain has the id 1')
})

test('finality tags follow the head, and state can be read at them', async () => {
  const numbers = async () => {
    const tags = ['latest', 'safe', 'finalized']
    const blocks = await Promise.all(
      tags.map((tag) => rpc<{ number: Hex }>(harbor.rpcUrl, 'eth_getBlockByNumber', [tag, false])),
    )
    return blocks.map(({ number }) => Number(number))
  }
  await rpc(harbor.rpcUrl, 'anvil_mine', ['0x10'])
  const [latest, safe, finalized] = await numbers()
  expect([latest! - safe!, latest! - finalized!]).toEqual([4, 8])
  await rpc(harbor.rpcUrl, 'evm_mine')
  expect((await numbers())[2]).toBe(finalized! + 1)
  expect(await rpc(harbor.rpcUrl, 'eth_getBalance', [devnet.accounts[5]!.address, 'finalized'])).not.toBe('0x0')
})

function balance(chain: DevnetChain, token: Address, owner: Address): Promise<bigint> {
  return read(chain, { to: token, abi: erc20Abi as Abi, fn: 'balanceOf', args: [owner] })
}
