import { erc20Abi, parseAbi } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { encodeCall } from '../evm/encodeCall.ts'
import { readContract } from '../evm/readContract.ts'
import type { Address } from '../interface/fields.ts'
import { createApproval } from './approval.ts'
import { marketIds } from './marketIds.ts'
import { rayAprToApy } from './rates.ts'
import type { TokenFacts } from './tokenFacts.ts'
import type { LeftOut, MarketReading, Position, ProtocolMarket, YieldProtocol } from './yieldProtocol.ts'

const dataProviderAbi = parseAbi([
  'function getAllReservesTokens() view returns ((string symbol, address tokenAddress)[])',
  'function getReserveConfigurationData(address asset) view returns (uint256 decimals, uint256 ltv, uint256 liquidationThreshold, uint256 liquidationBonus, uint256 reserveFactor, bool usageAsCollateralEnabled, bool borrowingEnabled, bool stableBorrowRateEnabled, bool isActive, bool isFrozen)',
  'function getReserveData(address asset) view returns (uint256 unbacked, uint256 accruedToTreasuryScaled, uint256 totalAToken, uint256 totalStableDebt, uint256 totalVariableDebt, uint256 liquidityRate, uint256 variableBorrowRate, uint256 stableBorrowRate, uint256 averageStableBorrowRate, uint256 liquidityIndex, uint256 variableBorrowIndex, uint40 lastUpdateTimestamp)',
  'function getReserveTokensAddresses(address asset) view returns (address aToken, address stableDebtToken, address variableDebtToken)',
  'function getReserveCaps(address asset) view returns (uint256 borrowCap, uint256 supplyCap)',
  'function getPaused(address asset) view returns (bool isPaused)',
])

const poolAbi = parseAbi([
  'function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)',
  'function withdraw(address asset, uint256 amount, address to) returns (uint256)',
])
/** Aave's `withdraw` takes the largest uint256 as "the whole deposit". */
const wholeDeposit = 2n ** 256n - 1n

const name = 'aave-v3'
const type = 'lending'

/** Every reserve of an Aave v3 pool, read through its data provider. */
export function createAaveV3({ tokenFacts }: { tokenFacts: TokenFacts }): YieldProtocol {
  const lastReserves = new Map<number, readonly Address[]>()

  async function markets(chain: Chain): Promise<MarketReading> {
    const { dataProvider, pool } = factsOf(chain)
    // Reads the list and the reserves of the previous list together: one round trip unless a reserve is new.
    const remembered = lastReserves.get(chain.id) ?? []
    const [list, ...early] = await Promise.all([
      readContract(chain, dataProvider, dataProviderAbi, 'getAllReservesTokens', []),
      ...remembered.map((asset) => readReserve(chain, dataProvider, asset, tokenFacts)),
    ])
    if (!list) throw new Error(`the data provider of ${name} on ${chain.definition.name} does not answer`)
    const known = new Map(remembered.map((asset, index) => [asset, early[index]]))
    const assets = list.map(({ tokenAddress }) => tokenAddress)
    lastReserves.set(chain.id, assets)
    const reserves = await Promise.all(
      assets.map((asset) =>
        known.has(asset) ? known.get(asset) : readReserve(chain, dataProvider, asset, tokenFacts),
      ),
    )
    const { network } = chain.definition
    // Assign ids over all reserves, inactive ones too, so that omitting one changes no id.
    const symbols = list.map(({ symbol, tokenAddress: address }, i) => ({
      symbol: reserves[i]?.token.symbol ?? symbol,
      address,
    }))
    const ids = marketIds({ network, protocol: name, type }, symbols)
    const leftOut: LeftOut[] = []
    const found: ProtocolMarket[] = []
    for (const [index, reserve] of reserves.entries()) {
      if (reserve) found.push({ ...reserve, id: ids[index]!, network, chainId: chain.id, depositAddress: pool })
      else leftOut.push({ market: assets[index]!, reason: 'callReverted' })
    }
    return { markets: found, leftOut }
  }

  return {
    name,
    url: 'https://aave.com',
    serves: ({ aaveV3 }) => aaveV3 !== undefined,
    title: 'Aave V3',
    type,
    markets,
    positions,
    enter: ({ token, depositAddress }, owner, assets) => [
      createApproval(token.address, depositAddress, assets),
      {
        type: 'deposit',
        to: depositAddress,
        data: encodeCall({ abi: poolAbi, functionName: 'supply', args: [token.address, assets, owner, 0] }),
      },
    ],
    exit: async (_chain, { token, depositAddress }, owner, amount) => {
      // One aToken redeems for one token, so shares and assets are the same number.
      const assets = amount === 'all' ? wholeDeposit : 'assets' in amount ? amount.assets : amount.shares
      const data = encodeCall({ abi: poolAbi, functionName: 'withdraw', args: [token.address, assets, owner] })
      return [{ type: 'withdraw', to: depositAddress, data }]
    },
    shareDecimals: async (_chain, { token }) => token.decimals,
  }
}

type Reserve = Omit<ProtocolMarket, 'id' | 'network' | 'chainId' | 'depositAddress'>

async function readReserve(
  chain: Chain,
  dataProvider: Address,
  asset: Address,
  tokenFacts: TokenFacts,
): Promise<Reserve | undefined> {
  const [token, config, data, tokens, caps, isPaused] = await Promise.all([
    tokenFacts(chain, asset),
    readContract(chain, dataProvider, dataProviderAbi, 'getReserveConfigurationData', [asset]),
    readContract(chain, dataProvider, dataProviderAbi, 'getReserveData', [asset]),
    readContract(chain, dataProvider, dataProviderAbi, 'getReserveTokensAddresses', [asset]),
    readContract(chain, dataProvider, dataProviderAbi, 'getReserveCaps', [asset]),
    readContract(chain, dataProvider, dataProviderAbi, 'getPaused', [asset]),
  ])
  if (!token || !config || !data || !tokens || !caps || isPaused === undefined) return undefined
  const [decimals] = config
  const [isActive, isFrozen] = [config[8], config[9]]
  const [size, liquidityRate] = [data[2], data[5]]
  const [, supplyCap] = caps
  const full = supplyCap > 0n && size >= supplyCap * 10n ** decimals
  return {
    providerId: name,
    type,
    name: `Aave V3 ${token.symbol}`,
    token,
    receiptToken: tokens[0],
    rewardRate: rayAprToApy(liquidityRate),
    size,
    status: { enter: isActive && !isFrozen && !isPaused && !full, exit: isActive && !isPaused },
  }
}

/** An aToken's balance grows with interest, so it is the position's value. */
function positions(chain: Chain, markets: readonly ProtocolMarket[], owners: readonly Address[]): Promise<Position[]> {
  const pairs = owners.flatMap((owner) => markets.map((market) => ({ market, owner })))
  return Promise.all(
    pairs.map(async ({ market, owner }) => {
      const amount = await readContract(chain, market.receiptToken, erc20Abi, 'balanceOf', [owner])
      return { market, owner, amount }
    }),
  )
}

function factsOf({ definition }: Chain) {
  if (!definition.aaveV3) throw new Error(`${definition.name} has no ${name}`)
  return definition.aaveV3
}
