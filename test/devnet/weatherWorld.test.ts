import { type Address, encodeAbiParameters, erc20Abi, type Hex, keccak256, numberToHex, parseAbi, size } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { weathers } from '../../src/chains/definitions/devnet/weather.ts'
import type { Devnet } from '../../src/devnet/devnet.ts'
import { bridgedBalanceSlot, bridgedToken, gasPriceOracle } from '../../src/devnet/placeWeatherContracts.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import { read, startTestDevnet } from './setup.ts'

/** Ethereum, Base and Arbitrum, at a public provider. */
let devnet: Devnet
beforeAll(async () => {
  devnet = await startTestDevnet({ weather: 'public', steady: true, filler: false, attester: false })
})
afterAll(() => devnet?.stop())

const chainLike = (name: string) => devnet.chains[weathers.public.findIndex(({ like }) => like === name)]!
const million = 1_000_000n * 10n ** 18n

test('a rollup of the OP kind has its gas price oracle, and the fee grows with the data', async () => {
  const abi = parseAbi([
    'function getL1Fee(bytes) view returns (uint256)',
    'function l1BaseFee() view returns (uint256)',
  ])
  const ask = <T>(fn: string, args: unknown[] = []) =>
    read<T>({ rpcUrl: chainLike('Base').nodeUrl }, { to: gasPriceOracle, abi, fn, args })
  const { baseFee, scalar } = weathers.public.find(({ like }) => like === 'Base')!.l1Fee!
  expect(await ask('l1BaseFee')).toBe(baseFee)
  const [short, long] = [
    await ask<bigint>('getL1Fee', ['0x11']),
    await ask<bigint>('getL1Fee', [`0x${'11'.repeat(101)}`]),
  ]
  // 16 gas a byte that is not zero, at the share of the base fee that the rollup passes on.
  expect(long - short).toBe((100n * 16n * baseFee * scalar) / 1_000_000n)
  expect(await rpc(chainLike('Ethereum').nodeUrl, 'eth_getCode', [gasPriceOracle, 'latest'])).toBe('0x')
})

test('a rollup of the Arbitrum kind adds gas for the bytes: in estimates, in receipts, and it refuses a limit without it', async () => {
  const arbitrum = chainLike('Arbitrum')
  const key = devnet.accounts[0]!
  const data: Hex = `0x${'ab'.repeat(500)}`
  const call = { from: key.address, to: key.address, data }
  const plain = BigInt(await rpc<Hex>(arbitrum.nodeUrl, 'eth_estimateGas', [call]))
  const estimate = BigInt(await rpc<Hex>(arbitrum.rpcUrl, 'eth_estimateGas', [call]))
  expect(estimate - plain).toBe(610n * 20n)
  const nodeInterface = parseAbi([
    'function gasEstimateL1Component(address, bool, bytes) view returns (uint64, uint256, uint256)',
  ])
  const args = [key.address, false, data]
  const asked = { to: '0x00000000000000000000000000000000000000C8', abi: nodeInterface } as const
  const parts = await read<bigint[]>(arbitrum, { ...asked, fn: 'gasEstimateL1Component', args })
  expect(parts[0]).toBe(610n * 20n)
  const nonce = Number(await rpc<Hex>(arbitrum.nodeUrl, 'eth_getTransactionCount', [key.address, 'pending']))
  const sign = (gas: bigint) =>
    privateKeyToAccount(key.privateKey).signTransaction({
      ...{ chainId: arbitrum.id, type: 'eip1559', nonce, to: key.address, data, gas },
      ...{ maxFeePerGas: 20_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n },
    })
  const bare = rpc(arbitrum.rpcUrl, 'eth_sendRawTransaction', [await sign(29_000n)])
  await expect(bare).rejects.toThrow('intrinsic gas too low')
  const raw = await sign(estimate)
  await rpc(arbitrum.nodeUrl, 'eth_sendRawTransactionSync', [raw])
  await expect(rpc(arbitrum.rpcUrl, 'eth_sendRawTransaction', [raw])).rejects.toThrow()
  const receipt = (url: string) =>
    rpc<{ gasUsed: Hex; gasUsedForL1?: Hex }>(url, 'eth_getTransactionReceipt', [keccak256(raw)])
  const [own, shown] = [await receipt(arbitrum.nodeUrl), await receipt(arbitrum.rpcUrl)]
  expect(BigInt(shown.gasUsed) - BigInt(own.gasUsed)).toBe(BigInt(size(raw)) * 20n)
  expect(Number(shown.gasUsedForL1)).toBe(size(raw) * 20)
})

test('a bridged token is a proxy that keeps balances in slot 51, and it can be paid with', async () => {
  const { nodeUrl } = chainLike('Arbitrum')
  const [{ address: owner }, { address: friend }] = [devnet.accounts[0]!, devnet.accounts[1]!]
  const ask = <T>(fn: string, args: unknown[] = []) =>
    read<T>({ rpcUrl: nodeUrl }, { to: bridgedToken, abi: erc20Abi, fn, args })
  expect([await ask('symbol'), await ask('decimals'), await ask('totalSupply')]).toEqual(['BRT', 18, 10n * million])
  const slotOf = (holder: Address) =>
    keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [holder, bridgedBalanceSlot]))
  expect(BigInt(await rpc<Hex>(nodeUrl, 'eth_getStorageAt', [bridgedToken, slotOf(owner), 'latest']))).toBe(million)
  const data = `0xa9059cbb${friend.slice(2).padStart(64, '0')}${numberToHex(7n, { size: 32 }).slice(2)}`
  await rpc(nodeUrl, 'eth_sendTransactionSync', [{ from: owner, to: bridgedToken, data }])
  expect([await ask('balanceOf', [owner]), await ask('balanceOf', [friend])]).toEqual([million - 7n, million + 7n])
})

test('three endpoints a chain: one lags and one is away when told so', async () => {
  const { rpcUrls, nodeUrl, proxies } = chainLike('Ethereum')
  expect(rpcUrls).toHaveLength(3)
  const [well, late, gone] = rpcUrls as [string, string, string]
  proxies[1]!.trouble({ is: 'lags', blocks: 2 })
  proxies[2]!.trouble({ is: 'away' })
  const head = Number(await rpc<Hex>(nodeUrl, 'eth_blockNumber'))
  expect(Number(await rpc<Hex>(well, 'eth_blockNumber'))).toBe(head)
  expect(Number(await rpc<Hex>(late, 'eth_blockNumber'))).toBe(head - 2)
  expect(await rpc(late, 'eth_getBlockByNumber', [numberToHex(head), false])).toBeNull()
  expect(await rpc(late, 'eth_getBlockByNumber', ['latest', false])).toMatchObject({ number: numberToHex(head - 2) })
  await expect(rpc(gone, 'eth_blockNumber')).rejects.toThrow()
  proxies[2]!.trouble(undefined)
  expect(Number(await rpc<Hex>(gone, 'eth_blockNumber'))).toBeGreaterThanOrEqual(head)
})
