import type { Address } from 'viem'
import { getContractAddress, maxUint256, zeroAddress } from 'viem'
import type { DevnetContracts, DevnetToken } from '../chains/definitions/devnet/devnetContracts.ts'
import { devnetTokens, unitsForUsd } from '../chains/definitions/devnet/facts.ts'
import type { DevnetKeys } from '../chains/definitions/devnet/keys.ts'
import { aaveAbi, erc20Abi } from './abis.ts'
import type { DeploymentPlan } from './deploymentPlan.ts'

type TokenAddresses = Pick<DevnetContracts, DevnetToken>
const ray = (percent: bigint) => percent * 10n ** 25n

/** Collateral figures in basis points, and the dollars lent and borrowed, so that interest rates are not zero. */
const reserves = [
  {
    token: 'weth',
    strategy: 'volatile',
    ltv: 8_000n,
    threshold: 8_250n,
    bonus: 10_500n,
    supplyUsd: 30_000_000n,
    borrowUsd: 3_000_000n,
  },
  {
    token: 'usdc',
    strategy: 'stable',
    ltv: 7_700n,
    threshold: 8_000n,
    bonus: 10_450n,
    supplyUsd: 20_000_000n,
    borrowUsd: 9_000_000n,
  },
  {
    token: 'dai',
    strategy: 'stable',
    ltv: 7_700n,
    threshold: 8_000n,
    bonus: 10_400n,
    supplyUsd: 15_000_000n,
    borrowUsd: 6_000_000n,
  },
  {
    token: 'wbtc',
    strategy: 'volatile',
    ltv: 7_300n,
    threshold: 7_800n,
    bonus: 10_500n,
    supplyUsd: 12_000_000n,
    borrowUsd: 1_000_000n,
  },
] as const

/** Base rate, slope below the kink, slope above it (percent a year); the kink (percent of utilisation). */
const strategies = { stable: [0n, 4n, 60n, 90n], volatile: [0n, 3n, 80n, 80n] } as const

export function planAave(
  plan: DeploymentPlan,
  contracts: TokenAddresses & Pick<DevnetContracts, 'feeds'>,
  keys: DevnetKeys,
): DevnetContracts['aave'] {
  const admin = keys.deployer.address
  const provider = plan.createPublished('PoolAddressesProvider', ['Causeway devnet market', admin])
  const set = (fn: string, value: Address, to = provider) => plan.call(fn, { to, abi: aaveAbi, fn, args: [value] })
  set('setACLAdmin', admin)
  const acl = plan.createPublished('ACLManager', [provider])
  set('setACLManager', acl)
  set('addPoolAdmin', admin, acl)

  const BorrowLogic = plan.createPublished('BorrowLogic')
  const libraries = {
    BorrowLogic,
    BridgeLogic: plan.createPublished('BridgeLogic'),
    EModeLogic: plan.createPublished('EModeLogic'),
    FlashLoanLogic: plan.createPublished('FlashLoanLogic', [], { BorrowLogic }),
    LiquidationLogic: plan.createPublished('LiquidationLogic'),
    PoolLogic: plan.createPublished('PoolLogic'),
    SupplyLogic: plan.createPublished('SupplyLogic'),
    ConfiguratorLogic: plan.createPublished('ConfiguratorLogic'),
  }
  set('setPoolImpl', plan.createPublished('Pool', [provider], libraries))
  set('setPoolConfiguratorImpl', plan.createPublished('PoolConfigurator', [], libraries))
  // The provider creates one proxy for each of the two calls above, and nothing before them.
  const pool = getContractAddress({ from: provider, nonce: 1n })
  const configurator = getContractAddress({ from: provider, nonce: 2n })

  const assets = reserves.map(({ token }) => contracts[token])
  const sources = reserves.map(({ token }) => contracts.feeds[devnetTokens[token].feed])
  const oracle = plan.createPublished('AaveOracle', [provider, assets, sources, zeroAddress, zeroAddress, 10n ** 8n])
  set('setPriceOracle', oracle)
  const dataProvider = plan.createPublished('AaveProtocolDataProvider', [provider])
  set('setPoolDataProvider', dataProvider)
  planReserves(plan, contracts, { provider, pool, configurator, treasury: admin })
  return { pool, addressesProvider: provider, dataProvider, oracle }
}

