import type { Address, Hex } from 'viem'
import type { DevnetKey } from '../../src/chains/definitions/devnet/keys.ts'
import type { Devnet } from '../../src/devnet/devnet.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import { type Service, seenHead, walletOf } from './setup.ts'

/** Other traffic on a chain: the share of the gas limit each transaction fills, and its tip. */
export type Weather = {
  name: string
  baseFee: bigint
  ratio: number
  tip: (number: number) => bigint
  /** Whether the base fee moves from block to block. */
  isRising?: boolean
}

const gwei = 10n ** 9n
const floor = gwei / 1_000n

export const weathers: readonly Weather[] = [
  { name: 'idle at the floor', baseFee: 7n, ratio: 0, tip: () => floor },
  {
    name: 'idle, with tips that flip between 0.001 and 1 gwei',
    baseFee: 7n,
    ratio: 0.02,
    tip: (number) => (number % 2 === 0 ? gwei : floor),
  },
  // At just over half a block each, one fits per block, so the base fee stays constant.
  { name: 'busy', baseFee: 10n * gwei, ratio: 0.502, tip: () => gwei },
  // A 54 % full block raises the base fee by 1/8 of 2/25: one percent.
  { name: 'rising by a percent a block', baseFee: gwei, ratio: 0.54, tip: () => gwei, isRising: true },
]

/** An invalid instruction: a call uses up all its gas, and no machine time. */
export const burner: { address: Address; code: Hex } = {
  address: '0x00000000000000000000000000000000C17C1E00',
  code: '0xfe',
}

/** Makes some chains' weather with one account's transactions, so many blocks long where each takes one. */
export async function startWeather(devnet: Devnet, weather: Weather, key: DevnetKey, chainIds: readonly number[]) {
  const stops = await Promise.all(chainIds.map((chainId) => startOn(devnet, weather, key, chainId)))
  return () => Promise.all(stops.map((stop) => stop()))
}

const blocksAhead = 900

async function startOn(devnet: Devnet, { baseFee, ratio, tip }: Weather, key: DevnetKey, chainId: number) {
  const wallet = walletOf(devnet, chainId, key)
  const { rpcUrl } = devnet.chains.find(({ id }) => id === chainId)!
  await rpc(rpcUrl, 'anvil_setCode', [burner.address, burner.code])
  // Enough blocks for the fee history behind estimates.
  for (let i = 0; i < 24; i++) {
    await rpc(rpcUrl, 'anvil_setNextBlockBaseFeePerGas', [`0x${baseFee.toString(16)}`])
    await rpc(rpcUrl, 'anvil_mine', ['0x1'])
  }
  const { gasLimit } = await wallet.getBlock()
  const gas = BigInt(Math.floor(Number(gasLimit) * ratio))
  const first = await wallet.getTransactionCount({ address: key.address })
  const send = (i: number) =>
    wallet.sendTransaction({
      to: burner.address,
      gas,
      nonce: first + i,
      maxFeePerGas: 100n * gwei,
      maxPriorityFeePerGas: tip(i),
    })
  let next = 0
  if (ratio > 0.5) while (next < blocksAhead) await send(next++)
  const sent: Promise<unknown>[] = []
  const unwatch = wallet.watchBlockNumber({
    onBlockNumber: () => {
      if (ratio > 0 && ratio < 0.5) sent.push(send(next++))
    },
  })
  return async () => {
    unwatch()
    // One that arrives after the others were dropped would stay, and block the next weather's same nonce.
    await Promise.all(sent)
    await rpc(rpcUrl, 'anvil_dropAllTransactions')
  }
}

/** Mines a block at this base fee; the service has seen it when this resolves. */
export async function setBaseFee({ devnet, app }: Service, chainId: number, baseFee: bigint): Promise<void> {
  const { rpcUrl } = devnet.chains.find(({ id }) => id === chainId)!
  await rpc(rpcUrl, 'anvil_setNextBlockBaseFeePerGas', [`0x${baseFee.toString(16)}`])
  await rpc(rpcUrl, 'anvil_mine', ['0x1'])
  await seenHead(devnet, app.world.chains.get(chainId)!)
}
