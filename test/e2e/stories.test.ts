import { encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { placeholder } from '../../src/intents/wallet.ts'
import {
  balance,
  carriedOut,
  expectAtRest,
  finished,
  fromTo,
  harbor,
  island,
  native,
  order,
  pay,
  signDeposit,
  summit,
  tokens,
  useService,
  walletOf,
} from './setup.ts'

const service = useService()
// All receipts after every story, earlier ones again: an end never changes.
afterEach(async () => expect(await service.expectReceipts()).toBeGreaterThan(0))

describe('same chain', () => {
  test('100 USDC become ETH on the same chain, exact input', async () => {
    const { devnet } = service
    const recipient = '0x00000000000000000000000000000000000a11ce'
    const { intent } = await carriedOut(service, 0, {
      ...fromTo([harbor, tokens.usdc, 100_000_000n], [harbor, native]),
      destinationToAddress: recipient,
    })
    expect(intent.depositTransaction.amount).toBe(100_000_000n)
    expect(await balance(devnet, harbor, native, recipient)).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
  })

  test('one ETH pays exactly 1,000 DAI, exact output, and the surplus goes back', async () => {
    const { devnet } = service
    const recipient = '0x00000000000000000000000000000000000b0b01'
    const wanted = 1_000n * 10n ** 18n
    await carriedOut(service, 1, {
      ...fromTo([harbor, native], [harbor, tokens.dai]),
      destinationToAddress: recipient,
      destinationTokenAmount: wanted,
    })
    expect(await balance(devnet, harbor, tokens.dai, recipient)).toBe(wanted)
  })
})

describe('across chains', () => {
  test('USDT on Harbor becomes ETH on Island', async () => {
    const { devnet } = service
    const recipient = '0x00000000000000000000000000000000000c4a7e'
    const { intent } = await carriedOut(service, 2, {
      ...fromTo([harbor, tokens.usdt, 500_000_000n], [island, native]),
      destinationToAddress: recipient,
    })
    expect(await balance(devnet, island, native, recipient)).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
  })

  test.each(['ACROSS', 'CCTP'])('USDC on Harbor becomes USDC on Island by %s', async (bridgeProvider) => {
    const { devnet } = service
    const recipient =
      bridgeProvider === 'CCTP'
        ? '0x00000000000000000000000000000000000cc791'
        : '0x00000000000000000000000000000000000ac055'
    const { intent } = await carriedOut(service, 3, {
      ...fromTo([harbor, tokens.usdc, 250_000_000n], [island, tokens.usdc]),
      destinationToAddress: recipient,
      options: { bridgeProvider },
    })
    expect(intent.quote.routeProviders).toContain(bridgeProvider)
    expect(await balance(devnet, island, tokens.usdc, recipient)).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
  })
})

describe('without gas', () => {
  test('a signature and a permit are enough: USDC on Harbor becomes WETH on Summit', async () => {
    const { client, devnet } = service
    const user = devnet.accounts[4]!
    const recipient = '0x000000000000000000000000000000000009a51e'
    const { intent, gasFeeOptions } = await client.quoteIntent({
      ownerAddress: user.address,
      ...fromTo([harbor, tokens.usdc, 300_000_000n], [summit, tokens.weth]),
      destinationToAddress: recipient,
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
    // No gas cost; a swap into native token for the bridge may leave a surplus, which is the owner's.
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
    const { intent } = await carriedOut(service, 5, {
      ...fromTo([harbor, tokens.dai, 400n * 10n ** 18n], [island, tokens.usdc]),
      destinationToAddress: pool,
      destinationCallData,
    })
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
  })
})

test('the swap would pay less than promised: the deposit goes back', async () => {
  const { client, devnet } = service
  const [user, whale] = [devnet.accounts[1]!, devnet.accounts[2]!]
  const intent = await order(client, {
    ownerAddress: user.address,
    ...fromTo([harbor, tokens.weth, 10n ** 17n], [harbor, tokens.wbtc]),
    options: { slippageTolerance: 0.0001 },
  })
  await devnet.faucet(harbor, tokens.weth, whale.address, 3_000n * 10n ** 18n)
  const sold = await sellOnEveryPool(whale)
  const before = await balance(devnet, harbor, tokens.weth, user.address)
  const receipt = await pay(service, user, intent)
  expect(receipt.status).toBe('FAILED')
  expect(receipt.originTransaction.statusReason).toMatch(/^SLIPPAGE: /)
  expect(await balance(devnet, harbor, tokens.weth, user.address)).toBe(before)
  expectAtRest(await service.app.world.store.intents.ledger(intent.intentId))
  for (const undo of sold) await undo()
})

const v3 = parseAbi([
  'struct Params { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(Params params) payable returns (uint256)',
])
const v2 = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 min, address[] path, address to, uint256 deadline)',
])

/** Sells WETH for WBTC in the v2 pool and every fee tier, moving every route's price. Resolves with the undo calls. */
async function sellOnEveryPool(key: Parameters<typeof walletOf>[2]): Promise<(() => Promise<unknown>)[]> {
  const wallet = walletOf(service.devnet, harbor, key)
  const { weth, wbtc, uniswapV3, uniswapV2 } = tokens
  const mined = async (hash: `0x${string}`) => (await wallet.waitForTransactionReceipt({ hash })).status === 'success'
  for (const address of [weth, wbtc])
    for (const { router } of [uniswapV3, uniswapV2])
      await mined(
        await wallet.writeContract({ address, abi: erc20Abi, functionName: 'approve', args: [router, 2n ** 255n] }),
      )
  const deadline = 2n ** 40n
  const gas = 2_000_000n
  const swapV3 = (fee: number) => (tokenIn: `0x${string}`, tokenOut: `0x${string}`, amountIn: bigint) => {
    const limits = { amountOutMinimum: 0n, sqrtPriceLimitX96: 0n }
    const args = [{ tokenIn, tokenOut, fee, recipient: key.address, deadline, amountIn, ...limits }] as const
    return wallet.writeContract({ address: uniswapV3.router, abi: v3, functionName: 'exactInputSingle', args, gas })
  }
  const swapV2 = (tokenIn: `0x${string}`, tokenOut: `0x${string}`, amountIn: bigint) => {
    const args = [amountIn, 0n, [tokenIn, tokenOut], key.address, deadline] as const
    const call = { address: uniswapV2.router, abi: v2, functionName: 'swapExactTokensForTokens', args, gas } as const
    return wallet.writeContract(call)
  }
  const undo: (() => Promise<unknown>)[] = []
  const held = () => balance(service.devnet, harbor, wbtc, key.address)
  for (const swap of [...[100, 500, 3000, 10000].map(swapV3), swapV2]) {
    const before = await held()
    // A fee tier without a pool reverts.
    if (!(await mined(await swap(weth, wbtc, 500n * 10n ** 18n)))) continue
    const got = (await held()) - before
    undo.push(async () => mined(await swap(wbtc, weth, got)))
  }
  expect(undo.length).toBeGreaterThan(0)
  return undo
}
