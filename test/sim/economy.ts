import type { ChainDefinition } from '../../src/chains/chainDefinition.ts'
import { createPrivateKeySigner } from '../../src/chains/send/signer.ts'
import type { EngineSettings } from '../../src/engine/world.ts'
import { sameAddress } from '../../src/evm/address.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'
import { nativeToken, permit2Address } from '../../src/interface/limits.ts'
import type { TokenInfo } from '../../src/interface/tokenShapes.ts'
import {
  type Asset,
  address,
  commonAddresses,
  definitionOf,
  listOf,
  assets as pricedAssets,
} from '../engine/scripted/assets.ts'
import { contractSets } from '../engine/scripted/contractSets.ts'
import { burnBridgeCode, poolCode, setVaultAsset, spokePoolCode, vaultCode } from '../engine/scripted/markets.ts'
import { setCode, setNativeBalance } from '../engine/scripted/state.ts'
import { setAllowance, setTokenBalance, tokenCode } from '../engine/scripted/tokens.ts'
import { settingsDefault } from '../engine/settingsDefault.ts'
import { l1OracleCode } from './l1Oracle.ts'
import { eidOf, endpointCode, oftCode, setOft } from './layerZero.ts'
import { setOwnerCode } from './ownerCode.ts'
import { allowAtPermit2, permit2Code } from './permit2.ts'
import { daiTokenCode, permitTokenCode } from './permitToken.ts'
import type { Scheduler } from './scheduler.ts'
import type { SimChain } from './simChain.ts'

export const addresses = {
  ...commonAddresses,
  endpoint: address('1a12'),
  oft: address('0f70'),
  messenger: address('3e55'),
  /** Where a rollup publishes its data fee. */
  l1Oracle: address('1fee'),
  /** An unlisted contract with a token's events. */
  fake: address('fa4e'),
  /** A listed token without a price. */
  odd: address('0dd0'),
} as const satisfies Record<string, Address>

export const assets: readonly Asset[] = [
  ...pricedAssets,
  { address: addresses.odd, symbol: 'ODD', decimals: 18, usd: 0 },
]

/** Blocks on top of a deposit before a patient bridge pays: no reorg is deeper. */
export const bridgeDepth = 4

/** Two signers, one per worker; worthless everywhere else. */
export const relayerKeys: readonly Hex[] = [`0x${'0e'.repeat(32)}`, `0x${'0f'.repeat(32)}`]
export const relayers = relayerKeys.map((key) => createPrivateKeySigner(key).address)

/** Worthless everywhere else, like all keys here. */
export const ownerKeys: readonly Hex[] = ['1a', '1b', '1c', '1d', '1e', '1f'].map((byte): Hex => `0x${byte.repeat(32)}`)
export const owners: readonly Address[] = ownerKeys.map((key) => createPrivateKeySigner(key).address)
export const ownerOf = (index: number): Address => owners[index % owners.length]!
/** A contract that takes a destination call's money; whether it is open is drawn. */
export const vaultOf = (index: number): Address => address(`7a07${index.toString().padStart(4, '0')}`)
/** Another address for an owner's refunds. */
export const refundToOf = (index: number): Address => address(`4ef00${index.toString().padStart(4, '0')}`)
export const recipientOf = (index: number): Address => address(`b0b00${index.toString().padStart(4, '0')}`)

export const [harborId, islandId, capeId] = [1_001, 1_002, 1_003] as const
export const rich = 10n ** 24n

const simDefinitionOf = (id: number, name: string, blockTimeMs: number): ChainDefinition => ({
  ...definitionOf(id, name, blockTimeMs),
  staleAfterMs: 120_000,
  layerZero: {
    eid: eidOf(id),
    endpoint: addresses.endpoint,
    deliveredS: 30,
    ofts: [{ asset: 'DAI', token: addresses.dai, decimals: 18, sharedDecimals: 6, oft: addresses.oft }],
  },
})

export const allDefinitions = [
  simDefinitionOf(harborId, 'Harbor', 6_000),
  simDefinitionOf(islandId, 'Island', 5_000),
  simDefinitionOf(capeId, 'Cape', 5_500),
] as const

export const assetOf = (token: Address): Asset => assets.find((one) => sameAddress(one.address, token))!

/** Value in millionths of a dollar: integers, so that sums are exact. */
export const worth = (token: Address, amount: bigint): bigint => {
  const { microUsd, unit } = rates.get(token) ?? rateOfAsset(assetOf(token))
  return (amount * microUsd) / unit
}

const rateOfAsset = ({ usd, decimals }: Asset) => ({
  microUsd: BigInt(usd) * 1_000_000n,
  unit: 10n ** BigInt(decimals),
})
const rates = new Map(assets.map((asset) => [asset.address, rateOfAsset(asset)]))

const oddOf = (chainId: number): TokenInfo => ({
  ...listOf(chainId)[1]!,
  address: addresses.odd,
  symbol: 'ODD',
  decimals: 18,
})
const lists = new Map(allDefinitions.map(({ id }) => [id as number, listOf(id)]))
const longLists = new Map(allDefinitions.map(({ id }) => [id as number, [...listOf(id), oddOf(id)]]))

