import { createHash } from 'node:crypto'
import type { Address, Hex } from 'viem'
import { concatHex } from 'viem'
import { arachnidDeployer, deployments, deploySalt } from '../chains/contracts/abi/addresses.ts'
import type { DevnetContracts } from '../chains/definitions/devnet/devnetContracts.ts'
import type { DevnetChainFacts } from '../chains/definitions/devnet/facts.ts'
import { blockGasLimit } from '../chains/definitions/devnet/facts.ts'
import type { DevnetKeys } from '../chains/definitions/devnet/keys.ts'
import { multicall3Address, permit2Address as permit2 } from '../interface/limits.ts'
import type { PlannedTx } from './deploymentPlan.ts'
import { createDeploymentPlan } from './deploymentPlan.ts'
import { initCode, permit2Runtime, readPublishedArtifact } from './packages.ts'
import { bridgedImplementation, bridgedToken } from './placeWeatherContracts.ts'
import { planAave, planLoans } from './planAave.ts'
import { planAccounts } from './planAccounts.ts'
import { planBridges, planInventory } from './planBridges.ts'
import { planCurve } from './planCurve.ts'
import { planLayerZero } from './planLayerZero.ts'
import { planPancakeswap } from './planPancakeswap.ts'
import { planSolidly } from './planSolidly.ts'
import { planFeeds, planHoldings, planTokens } from './planTokens.ts'
import { planLiquidity, planUniswap } from './planUniswap.ts'
import { planUniswapV4 } from './planUniswapV4.ts'

export type ChainPlan = {
  contracts: DevnetContracts
  /** Runtime code to set at canonical addresses: `runtime`, else what `creation` returns when called. */
  placed: { address: Address; runtime?: Hex; creation?: Hex }[]
  txs: PlannedTx[]
  balances: { address: Address; wei: bigint }[]
}

/** Part of the cache key: increment it when `buildState` changes while the plans stay the same. */
const buildVersion = 1

/** The transactions that build one local chain, computed without a node: first deployments, then calls to them. */
export function planChain(chain: DevnetChainFacts, keys: DevnetKeys): ChainPlan {
  const plan = createDeploymentPlan(keys.deployer.address)
  const tokens = planTokens(plan)
  const feeds = planFeeds(plan, keys.keeper.address)
  const uniswap = planUniswap(plan, tokens.weth)
  const bridges = planBridges(plan, tokens, keys, chain)
  const aave = planAave(plan, { ...tokens, feeds }, keys)
  planHoldings(plan, tokens, keys)
  planLiquidity(plan, { ...tokens, ...uniswap }, keys)
  planInventory(plan, { ...tokens, ...bridges }, keys)
  planLoans(plan, { ...tokens, aave }, keys)
  for (const { name, initCode: creation } of deployments) {
    const data = concatHex([deploySalt, creation])
    plan.txs.push({ label: `create ${name}`, from: keys.deployer.address, to: arachnidDeployer, data })
  }
  // Added last: an address depends on the transactions before it, so the addresses above stay the same.
  const pancakeswap = planPancakeswap(plan, tokens)
  const uniswapV4 = planUniswapV4(plan, { ...tokens, ...uniswap, ...bridges }, keys)
  const curve = planCurve(plan, tokens)
  const accounts = planAccounts(plan, keys.deployer.address)
  const solidly = planSolidly(plan, tokens)
  const layerZero = planLayerZero(plan, tokens, chain, keys)
  const bridged = readPublishedArtifact('ERC20PresetFixedSupplyUpgradeable')
  const proxy = readPublishedArtifact('ERC1967Proxy')
  return {
    contracts: {
      multicall3: multicall3Address,
      permit2,
      ...tokens,
      feeds,
      ...uniswap,
      ...uniswapV4,
      ...pancakeswap,
      ...curve,
      ...solidly,
      aave,
      ...bridges,
      accounts,
      ...layerZero,
    },
    placed: [
      { address: multicall3Address, creation: readPublishedArtifact('Multicall3').bytecode },
      { address: permit2, runtime: permit2Runtime() },
      { address: bridgedImplementation, creation: initCode(bridged, []) },
      { address: bridgedToken, creation: initCode(proxy, [bridgedImplementation, '0x']) },
    ],
    txs: plan.txs,
    balances: [{ address: keys.deployer.address, wei: 100_000_000n * 10n ** 18n }],
  }
}

/** Cache key of the built states: hashes plans, build version and anvil version, so that any change rebuilds. */
export function chainPlansHash(plans: ChainPlan[], anvilVersion: string): string {
  const text = JSON.stringify({ buildVersion, anvilVersion, blockGasLimit, plans }, (_, value) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