type Market = { provider: Address; pool: Address; configurator: Address; treasury: Address }

function planReserves(
  plan: DeploymentPlan,
  contracts: TokenAddresses,
  { provider, pool, configurator, treasury }: Market,
): void {
  const aTokenImpl = plan.createPublished('AToken', [pool])
  const stableDebtTokenImpl = plan.createPublished('StableDebtToken', [pool])
  const variableDebtTokenImpl = plan.createPublished('VariableDebtToken', [pool])
  const strategyOf = (name: keyof typeof strategies) => {
    const [base, slope1, slope2, kink] = strategies[name]
    const stableRates = [ray(1n), ray(60n), ray(1n), ray(8n), ray(20n)]
    const rates = [ray(kink), ray(base), ray(slope1), ray(slope2), ...stableRates]
    return plan.createPublished('DefaultReserveInterestRateStrategy', [provider, ...rates])
  }
  const addresses = { stable: strategyOf('stable'), volatile: strategyOf('volatile') }
  const inputs = reserves.map(({ token, strategy }) => {
    const { symbol, decimals } = devnetTokens[token]
    return {
      aTokenImpl,
      stableDebtTokenImpl,
      variableDebtTokenImpl,
      underlyingAssetDecimals: decimals,
      interestRateStrategyAddress: addresses[strategy],
      underlyingAsset: contracts[token],
      treasury,
      incentivesController: zeroAddress,
      aTokenName: `Aave Devnet ${symbol}`,
      aTokenSymbol: `a${symbol}`,
      variableDebtTokenName: `Aave Devnet Variable Debt ${symbol}`,
      variableDebtTokenSymbol: `variableDebt${symbol}`,
      stableDebtTokenName: `Aave Devnet Stable Debt ${symbol}`,
      stableDebtTokenSymbol: `stableDebt${symbol}`,
      params: '0x',
    }
  })
  plan.call('initReserves', { to: configurator, abi: aaveAbi, fn: 'initReserves', args: [inputs] })
  for (const { token, ltv, threshold, bonus } of reserves) {
    const asset = contracts[token]
    const fn = 'configureReserveAsCollateral'
    plan.call(fn, { to: configurator, abi: aaveAbi, fn, args: [asset, ltv, threshold, bonus] })
    plan.call('borrowing on', { to: configurator, abi: aaveAbi, fn: 'setReserveBorrowing', args: [asset, true] })
    plan.call('flash loans on', { to: configurator, abi: aaveAbi, fn: 'setReserveFlashLoaning', args: [asset, true] })
  }
}

/** A lender fills the reserves and a borrower draws on them. */
export function planLoans(
  plan: DeploymentPlan,
  contracts: TokenAddresses & Pick<DevnetContracts, 'aave'>,
  keys: DevnetKeys,
): void {
  const { pool } = contracts.aave
  const lender = keys.deployer.address
  const borrower = keys.borrower.address
  const collateral = contracts.weth
  const supply = (from: Address, asset: Address, amount: bigint) => {
    plan.call('approve aave', { to: asset, abi: erc20Abi, fn: 'approve', args: [pool, maxUint256], from })
    plan.call('supply', { to: pool, abi: aaveAbi, fn: 'supply', args: [asset, amount, from, 0], from })
  }
  for (const { token, supplyUsd } of reserves) supply(lender, contracts[token], unitsForUsd(token, supplyUsd))
  supply(borrower, collateral, unitsForUsd('weth', 40_000_000n))
  const variableRate = 2n
  for (const { token, borrowUsd } of reserves) {
    const args = [contracts[token], unitsForUsd(token, borrowUsd), variableRate, 0, borrower]
    plan.call(`borrow ${token}`, { to: pool, abi: aaveAbi, fn: 'borrow', args, from: borrower })
  }
}
