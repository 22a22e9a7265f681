import { LRUCache } from 'lru-cache'
import { erc20Abi, erc4626Abi } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { encodeCall } from '../evm/encodeCall.ts'
import { readContract } from '../evm/readContract.ts'
import { ServiceError } from '../interface/errors.ts'
import type { Address, Hex } from '../interface/fields.ts'
import { createApproval } from './approval.ts'
import { marketIds } from './marketIds.ts'
import type { TokenFacts } from './tokenFacts.ts'
import { createVaultRates } from './vaultRates.ts'
import type {
  ExitAmount,
  LeftOut,
  MarketReading,
  Position,
  ProtocolMarket,
  YieldCall,
  YieldProtocol,
} from './yieldProtocol.ts'

const name = 'erc4626'
const type = 'vault'
const rememberedSharesMax = 10_000
/** Passed to `maxDeposit`. If that returns 0, the vault takes no deposits from the public. */
const sampleDepositor = '0x0000000000000000000000000000000000000001'

type VaultFacts = { asset: Address; decimals: number; name: string }

/** The vaults that the chain's definition lists. */
export function createErc4626({ tokenFacts }: { tokenFacts: TokenFacts }): YieldProtocol {
  const facts = new Map<string, VaultFacts>()
  const symbols = new Map<string, string>()
  const rates = createVaultRates()
  const shares = new LRUCache<string, bigint>({ max: rememberedSharesMax })

  async function factsOf(chain: Chain, vault: Address): Promise<VaultFacts | undefined> {
    const key = `${chain.id}:${vault}`
    const vaultFacts = facts.get(key)
    if (vaultFacts) return vaultFacts
    const [asset, decimals, label] = await Promise.all([
      readContract(chain, vault, erc4626Abi, 'asset', []),
      readContract(chain, vault, erc20Abi, 'decimals', []),
      readContract(chain, vault, erc20Abi, 'name', []),
    ])
    if (!asset || decimals === undefined) return undefined
    const found = { asset, decimals, name: label ?? `Vault ${vault}` }
    facts.set(key, found)
    return found
  }

  async function markets(chain: Chain): Promise<MarketReading> {
    const { network } = chain.definition
    const vaults = vaultsOf(chain)
    const readings = await Promise.all(vaults.map((vault) => readVault(chain, vault)))
    // Assign ids over all vaults, failing ones too, so that omitting one changes no id.
    const named = vaults.map((address) => ({ symbol: symbols.get(`${chain.id}:${address}`) ?? '', address }))
    const ids = marketIds({ network, protocol: name, type }, named)
    const leftOut: LeftOut[] = []
    const found: ProtocolMarket[] = []
    for (const [index, reading] of readings.entries()) {
      const vault = vaults[index]!
      if (!reading) {
        leftOut.push({ market: vault, reason: 'callReverted' })
        continue
      }
      const { rate, ...market } = reading
      if ('unknown' in rate) leftOut.push({ market: vault, reason: rate.unknown })
      const rewardRate = 'apy' in rate ? rate.apy : undefined
      found.push({ ...market, rewardRate, id: ids[index]!, network, chainId: chain.id })
    }
    return { markets: found, leftOut }
  }

  async function readVault(chain: Chain, vault: Address) {
    const vaultFacts = await factsOf(chain, vault)
    if (!vaultFacts) return undefined
    const [token, size, room, rate] = await Promise.all([
      tokenFacts(chain, vaultFacts.asset),
      readContract(chain, vault, erc4626Abi, 'totalAssets', []),
      readContract(chain, vault, erc4626Abi, 'maxDeposit', [sampleDepositor]),
      rates.measure(chain, vault, vaultFacts.decimals),
    ])
    if (token) symbols.set(`${chain.id}:${vault}`, token.symbol)
    if (!token || size === undefined || room === undefined || !rate) return undefined
    const status = { enter: room > 0n, exit: true }
    const fixed = { providerId: name, type, receiptToken: vault, depositAddress: vault } as const
    return { ...fixed, name: vaultFacts.name, token, size, status, rate }
  }

  /**
   * Only the vault converts shares to assets, so this needs the shares first. The same multicall converts the owner's
   * last known shares: one round trip is enough unless the owner has deposited or withdrawn since.
   */
  async function positionIn(chain: Chain, market: ProtocolMarket, owner: Address): Promise<Position> {
    const vault = market.receiptToken
    const key = `${chain.id}:${vault}:${owner}`
    const guess = shares.get(key)
    const worth = (amount: bigint) => readContract(chain, vault, erc4626Abi, 'convertToAssets', [amount])
    const [balance, guessed] = await Promise.all([
      readContract(chain, vault, erc4626Abi, 'balanceOf', [owner]),
      guess === undefined ? undefined : worth(guess),
    ])
    if (balance === undefined) return { market, owner }
    if (balance === 0n) {
      shares.delete(key)
      return { market, owner, amount: 0n }
    }
    shares.set(key, balance)
    return { market, owner, amount: balance === guess ? guessed : await worth(balance) }
  }

  async function exit(chain: Chain, { receiptToken: vault }: ProtocolMarket, owner: Address, amount: ExitAmount) {
    const withdrawal = (data: Hex): YieldCall[] => [{ type: 'withdraw', to: vault, data }]
    if (amount !== 'all' && 'assets' in amount) {
      return withdrawal(encodeCall({ abi: erc4626Abi, functionName: 'withdraw', args: [amount.assets, owner, owner] }))
    }
    const balance =
      amount === 'all' ? await readContract(chain, vault, erc4626Abi, 'balanceOf', [owner]) : amount.shares
    if (balance === undefined) throw new ServiceError('QueryFailed', 'the vault does not say what the wallet holds')
    return withdrawal(encodeCall({ abi: erc4626Abi, functionName: 'redeem', args: [balance, owner, owner] }))
  }

  return {
    name,
    title: 'ERC-4626 vaults',
    type,
    enter: ({ token, receiptToken: vault }, owner, assets) => [
      createApproval(token.address, vault, assets),
      {
        type: 'deposit',
        to: vault,
        data: encodeCall({ abi: erc4626Abi, functionName: 'deposit', args: [assets, owner] }),
      },
    ],
    exit,
    shareDecimals: async (chain, { receiptToken, token }) =>
      (await factsOf(chain, receiptToken))?.decimals ?? token.decimals,
    serves: ({ erc4626 }) => (erc4626?.vaults.length ?? 0) > 0,
    markets,
    positions: (chain, markets, owners) =>
      Promise.all(owners.flatMap((owner) => markets.map((market) => positionIn(chain, market, owner)))),
  }
}

const vaultsOf = ({ definition }: Chain): readonly Address[] => definition.erc4626?.vaults ?? []
