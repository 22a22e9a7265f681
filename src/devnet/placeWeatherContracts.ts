import { type Address, encodeAbiParameters, type Hex, keccak256, numberToHex, pad, stringToHex } from 'viem'
import type { NodeWeather } from '../chains/definitions/devnet/weather.ts'
import { opStackPredeploys } from './opStackPredeploys.ts'
import { type RpcCall, rpcBatch } from './rpc.ts'

/** Address of GasPriceOracle on every OP-stack rollup. */
export const gasPriceOracle: Address = '0x420000000000000000000000000000000000000F'
const l1Block: Address = '0x4200000000000000000000000000000000000015'
/**
 * An ERC-20 as bridges deploy it: OpenZeppelin's upgradeable one behind a proxy, balances in the proxy's slot 51; in no
 * list or pool. The built chains include its code (the devnet package ships no contract packages), not its balances.
 */
export const bridgedToken: Address = '0x00000000000000000000000000000000b51d6ed0'
export const bridgedImplementation: Address = '0x00000000000000000000000000000000b51d6ed1'
export const bridgedBalanceSlot = 51n
const supplySlot = 53n
/** keccak256('eip1967.proxy.implementation') - 1 */
const implementationSlot: Hex = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'

/** The oracle's only slot: Ecotone (lowest byte) and Fjord (next byte) are active. Later upgrades kept Fjord's fee. */
const pastFjord = 0x0101n
/** Slots of L1Block that the oracle reads. Both scalars share a slot with a sequence number in its lowest 8 bytes. */
const l1BlockSlots = { baseFee: 1n, scalars: 3n, blobBaseFee: 7n } as const
const scalarBits = { blobBaseFee: 64n, baseFee: 96n } as const

/** Places contracts of public chains for a profile. Sets state directly: a transaction waits up to 12 s for a block. */
export async function placeWeatherContracts(
  nodeUrl: string,
  weather: NodeWeather,
  holders: readonly Address[],
): Promise<void> {
  await placeBridgedToken(nodeUrl, holders)
  const { l1Fee } = weather
  if (!l1Fee) return
  await rpcBatch(nodeUrl, [
    { method: 'anvil_setCode', params: [gasPriceOracle, opStackPredeploys.gasPriceOracle] },
    storage(gasPriceOracle, 0n, pastFjord),
    { method: 'anvil_setCode', params: [l1Block, opStackPredeploys.l1Block] },
    ...l1Values(l1Fee),
  ])
}

/** Writes the L1 fees that the rollup sees, and the share of each that it passes on. */
export const l1Values = (l1Fee: NonNullable<NodeWeather['l1Fee']>): RpcCall[] => {
  const { baseFee, blobBaseFee, baseFeeScalar, blobBaseFeeScalar } = l1Fee
  const scalars = (blobBaseFeeScalar << scalarBits.blobBaseFee) | (baseFeeScalar << scalarBits.baseFee)
  return [
    storage(l1Block, l1BlockSlots.baseFee, baseFee),
    storage(l1Block, l1BlockSlots.scalars, scalars),
    storage(l1Block, l1BlockSlots.blobBaseFee, blobBaseFee),
  ]
}

async function placeBridgedToken(nodeUrl: string, holders: readonly Address[]): Promise<void> {
  const amount = 1_000_000n * 10n ** 18n
  await rpcBatch(nodeUrl, [
    storage(bridgedToken, implementationSlot, BigInt(bridgedImplementation)),
    storage(bridgedToken, supplySlot, amount * BigInt(holders.length)),
    ...[
      ['Bridged Token', 54n],
      ['BRT', 55n],
    ].map(([text, slot]) => storage(bridgedToken, slot as bigint, shortString(text as string))),
    ...holders.map((holder) => storage(bridgedToken, balanceSlotOf(holder), amount)),
  ])
}

const balanceSlotOf = (holder: Address): Hex =>
  keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [holder, bridgedBalanceSlot]))

/** Solidity's layout of a string below 32 bytes: text at the left, twice its length in the last byte. */
const shortString = (text: string): bigint => BigInt(pad(stringToHex(text), { dir: 'right' })) | BigInt(2 * text.length)

const storage = (address: Address, slot: bigint | Hex, value: bigint): RpcCall => ({
  method: 'anvil_setStorageAt',
  params: [address, typeof slot === 'bigint' ? numberToHex(slot) : slot, numberToHex(value, { size: 32 })],
})
