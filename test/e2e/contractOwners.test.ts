import { encodeFunctionData, erc20Abi, getAddress, type Hex, hashTypedData } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { rpc } from '../../src/devnet/rpc.ts'
import type { DepositWayName } from '../../src/interface/enums.ts'
import type { Address } from '../../src/interface/fields.ts'
import { permit2Address } from '../../src/interface/limits.ts'
import type { Response } from '../../src/interface/operations.ts'
import { signOffered } from '../signOffered.ts'
import { createSafe } from './safe.ts'
import { balance, finished, fromTo, harbor, island, native, tokens, useService, walletOf } from './setup.ts'
import { createDelegated } from './userOperations.ts'

type Quoted = Response<'QuoteIntent'>
type Sign = (typedData: never) => Promise<Hex>
type Owner = { address: Address; sign: Sign }

const service = useService()
let safes: { both: Awaited<ReturnType<typeof createSafe>>; alone: Awaited<ReturnType<typeof createSafe>> }
let delegated: Owner
beforeAll(async () => {
  const { devnet } = service
  const [, first, second, third] = devnet.accounts
  safes = {
    both: await createSafe(devnet, [harbor, island], [first!, second!]),
    alone: await createSafe(devnet, [harbor], [third!]),
  }
  const key = devnet.accounts[4]!
  const wallet = walletOf(devnet, harbor, key)
  await createDelegated(devnet, [harbor], key)
  delegated = { address: key.address, sign: (typed) => wallet.signTypedData(typed) }
  for (const { address } of [safes.both, safes.alone]) {
    for (const token of [tokens.usdc, tokens.wbtc, tokens.dai]) await devnet.faucet(harbor, token, address, 10n ** 10n)
  }
})

const safeOwner = ({ address, signDigest }: typeof safes.both): Owner => ({
  address,
  sign: (typed) => signDigest(harbor, hashTypedData(typed)),
})

const quote = (owner: Address, token: Address, more: object = {}): Promise<Quoted> =>
  service.client.quoteIntent({
    ownerAddress: owner,
    ...fromTo([harbor, token, token === tokens.wbtc ? 1_000_000n : 100_000_000n], [harbor, tokens.usdt]),
    ...more,
  })

const waysOf = ({ depositWays = [] }: Quoted) => depositWays.map(({ way }) => way).toSorted()

async function payBy(owner: Owner, way: DepositWayName, { intent, depositWays = [] }: Quoted) {
  const offered = depositWays.find((one) => one.way === way)!
  const depositSignature = await signOffered(offered, (text) => {
    const { types, ...typed } = JSON.parse(text)
    const { EIP712Domain: _, ...own } = types
    return owner.sign({ ...typed, types: own } as never)
  })
  await service.client.commitIntent({ intent })
  await service.client.executeIntent({ intentId: intent.intentId, depositSignature })
  return finished(service, intent.intentId)
}

describe('which signatures are taken from an owner with code', () => {
  test('Safe: USDC asks its ERC-1271, a plain EIP-2612 token and DAI take nothing, Permit2 asks it', async () => {
    const { address } = safes.both
    const signed = ['permit', 'permit2', 'receiveWithAuthorization', 'transfer']
    expect(waysOf(await quote(address, tokens.usdc))).toEqual(signed)
    expect(waysOf(await quote(address, tokens.wbtc))).toEqual(['permit2', 'transfer'])
    const dai = await quote(address, tokens.dai, { originTokenAmount: 10n ** 20n })
    expect(waysOf(dai)).toEqual(['permit2', 'transfer'])
  })

  test('delegated account (EIP-7702): by its key where keys are recovered, by its code where code is asked', async () => {
    const { address } = delegated
    expect(waysOf(await quote(address, tokens.wbtc))).toEqual(['permit', 'permit2', 'transfer'])
    expect(waysOf(await quote(address, tokens.usdc))).toContain('receiveWithAuthorization')
  })

  test('a contract without ERC-1271 can only send', async () => {
    const { rpcUrl } = service.devnet.chains.find(({ id }) => id === harbor)!
    const refusesAll = getAddress(`0x${'c0de'.repeat(10)}`)
    await rpc(rpcUrl, 'anvil_setCode', [refusesAll, '0x60006000fd'])
    expect(waysOf(await quote(refusesAll, tokens.usdc))).toEqual(['transfer'])
  })
})

