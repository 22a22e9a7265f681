import { encodeAbiParameters, erc20Abi, type Hex, keccak256, parseAbi, toHex } from 'viem'
import { devnetChains } from '../../src/chains/definitions/devnet/facts.ts'
import type { DevnetKey } from '../../src/chains/definitions/devnet/keys.ts'
import { devnetKeys } from '../../src/chains/definitions/devnet/keys.ts'
import type { Devnet } from '../../src/devnet/devnet.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import { balance, fromTo, harbor, island, mined, tokens, walletOf } from './setup.ts'

const usdt = (amount: number): bigint => BigInt(amount) * 1_000_000n
/** In USDT from Harbor to Island: above the filler's reduced balance and LayerZero's credit. */
export const largeOrder = usdt(15_000)
const [fillerHas, poolHas] = [usdt(8_000), usdt(10_000)]
/** The local filler gives away its balance of a token. Resolves with the function that returns it. */
async function drainFiller(devnet: Devnet, keeps: bigint): Promise<() => Promise<void>> {
  const { filler } = devnetKeys()
  const keeper = devnet.accounts[8]!
  const given = (await balance(devnet, island, tokens.usdt, filler.address)) - keeps
  const move = async (from: DevnetKey, to: DevnetKey) => {
    const wallet = walletOf(devnet, island, from)
    const args = [to.address, given] as const
    await mined(wallet, wallet.writeContract({ address: tokens.usdt, abi: erc20Abi, functionName: 'transfer', args }))
  }
  await move(filler, keeper)
  return () => move(keeper, filler)
}

const creditAbi = parseAbi(['function credit(uint32 eid) view returns (uint256)'])

/** Sets the pool's credit towards a chain in its storage slot, found by its answer. Resolves with the old one. */
async function setCredit(devnet: Devnet, credit: bigint): Promise<bigint> {
  const pool = tokens.layerZero.ofts.usdt
  const { eid } = devnetChains.find(({ id }) => id === island)!
  const { rpcUrl } = devnet.chains.find(({ id }) => id === harbor)!
  const wallet = walletOf(devnet, harbor, devnet.accounts[8]!)
  const read = () => wallet.readContract({ address: pool, abi: creditAbi, functionName: 'credit', args: [eid] })
  const before = await read()
  for (let slot = 0n; slot < 20n; slot++) {
    const place = keccak256(encodeAbiParameters([{ type: 'uint32' }, { type: 'uint256' }], [eid, slot]))
    const word = await rpc<Hex>(rpcUrl, 'eth_getStorageAt', [pool, place, 'latest'])
    if (BigInt(word) === before) await rpc(rpcUrl, 'anvil_setStorageAt', [pool, place, toHex(credit, { size: 32 })])
  }
  await rpc(rpcUrl, 'anvil_mine', ['0x1'])
  if ((await read()) !== credit) throw new Error('the place of the credit was not found')
  return before
}

/** Leaves each USDT bridge from Harbor to Island less than `largeOrder`, both more, until undone by the result. */
export async function smallBridges(devnet: Devnet): Promise<() => Promise<void>> {
  const [refill, credit] = await Promise.all([drainFiller(devnet, fillerHas), setCredit(devnet, poolHas)])
  return async () => {
    await Promise.all([refill(), setCredit(devnet, credit)])
  }
}

/** A third bridge carries it all as USDC, and cheaper; no bridge carries all of the USDT. */
export const askForLargeOrder = {
  ...fromTo([harbor, tokens.usdt, largeOrder], [island, tokens.usdt]),
  options: { bridgeProvider: 'LAYERZERO', bridgeProviderFallback: true, preference: 'CHEAPEST' },
} as const