export const listed = (chainId: number, isOddListed: boolean): TokenInfo[] =>
  (isOddListed ? longLists : lists).get(chainId) ?? []

export const settings: EngineSettings = {
  ...settingsDefault,
  feeCollector: addresses.collector,
  quoteLifeMs: 60_000,
  executeWithinMs: 40_000,
  waitHoldMs: 10_000,
  refundAfterMs: 2 * 60_000,
  openForMs: 40_000,
  lookForPaymentsMs: 60 * 60_000,
}

/** Whole DAI that each bridge carries at once: more needs two. Other tokens have no limit. */
export type DaiLimits = Record<'ACROSS' | 'CCTP' | 'LAYERZERO', number>

/** An owner's earlier approvals. */
export type Standing = 'entrypoint' | 'permit2' | 'entrypointAtPermit2'

/** A contract owner with the key's signature; `refusesNative`: takes no native token. */
export type OwnerCode = { refusesNative: boolean } | undefined

export type Purses = {
  isOpen(index: number): boolean
  codeOf(index: number): OwnerCode
  allows(index: number, whom: Standing): boolean
  daiLimits: DaiLimits
}

/** Whole DAI that one bridge carries at once. */
const daiMost = [90, 400, 400, 1_200] as const

export function drawPurses(scheduler: Scheduler, intents: number, hasCodeOwners: boolean): Purses {
  const open = Array.from({ length: intents }, () => scheduler.chance(0.8))
  const standing = Array.from(
    { length: intents },
    (): Record<Standing, boolean> => ({
      entrypoint: scheduler.chance(0.5),
      permit2: scheduler.chance(0.5),
      entrypointAtPermit2: scheduler.chance(0.5),
    }),
  )
  const codes = Array.from(
    { length: hasCodeOwners ? intents : 0 },
    (): OwnerCode => (scheduler.chance(0.6) ? { refusesNative: scheduler.chance(0.4) } : undefined),
  )
  return {
    isOpen: (index) => open[index] ?? true,
    codeOf: (index) => codes[index],
    allows: (index, whom) => standing[index]![whom],
    daiLimits: {
      ACROSS: scheduler.pick(daiMost),
      CCTP: scheduler.pick(daiMost),
      LAYERZERO: scheduler.pick(daiMost),
    },
  }
}

/** Tokens, markets and balances of a chain. */
export function furnish(chain: SimChain, intents: number, { isOpen, codeOf, allows, daiLimits }: Purses): void {
  const state = chain.state()
  setCode(state, addresses.usdc, permitTokenCode)
  setCode(state, addresses.dai, daiTokenCode)
  for (const token of [addresses.fake, addresses.odd]) setCode(state, token, tokenCode)
  setCode(state, permit2Address, permit2Code)
  setCode(state, addresses.pool, poolCode)
  setCode(state, addresses.spokePool, spokePoolCode)
  setCode(state, addresses.burnBridge, burnBridgeCode)
  setCode(state, addresses.endpoint, endpointCode)
  setCode(state, addresses.oft, oftCode)
  setCode(state, addresses.l1Oracle, l1OracleCode)
  const credits = new Map(allDefinitions.map(({ id }) => [eidOf(id), BigInt(daiLimits.LAYERZERO) * 1_000_000n]))
  setOft(state, addresses.oft, { token: addresses.dai, endpoint: addresses.endpoint, credits })
  const own = Array.from({ length: intents }, (_, index) => ownerOf(index))
  for (const [index, owner] of own.entries()) {
    const code = codeOf(index)
    if (code) setOwnerCode(state, owner, code)
    setCode(state, vaultOf(index), vaultCode)
    setVaultAsset(state, vaultOf(index), isOpen(index) ? addresses.usdc : nativeToken)
    for (const token of [addresses.usdc, addresses.dai, addresses.weth]) {
      if (allows(index, 'permit2')) setAllowance(state, token, owner, permit2Address, rich)
      for (const { entrypoint } of contractSets) {
        if (allows(index, 'entrypoint')) setAllowance(state, token, owner, entrypoint, rich)
        if (!allows(index, 'permit2') || !allows(index, 'entrypointAtPermit2')) continue
        allowAtPermit2(state, owner, token, entrypoint, rich)
      }
    }
  }
  const { filler, stranger, pool, weth, spokePool, oft, messenger } = addresses
  for (const holder of [...own, ...relayers, filler, stranger, pool, weth, spokePool, oft, messenger]) {
    setNativeBalance(state, holder, rich)
    for (const { address: token } of assets) if (token !== nativeToken) setTokenBalance(state, token, holder, rich)
  }
}

/** The pool's rate: the dollar prices of both tokens. */
export function rateOf(tokenIn: Address, tokenOut: Address) {
  const [from, to] = [assetOf(tokenIn), assetOf(tokenOut)]
  return {
    numerator: BigInt(from.usd) * 10n ** BigInt(to.decimals),
    denominator: BigInt(to.usd) * 10n ** BigInt(from.decimals),
  }
}
