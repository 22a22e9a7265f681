import type { Address } from 'viem'
import type { DevnetContracts, DevnetToken } from '../chains/definitions/devnet/devnetContracts.ts'
import { devnetTokens, feedDecimals, tokenNames, unitsForUsd } from '../chains/definitions/devnet/facts.ts'
import type { DevnetKeys } from '../chains/definitions/devnet/keys.ts'
import { erc20Abi } from './abis.ts'
import { devnetDaiAbi, devnetDaiBytecode } from './artifacts/DevnetDai.ts'
import { devnetPriceFeedAbi, devnetPriceFeedBytecode } from './artifacts/DevnetPriceFeed.ts'
import { devnetTetherAbi, devnetTetherBytecode } from './artifacts/DevnetTether.ts'
import { devnetTokenAbi, devnetTokenBytecode } from './artifacts/DevnetToken.ts'
import { devnetUsdcAbi, devnetUsdcBytecode } from './artifacts/DevnetUsdc.ts'
import { feeOnTransferTokenAbi, feeOnTransferTokenBytecode } from './artifacts/FeeOnTransferToken.ts'
import type { DeploymentPlan } from './deploymentPlan.ts'

type Tokens = Pick<DevnetContracts, DevnetToken | 'feeOnTransfer'>

export function planTokens(plan: DeploymentPlan): Tokens {
  const { symbol, name, decimals } = devnetTokens.wbtc
  return {
    weth: plan.createPublished('WETH9'),
    usdc: plan.createOwn('USDC', devnetUsdcAbi, devnetUsdcBytecode, []),
    usdt: plan.createOwn('USDT', devnetTetherAbi, devnetTetherBytecode, []),
    dai: plan.createOwn('DAI', devnetDaiAbi, devnetDaiBytecode, []),
    wbtc: plan.createOwn(symbol, devnetTokenAbi, devnetTokenBytecode, [name, symbol, decimals]),
    feeOnTransfer: plan.createOwn('TOLL', feeOnTransferTokenAbi, feeOnTransferTokenBytecode, []),
  }
}

export function planFeeds(plan: DeploymentPlan, keeper: Address): DevnetContracts['feeds'] {
  const feed = (token: DevnetToken) => {
    const { feed: base, priceUsd } = devnetTokens[token]
    return plan.createOwn(`${base}/USD`, devnetPriceFeedAbi, devnetPriceFeedBytecode, [
      `${base} / USD`,
      priceUsd * 10n ** BigInt(feedDecimals),
      keeper,
    ])
  }
  return { ETH: feed('weth'), USDC: feed('usdc'), USDT: feed('usdt'), DAI: feed('dai'), WBTC: feed('wbtc') }
}

/** Dollars of each token by holder: the deployer's go into the pools; the faucet and the filler pay out theirs. */
const holdingsUsd = {
  deployer: 2_000_000_000n,
  faucet: 1_000_000_000n,
  filler: 20_000_000n,
  borrower: 40_000_000n,
  user: 300_000n,
}

export function planHoldings(plan: DeploymentPlan, contracts: Tokens, keys: DevnetKeys): void {
  const holders: [Address, bigint][] = [
    [keys.deployer.address, holdingsUsd.deployer],
    [keys.faucet.address, holdingsUsd.faucet],
    [keys.filler.address, holdingsUsd.filler],
    [keys.borrower.address, holdingsUsd.borrower],
    ...keys.users.map((user): [Address, bigint] => [user.address, holdingsUsd.user]),
  ]
  const wrapped = holders.reduce((sum, [, usd]) => sum + unitsForUsd('weth', usd), 0n)
  plan.call('wrap ether', { to: contracts.weth, abi: erc20Abi, fn: 'deposit', value: wrapped })
  for (const name of tokenNames) {
    // The deployer wraps ether once and hands it out; the other tokens are minted to each holder.
    const fn = name === 'weth' ? 'transfer' : 'mint'
    for (const [holder, usd] of holders) {
      if (name === 'weth' && holder === keys.deployer.address) continue
      plan.call(`${name} to ${holder}`, {
        to: contracts[name],
        abi: erc20Abi,
        fn,
        args: [holder, unitsForUsd(name, usd)],
      })
    }
  }
  const tolls = 1_000_000n * 10n ** 18n
  plan.call('toll to the faucet', {
    to: contracts.feeOnTransfer,
    abi: erc20Abi,
    fn: 'mint',
    args: [keys.faucet.address, tolls],
  })
}
