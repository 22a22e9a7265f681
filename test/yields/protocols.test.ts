import { type Abi, type Address, erc20Abi, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { rpc } from '../../src/devnet/rpc.ts'
import { ownTokens } from '../../src/tokens/ownTokens.ts'
import { createTokenLists } from '../../src/tokens/tokenLists.ts'
import { createAaveV3 } from '../../src/yields/aaveV3.ts'
import { createErc4626 } from '../../src/yields/erc4626.ts'
import { createTokenFacts } from '../../src/yields/tokenFacts.ts'
import { read } from '../devnet/setup.ts'
import { rpcUrlOf } from '../providers/setup.ts'
import { useForAll } from '../useParts.ts'
import { protocolContract } from './protocolContract.ts'
import { act, startFixture, yearS } from './setup.ts'

const aaveAbi = parseAbi([
  'function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)',
  'function getReserveNormalizedIncome(address asset) view returns (uint256)',
])
const dataProviderAbi = parseAbi([
  'function getReserveData(address) view returns (uint256, uint256, uint256 totalAToken, uint256, uint256, uint256 liquidityRate, uint256, uint256, uint256, uint256, uint256, uint40)',
  'function getUserReserveData(address asset, address user) view returns (uint256 currentATokenBalance, uint256, uint256, uint256, uint256, uint256, uint256, uint40, bool)',
])
const vaultAbi = parseAbi([
  'function deposit(uint256 assets, address receiver)',
  'function balanceOf(address) view returns (uint256)',
  'function convertToAssets(uint256) view returns (uint256)',
  'function totalAssets() view returns (uint256)',
])

const fixture = useForAll(startFixture)
const tokens = createTokenLists({ chainIds: [31_337, 31_338, 31_339], own: ownTokens() })
const tokenFacts = createTokenFacts(tokens)
const [aave, vaults] = [createAaveV3({ tokenFacts }), createErc4626({ tokenFacts })]
const rpcUrl = () => rpcUrlOf(fixture, fixture.island)
const owners = (): [Address, Address] => [fixture.devnet.accounts[1]!.address, fixture.devnet.accounts[8]!.address]
const ask = <T>(to: Address, abi: Abi, fn: string, args: readonly unknown[] = []) =>
  read<T>({ rpcUrl: rpcUrl() }, { to, abi, fn, args })

async function approve(owner: Address, spender: Address, amount: bigint): Promise<void> {
  await act(rpcUrl(), owner, fixture.devnet.contracts.usdc, erc20Abi as Abi, 'approve', [spender, amount])
}

describe('the promise of the port', () => {
  protocolContract('aave-v3', () => ({
    protocol: aave,
    chain: fixture.island,
    owners: owners(),
    deposit: async (owner, amount) => {
      const { usdc, aave } = fixture.devnet.contracts
      await approve(owner, aave.pool, amount)
      await act(rpcUrl(), owner, aave.pool, aaveAbi, 'supply', [usdc, amount, owner, 0])
    },
  }))
  protocolContract('erc4626', () => ({
    protocol: vaults,
    chain: fixture.island,
    owners: owners(),
    deposit: async (owner, amount) => {
      const { vault } = fixture.devnet.contracts
      await approve(owner, vault, amount)
      await act(rpcUrl(), owner, vault, vaultAbi, 'deposit', [amount, owner])
    },
  }))
})

/** Compares our figures with the protocols' own at the same block. */
async function expectAgreement(): Promise<void> {
  const { dataProvider } = fixture.devnet.contracts.aave
  const { vault } = fixture.devnet.contracts
  const [holder] = owners()
  const { markets } = await aave.markets(fixture.island)
  expect(markets).toHaveLength(4)
  for (const { token, size, rewardRate } of markets) {
    const data = await ask<bigint[]>(dataProvider, dataProviderAbi, 'getReserveData', [token.address])
    expect(size).toBe(data[2])
    expect(rewardRate).toBeCloseTo(Number(exactApy(data[5]!)) / 1e18, 12)
  }
  for (const { market, amount } of await aave.positions(fixture.island, markets, [holder])) {
    const user = await ask<bigint[]>(dataProvider, dataProviderAbi, 'getUserReserveData', [
      market.token.address,
      holder,
    ])
    expect(amount).toBe(user[0])
  }
  const vaultReading = await vaults.markets(fixture.island)
  expect(vaultReading.markets[0]!.size).toBe(await ask<bigint>(vault, vaultAbi, 'totalAssets'))
  const [position] = await vaults.positions(fixture.island, vaultReading.markets, [holder])
  const shares = await ask<bigint>(vault, vaultAbi, 'balanceOf', [holder])
  expect(position!.amount).toBe(await ask<bigint>(vault, vaultAbi, 'convertToAssets', [shares]))
}

/** (1 + apr/year)^year − 1 in integers, by squaring, with 60 digits: no doubles. Scaled by 1e18. */
function exactApy(aprRay: bigint): bigint {
  const one = 10n ** 60n
  let [base, result] = [one + (aprRay * one) / 10n ** 27n / BigInt(yearS), one]
  for (let left = yearS; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = (result * base) / one
    base = (base * base) / one
  }
  return (result - one) / 10n ** 42n
}

describe('agreement with the protocols', () => {
  test('sizes and positions to the unit, rates to twelve digits', () => expectAgreement())

  test('and again after a year', async () => {
    const [holder] = owners()
    const { vault, usdc, aave: contracts } = fixture.devnet.contracts
    const marketsBefore = (await aave.markets(fixture.island)).markets.filter(({ token }) => token.address === usdc)
    const [before] = await aave.positions(fixture.island, marketsBefore, [holder])
    const income = () => ask<bigint>(contracts.pool, aaveAbi, 'getReserveNormalizedIncome', [usdc])
    const probe = 10n ** 18n
    const worth = () => ask<bigint>(vault, vaultAbi, 'convertToAssets', [probe])
    await vaults.markets(fixture.island)
    const [incomeBefore, worthBefore] = [await income(), await worth()]
    await rpc(rpcUrl(), 'evm_increaseTime', [yearS])
    await rpc(rpcUrl(), 'evm_mine')
    await expectAgreement()
    const [after] = await aave.positions(fixture.island, marketsBefore, [holder])
    const grown = (before!.amount! * (await income())) / incomeBefore
    expect(after!.amount! - grown).toBeGreaterThanOrEqual(-1n)
    expect(after!.amount! - grown).toBeLessThanOrEqual(1n)
    // Over a year, the vault's rate equals a share's gain.
    const [market] = (await vaults.markets(fixture.island)).markets
    const gained = Number((await worth()) - worthBefore) / Number(worthBefore)
    expect(market!.rewardRate).toBeCloseTo(gained, 4)
    expect(market!.rewardRate).toBeCloseTo(0.045, 3)
  })
})

test('a frozen or full reserve takes nothing, a paused one pays nothing out', async () => {
  const { usdc, aave: contracts } = fixture.devnet.contracts
  const adminAbi = parseAbi([
    'function getPoolConfigurator() view returns (address)',
    'function setReserveFreeze(address asset, bool freeze)',
    'function setReservePause(address asset, bool paused)',
    'function setSupplyCap(address asset, uint256 cap)',
  ])
  const configurator = await ask<Address>(contracts.addressesProvider, adminAbi, 'getPoolConfigurator')
  const admin = await ask<Address>(
    contracts.addressesProvider,
    parseAbi(['function getACLAdmin() view returns (address)']),
    'getACLAdmin',
  )
  const set = (fn: string, value: unknown) => act(rpcUrl(), admin, configurator, adminAbi, fn, [usdc, value])
  const status = async () => {
    const { markets } = await aave.markets(fixture.island)
    return markets.find(({ token }) => token.address === usdc)!.status
  }
  expect(await status()).toEqual({ enter: true, exit: true })
  await set('setReserveFreeze', true)
  expect(await status()).toEqual({ enter: false, exit: true })
  await set('setReserveFreeze', false)
  await set('setSupplyCap', 1n)
  expect(await status()).toEqual({ enter: false, exit: true })
  await set('setSupplyCap', 0n)
  await set('setReservePause', true)
  expect(await status()).toEqual({ enter: false, exit: false })
  await set('setReservePause', false)
})