describe('they pay', () => {
  test.each<[string, 'both' | 'alone', DepositWayName]>([
    ['two owners, ERC-3009', 'both', 'receiveWithAuthorization'],
    ['one owner, ERC-3009', 'alone', 'receiveWithAuthorization'],
    ['two owners, permit', 'both', 'permit'],
  ])('Safe: %s', async (_name, which, way) => {
    const safe = safes[which]
    const before = await balance(service.devnet, harbor, tokens.usdc, safe.address)
    const receipt = await payBy(safeOwner(safe), way, await quote(safe.address, tokens.usdc))
    expect(receipt.status).toBe('SUCCEEDED')
    const fee = BigInt(receipt.depositTransaction.depositIntentEntry!.feeAmount)
    expect(await balance(service.devnet, harbor, tokens.usdc, safe.address)).toBe(before - 100_000_000n - fee)
  })

  test('Safe: Permit2, after the Safe approved it', async () => {
    const { address, act } = safes.both
    const args = [permit2Address, 10n ** 9n] as const
    await act(harbor, tokens.wbtc, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args }))
    const quoted = await quote(address, tokens.wbtc)
    expect(quoted.depositWays!.find(({ way }) => way === 'permit2')!.approveAddress).toBeUndefined()
    expect((await payBy(safeOwner(safes.both), 'permit2', quoted)).status).toBe('SUCCEEDED')
  })

  test('Safe: its own transfer, across chains, where it lives on both', async () => {
    const { address, act } = safes.both
    const across = { destinationChainId: island, destinationTokenAddress: tokens.usdc }
    const { intent } = await quote(address, tokens.usdc, across)
    await service.client.commitIntent({ intent })
    const depositTransactionHash = await act(harbor, tokens.usdc, intent.depositTransaction.data)
    await service.client.executeIntent({ intentId: intent.intentId, depositTransactionHash })
    const receipt = await finished(service, intent.intentId)
    expect(receipt).toMatchObject({ status: 'SUCCEEDED', depositTransaction: { fromAddress: address } })
    expect(await balance(service.devnet, island, tokens.usdc, address)).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
    // One that lives on the origin only has to say who is paid there if something fails.
    await expect(quote(safes.alone.address, tokens.usdc, across)).rejects.toThrow(/refundToAddress/)
  })

  test.each<[DepositWayName, Address]>([
    ['receiveWithAuthorization', tokens.usdc],
    ['permit', tokens.wbtc],
  ])('delegated account: %s', async (way, token) => {
    const before = await balance(service.devnet, harbor, native, delegated.address)
    expect((await payBy(delegated, way, await quote(delegated.address, token))).status).toBe('SUCCEEDED')
    expect(await balance(service.devnet, harbor, native, delegated.address)).toBe(before)
  })
})

describe('they get their money back', () => {
  /** Paid, never committed: the owner takes it out by its signature, and a stranger sends the transaction. */
  async function recovered(owner: Owner, pay: (data: Hex) => Promise<unknown>): Promise<void> {
    const { intent } = await quote(owner.address, tokens.usdc)
    const { intentId } = intent
    await pay(intent.depositTransaction.data)
    const before = await balance(service.devnet, harbor, tokens.usdc, owner.address)
    const { payload, typedData, intentAddress } = await service.client.prepareIntentRecovery({ intentId })
    const { EIP712Domain: _, ...types } = typedData.types
    const signature = await owner.sign({ ...typedData, types } as never)
    const ask = { intentId, payload, signature, intentAddress }
    const { to, data } = await service.client.buildIntentRecoveryTransaction(ask)
    const stranger = walletOf(service.devnet, harbor, service.devnet.accounts[9]!)
    await stranger.waitForTransactionReceipt({ hash: await stranger.sendTransaction({ to, data }) })
    const after = await balance(service.devnet, harbor, tokens.usdc, owner.address)
    expect(after - before).toBe(intent.depositTransaction.amount)
  }

  test('Safe', () => recovered(safeOwner(safes.both), (data) => safes.both.act(harbor, tokens.usdc, data)))

  test('delegated account', () =>
    recovered(delegated, async (data) => {
      const wallet = walletOf(service.devnet, harbor, service.devnet.accounts[4]!)
      await wallet.waitForTransactionReceipt({ hash: await wallet.sendTransaction({ to: tokens.usdc, data }) })
    }))
})
