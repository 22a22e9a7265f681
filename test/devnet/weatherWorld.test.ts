import {
  type Address,
  concat,
  encodeAbiParameters,
  erc20Abi,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  serializeTransaction,
  size,
  type TransactionSerializableEIP1559,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { blocksUntilFinal, weathers } from '../../src/chains/definitions/devnet/weather.ts'
import { bridgedBalanceSlot, bridgedToken, gasPriceOracle, l1Values } from '../../src/devnet/placeWeatherContracts.ts'
import { rpc, rpcBatch } from '../../src/devnet/rpc.ts'
import { useForAll } from '../useParts.ts'
import { read, startTestDevnet } from './setup.ts'

/** Ethereum, Base and Arbitrum, at a public provider. */
const devnet = useForAll(() => startTestDevnet({ weather: 'public', steady: true, filler: false, attester: false }))

const chainLike = (name: string) => devnet.chains[weathers.public.findIndex(({ like }) => like === name)]!
const million = 1_000_000n * 10n ** 18n

const oracleAbi = parseAbi([
  'function getL1Fee(bytes) view returns (uint256)',
  'function getL1FeeUpperBound(uint256) view returns (uint256)',
  'function getL1GasUsed(bytes) view returns (uint256)',
  'function l1BaseFee() view returns (uint256)',
  'function blobBaseFee() view returns (uint256)',
  'function baseFeeScalar() view returns (uint32)',
  'function blobBaseFeeScalar() view returns (uint32)',
  'function isFjord() view returns (bool)',
])
const askOracle = <T>(fn: string, args: unknown[] = []) =>
  read<T>({ rpcUrl: chainLike('Base').nodeUrl }, { to: gasPriceOracle, abi: oracleAbi, fn, args })
const feesOfBase = weathers.public.find(({ like }) => like === 'Base')!.l1Fee!

test('a rollup of the OP kind has its gas price oracle: Fjord’s, with the fees of the weather', async () => {
  const { baseFee, blobBaseFee, baseFeeScalar, blobBaseFeeScalar } = feesOfBase
  expect(await askOracle('isFjord')).toBe(true)
  expect([await askOracle('l1BaseFee'), await askOracle('blobBaseFee')]).toEqual([baseFee, blobBaseFee])
  const scalars = [await askOracle('baseFeeScalar'), await askOracle('blobBaseFeeScalar')]
  expect(scalars).toEqual([Number(baseFeeScalar), Number(blobBaseFeeScalar)])
  // Of a byte that does not compress 0.8365 are paid for.
  const noise = (bytes: number) => concat(Array.from({ length: bytes / 32 }, (_, n) => keccak256(numberToHex(n))))
  const [short, long] = await Promise.all([320, 3_200].map((bytes) => askOracle<bigint>('getL1Fee', [noise(bytes)])))
  const perByte = Number(16n * baseFeeScalar * baseFee + blobBaseFeeScalar * blobBaseFee) / 1e6
  expect(Number(long! - short!) / (2_880 * 0.8365 * perByte)).toBeCloseTo(1, 1)
  expect(await rpc(chainLike('Ethereum').nodeUrl, 'eth_getCode', [gasPriceOracle, 'latest'])).toBe('0x')
})

/** The cases of the contract's own tests: L1 at 2 and 3 million wei, shares of 20 and 15. */
test.each<{ data: Hex; gasUsed: bigint; fee: bigint; upperBound: bigint }>([
  { data: '0x0000010203', gasUsed: 1_600n, fee: 68_500n, upperBound: 68_500n },
  {
    data: '0x1d2c3ec4f5a9b3f3cd2c024e455c1143a74bbd637c324adcbd4f74e346786ac44e23e78f47d932abedd8d106daadcea350be16478461046273101034601364012364701331dfad43729dc486abd134bcad61b34d6ca1f2eb31655b7d61ca33ba6d172cdf7d8b5b0ef389a314ca7a9a831c09fc2ca9090d059b4dd25194f3de297bdba6d6d796e4f80be94f8a9151d685607826e7ba25177b40cb127ea9f1438470',
    gasUsed: 2_463n,
    fee: 105_484n,
    upperBound: 111_214n,
  },
])(
  'the oracle reckons as its authors’ tests say: $fee for $gasUsed gas',
  async ({ data, gasUsed, fee, upperBound }) => {
    const { nodeUrl } = chainLike('Base')
    const values = { baseFee: 2_000_000n, blobBaseFee: 3_000_000n, baseFeeScalar: 20n, blobBaseFeeScalar: 15n }
    await rpcBatch(nodeUrl, l1Values(values))
    try {
      const [used, asked, bound] = await Promise.all([
        askOracle('getL1GasUsed', [data]),
        askOracle('getL1Fee', [data]),
        askOracle('getL1FeeUpperBound', [BigInt(size(data))]),
      ])
      expect([used, asked, bound]).toEqual([gasUsed, fee, upperBound])
    } finally {
      await rpcBatch(nodeUrl, l1Values(feesOfBase))
    }
  },
)

test('a receipt of a rollup of the OP kind says what the bytes cost, at every endpoint', async () => {
  const base = chainLike('Base')
  const key = devnet.accounts[2]!
  const nonce = Number(await rpc<Hex>(base.nodeUrl, 'eth_getTransactionCount', [key.address, 'pending']))
  const transaction: TransactionSerializableEIP1559 = {
    ...{ chainId: base.id, type: 'eip1559', nonce, to: key.address, gas: 100_000n },
    ...{ data: concat([keccak256('0x01'), keccak256('0x02')]), maxFeePerGas: 20_000_000_000n },
  }
  const raw = await privateKeyToAccount(key.privateKey).signTransaction(transaction)
  await rpc(base.rpcUrls[1]!, 'eth_sendRawTransactionSync', [raw])
  const fee = await askOracle<bigint>('getL1Fee', [serializeTransaction(transaction)])
  expect(fee).toBeGreaterThan(0n)
  for (const url of base.rpcUrls) {
    const shown = await rpc<{ l1Fee?: Hex }>(url, 'eth_getTransactionReceipt', [keccak256(raw)])
    expect(shown.l1Fee).toBe(numberToHex(fee))
  }
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

test('what a value rests on follows from the definition of the chain that a local one is like', () => {
  const [ethereum, base, arbitrum] = weathers.mainnet
  expect([100, 5_000, 1e6].map((usd) => blocksUntilFinal(ethereum, usd))).toEqual([6, 32, 64])
  expect([base, arbitrum].map((one) => blocksUntilFinal(one, 100))).toEqual([10, 80])
})
