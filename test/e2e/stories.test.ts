import { encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { placeholder } from '../../src/intents/wallet.ts'
import {
  balance,
  deposit,
  finished,
  harbor,
  island,
  native,
  restingPlaces,
  type Service,
  signDeposit,
  startService,
  summit,
  tokens,
  walletOf,
} from './setup.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service?.stop())
// Every receipt after every story, those of earlier ones again: what an end says is never taken back.
afterEach(async () => {
  expect(await service.expectReceipts()).toBeGreaterThan(0)
})

/** Quotes, commits, deposits by transfer, executes with the hash and waits for the end. */
async function run(request: Parameters<Service['client']['quoteIntent']>[0], userIndex: number) {
  const { client, devnet } = service
  const user = devnet.accounts[userIndex]!
  const { intent } = await client.quoteIntent({ ...request, ownerAddress: user.address })
  await client.commitIntent({ intent })
  const hash = await deposit(devnet, user, intent)
  await client.executeIntent({ intentId: intent.intentId, depositTransactionHash: hash })
  const receipt = await finished(service, intent.intentId)
  const ledger = await service.app.world.store.intents.ledger(intent.intentId)
  return { intent, receipt, user, ledger }
}

/** Nothing may be left at an intent address, in a pool or on a bridge: what went in came out. */
function expectAtRest(ledger: Parameters<typeof restingPlaces>[0]): void {
  const resting = Object.keys(restingPlaces(ledger)).map((key) => key.split(':')[0])
  expect(resting).not.toContain('originIntent')
  expect(resting).not.toContain('destinationIntent')
}

describe('same chain', () => {
  test('100 USDC become ETH on the same chain, exact input', async () => {
    const { devnet } = service
    const recipient = '0x00000000000000000000000000000000000a11ce'
    const request = {
      ownerAddress: native,
      originChainId: harbor,
      originTokenAddress: tokens.usdc,
      destinationChainId: harbor,
      destinationTokenAddress: native,
      destinationToAddress: recipient,
      originTokenAmount: 100_000_000n,
    } as const
    const { intent, receipt, ledger } = await run(request, 0)
    expect(intent.depositTransaction.amount).toBe(100_000_000n)
    expect(receipt.status).toBe('SUCCEEDED')
    expect(await balance(devnet, harbor, native, recipient)).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
    expectAtRest(ledger)
  })

  test('one ETH pays exactly 1,000 DAI, exact output, and the surplus goes back', async () => {
    const { devnet } = service
    const recipient = '0x00000000000000000000000000000000000b0b01'
    const wanted = 1_000n * 10n ** 18n
    const request = {
      ownerAddress: native,
      originChainId: harbor,
      originTokenAddress: native,
      destinationChainId: harbor,
      destinationTokenAddress: tokens.dai,
      destinationToAddress: recipient,
      destinationTokenAmount: wanted,
    } as const
    const { receipt, ledger } = await run(request, 1)
    expect(receipt.status).toBe('SUCCEEDED')
    expect(await balance(devnet, harbor, tokens.dai, recipient)).toBe(wanted)
    expectAtRest(ledger)
  })
})

describe('across chains', () => {
  test('USDT on Harbor becomes ETH on Island', async () => {
    const { devnet } = service
    const recipient = '0x00000000000000000000000000000000000c4a7e'
    const request = {
      ownerAddress: native,
      originChainId: harbor,
      originTokenAddress: tokens.usdt,
      destinationChainId: island,
      destinationTokenAddress: native,
      destinationToAddress: recipient,
      originTokenAmount: 500_000_000n,
    } as const
    const { intent, receipt, ledger } = await run(request, 2)
    expect(receipt.status).toBe('SUCCEEDED')
    expect(await balance(devnet, island, native, recipient)).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
    expectAtRest(ledger)
  })

  test.each(['ACROSS', 'CCTP'])('USDC on Harbor becomes USDC on Island by %s', async (bridgeProvider) => {
    const { devnet } = service
    const recipient =
      bridgeProvider === 'CCTP'
        ? '0x00000000000000000000000000000000000cc791'
        : '0x00000000000000000000000000000000000ac055'
    const request = {
      ownerAddress: native,
      originChainId: harbor,
      originTokenAddress: tokens.usdc,
      destinationChainId: island,
      destinationTokenAddress: tokens.usdc,
      destinationToAddress: recipient,
      originTokenAmount: 250_000_000n,
      options: { bridgeProvider },
    } as const
    const { intent, receipt, ledger } = await run(request, 3)
    expect(intent.quote.routeProviders).toContain(bridgeProvider)
    expect(receipt.status).toBe('SUCCEEDED')
    expect(await balance(devnet, island, tokens.usdc, recipient)).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
    expectAtRest(ledger)
  })
})

describe('without gas', () => {
  test('a signature and a permit are enough: USDC on Harbor becomes WETH on Summit', async () => {
    const { client, devnet } = service
    const user = devnet.accounts[4]!
    const recipient = '0x000000000000000000000000000000000009a51e'
    const { intent, gasFeeOptions } = await client.quoteIntent({
      ownerAddress: user.address,
      originChainId: harbor,
      originTokenAddress: tokens.usdc,
      destinationChainId: summit,
      destinationTokenAddress: tokens.weth,
      destinationToAddress: recipient,
      originTokenAmount: 300_000_000n,
    })
    await client.commitIntent({ intent })
    const before = await balance(devnet, harbor, native, user.address)
    const option = gasFeeOptions.feeOptions.find(({ is2612 }) => is2612)!
    const depositSignature = await signDeposit(devnet, user, intent, option)
    await client.executeIntent({ intentId: intent.intentId, depositSignature })
    const receipt = await finished(service, intent.intentId)
    expect(receipt.status).toBe('SUCCEEDED')
    expect(receipt.depositTransaction.txnHash).toBe(receipt.originTransaction.txnHash)
    const ledger = await service.app.world.store.intents.ledger(intent.intentId)
    // Not a wei for gas; a swap into native token for the bridge may leave some over, which is the owner's.
    const leftover = ledger
      .filter(
        ({ to, why, token, chainId }) => to === 'owner' && why === 'leftover' && token === native && chainId === harbor,
      )
      .reduce((sum, { amount }) => sum + amount, 0n)
    expect(await balance(devnet, harbor, native, user.address)).toBe(before + leftover)
    expect(await balance(devnet, summit, tokens.weth, recipient)).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
    expectAtRest(ledger)
  })
})

describe('with a call at the destination', () => {
  const aaveAbi = parseAbi([
    'function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)',
    'function getReserveTokensAddresses(address asset) view returns (address aToken, address, address)',
  ])

  test('DAI on Harbor becomes a position in Aave on Island', async () => {
    const { devnet } = service
    const owner = devnet.accounts[5]!.address
    const { pool } = tokens.aave
    const destinationCallData = encodeFunctionData({
      abi: aaveAbi,
      functionName: 'supply',
      args: [tokens.usdc, BigInt(placeholder), owner, 0],
    })
    const request = {
      ownerAddress: owner,
      originChainId: harbor,
      originTokenAddress: tokens.dai,
      destinationChainId: island,
      destinationTokenAddress: tokens.usdc,
      destinationToAddress: pool,
      destinationCallData,
      originTokenAmount: 400n * 10n ** 18n,
    } as const
    const { intent, receipt, ledger } = await run(request, 5)
    expect(receipt.status).toBe('SUCCEEDED')
    const wallet = walletOf(devnet, island, devnet.accounts[5]!)
    const [aToken] = await wallet.readContract({
      address: tokens.aave.dataProvider,
      abi: aaveAbi,
      functionName: 'getReserveTokensAddresses',
      args: [tokens.usdc],
    })
    const position = await wallet.readContract({
      address: aToken,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [owner],
    })
    expect(position).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
    expectAtRest(ledger)
  })
})

// Last, because it moves the pools for good.
test('the swap would pay less than promised: the deposit goes back', async () => {
  const { client, devnet } = service
  const [user, whale] = [devnet.accounts[1]!, devnet.accounts[2]!]
  const { intent } = await client.quoteIntent({
    ownerAddress: user.address,
    originChainId: harbor,
    originTokenAddress: tokens.weth,
    originTokenAmount: 10n ** 17n,
    destinationChainId: harbor,
    destinationTokenAddress: tokens.wbtc,
    options: { slippageTolerance: 0.0001 },
  })
  await client.commitIntent({ intent })
  await devnet.faucet(harbor, tokens.weth, whale.address, 3_000n * 10n ** 18n)
  await sellOnEveryPool(whale, 500n * 10n ** 18n)
  const before = await balance(devnet, harbor, tokens.weth, user.address)
  const hash = await deposit(devnet, user, intent)
  await client.executeIntent({ intentId: intent.intentId, depositTransactionHash: hash })
  const receipt = await finished(service, intent.intentId)
  expect(receipt.status).toBe('FAILED')
  expect(receipt.originTransaction.statusReason).toMatch(/^SLIPPAGE: /)
  expect(await balance(devnet, harbor, tokens.weth, user.address)).toBe(before)
  expectAtRest(await service.app.world.store.intents.ledger(intent.intentId))
})

/** Sells WETH for WBTC in the v2 pool and in every fee tier, so that no route keeps its price. */
async function sellOnEveryPool(key: Parameters<typeof walletOf>[2], amountIn: bigint): Promise<void> {
  const wallet = walletOf(service.devnet, harbor, key)
  const account = key.address
  const approve = (spender: `0x${string}`) =>
    wallet.writeContract({ address: tokens.weth, abi: erc20Abi, functionName: 'approve', args: [spender, 2n ** 255n] })
  await approve(tokens.uniswapV3.router)
  await approve(tokens.uniswapV2.router)
  const v3 = parseAbi([
    'struct Params { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
    'function exactInputSingle(Params params) payable returns (uint256)',
  ])
  for (const fee of [100, 500, 3000, 10000]) {
    const args = [
      {
        tokenIn: tokens.weth,
        tokenOut: tokens.wbtc,
        fee,
        recipient: account,
        deadline: 2n ** 40n,
        amountIn,
        amountOutMinimum: 0n,
        sqrtPriceLimitX96: 0n,
      },
    ] as const
    await wallet
      .writeContract({
        address: tokens.uniswapV3.router,
        abi: v3,
        functionName: 'exactInputSingle',
        args,
        gas: 2_000_000n,
      })
      .catch(() => {})
  }
  const v2 = parseAbi([
    'function swapExactTokensForTokens(uint256 amountIn, uint256 min, address[] path, address to, uint256 deadline)',
  ])
  const args = [amountIn, 0n, [tokens.weth, tokens.wbtc], account, 2n ** 40n] as const
  await wallet
    .writeContract({
      address: tokens.uniswapV2.router,
      abi: v2,
      functionName: 'swapExactTokensForTokens',
      args,
      gas: 2_000_000n,
    })
    .catch(() => {})
}
