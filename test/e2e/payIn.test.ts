import { erc20Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import type { DepositWayName } from '../../src/interface/enums.ts'
import type { Address } from '../../src/interface/fields.ts'
import { permit2Address } from '../../src/interface/limits.ts'
import type { Response } from '../../src/interface/operations.ts'
import { createClient } from '../../src/sdk/client.ts'
import { runIntent } from '../../src/sdk/runIntent.ts'
import { trustedContracts } from '../../src/sdk/trustedContracts.ts'
import { signOffered } from '../signOffered.ts'
import { allowWay, balance, finished, fromTo, harbor, island, native, tokens, useService, walletOf } from './setup.ts'

const service = useService()

type Quoted = Response<'QuoteIntent'>
const walletFor = (index: number) => walletOf(service.devnet, harbor, service.devnet.accounts[index]!)
type Wallet = ReturnType<typeof walletFor>

const amounts: Record<string, bigint> = {
  [tokens.usdc]: 200_000_000n,
  [tokens.usdt]: 200_000_000n,
  [tokens.dai]: 200n * 10n ** 18n,
  [tokens.wbtc]: 1_000_000n,
}

const quote = (wallet: Wallet, token: Address, to: Address = tokens.usdc): Promise<Quoted> =>
  service.client.quoteIntent({
    ownerAddress: wallet.account.address,
    ...fromTo([harbor, token, amounts[token]], [token === to ? island : harbor, to]),
  })

const waysOf = ({ depositWays = [] }: Quoted): DepositWayName[] => depositWays.map(({ way }) => way)

async function payBy(wallet: Wallet, way: DepositWayName, quoted: Quoted) {
  const offered = quoted.depositWays!.find((one) => one.way === way)!
  const depositSignature = await signOffered(offered, (text) => wallet.signTypedData(JSON.parse(text)))
  await service.client.commitIntent({ intent: quoted.intent })
  await service.client.executeIntent({ intentId: quoted.intent.intentId, depositSignature })
  return { offered, receipt: await finished(service, quoted.intent.intentId) }
}

const allowance = (wallet: Wallet, token: Address, spender: Address) =>
  wallet.readContract({
    address: token,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [wallet.account.address, spender],
  })

const rows: [way: DepositWayName, token: Address, to: Address][] = [
  ['permit', tokens.usdc, tokens.usdc],
  ['permit', tokens.wbtc, tokens.usdc],
  ['receiveWithAuthorization', tokens.usdc, native],
  ['daiPermit', tokens.dai, tokens.usdc],
  ['permit2', tokens.usdt, tokens.usdc],
  ['allowance', tokens.usdt, tokens.usdc],
  ['permit2Allowance', tokens.wbtc, tokens.usdc],
]

describe('a deposit that is only signed, as the quote says it', () => {
  test.each(rows.map((row, index) => [row[0], index, row] as const))('%s (%i)', async (way, index, [, token, to]) => {
    const wallet = walletFor(index)
    await allowWay(wallet, way, token)
    const held = await balance(service.devnet, harbor, native, wallet.account.address)
    const had = await balance(service.devnet, harbor, token, wallet.account.address)
    const allowed = await allowance(wallet, token, trustedContracts.entrypoint)
    const { offered, receipt } = await payBy(wallet, way, await quote(wallet, token, to))
    expect(receipt.status).toBe('SUCCEEDED')
    expect(receipt.depositTransaction.depositIntentEntry).toMatchObject({ way })
    const fee = offered.depositSignature!.selectedGasFeeOption.amount
    // No gas of the owner, exactly deposit and fee of its tokens, and no allowance that was not there before.
    if (to !== native) expect(await balance(service.devnet, harbor, native, wallet.account.address)).toBe(held)
    expect(await balance(service.devnet, harbor, token, wallet.account.address)).toBe(had - amounts[token]! - fee)
    if (way !== 'allowance') expect(await allowance(wallet, token, trustedContracts.entrypoint)).toBe(allowed)
    expect(receipt.moves).toContainEqual(
      expect.objectContaining({ from: 'owner', to: 'collector', why: 'relayFee', amount: fee }),
    )
  })

  test('every receipt agrees with the logs', async () => {
    expect(await service.expectReceipts()).toBeGreaterThan(6)
  })
})

describe('which ways there are', () => {
  test.each<[string, Address, DepositWayName[]]>([
    ['USDC: EIP-2612 and ERC-3009', tokens.usdc, ['transfer', 'receiveWithAuthorization', 'permit', 'permit2']],
    ['DAI: its own permit is not taken for EIP-2612', tokens.dai, ['transfer', 'daiPermit', 'permit2']],
    ['WBTC: EIP-2612 alone', tokens.wbtc, ['transfer', 'permit', 'permit2']],
    ['USDT: no signatures of its own', tokens.usdt, ['transfer', 'permit2']],
    ['WETH: swallows every call and takes no permit', tokens.weth, ['transfer', 'permit2']],
    ['the native token', native, ['transfer']],
  ])('%s', async (_name, token, ways) => {
    const wallet = walletFor(8)
    const quoted = await service.client.quoteIntent({
      ownerAddress: wallet.account.address,
      ...fromTo([harbor, token], [harbor, token === tokens.usdc ? tokens.dai : tokens.usdc]),
      originTokenAmount: amounts[token] ?? 10n ** 17n,
    })
    expect(waysOf(quoted).toSorted()).toEqual(ways.toSorted())
    const costs = quoted.depositWays!.map(({ costUsd }) => costUsd)
    expect(costs).toEqual(costs.toSorted((a, b) => a - b))
    // Permit2 has no allowance of this owner, so its approval is part of what it costs.
    const permit2 = quoted.depositWays!.find(({ way }) => way === 'permit2')
    if (token !== native) expect(permit2).toMatchObject({ approveAddress: permit2Address })
    const option = quoted.gasFeeOptions.feeOptions[1]
    if (option) expect(option.is2612).toBe(ways.includes('permit'))
  })

  test('a payment from elsewhere is a transfer', async () => {
    const { depositWays } = await service.client.quoteIntent({
      ...(await quote(walletFor(8), tokens.usdc)).intent.quoteRequest,
      fundMethod: 'DIRECT_TRANSFER',
    })
    expect(depositWays!.map(({ way }) => way)).toEqual(['transfer'])
  })
})

describe('a stranger with the published key executes the intent before its owner does', () => {
  const madeUp = { depositTransactionHash: `0x${'ab'.repeat(32)}` } as const
  const stranger = () => createClient({ url: service.app.url })

  test.each([
    ['the hash that pays', (hash: string) => hash],
    // As if it were not mined yet: the word of one against that of the other, until the money is there.
    ['a hash that is in no block yet', () => `0x${'cd'.repeat(32)}`],
  ])('with a made-up hash: the library goes on with %s', async (_name, said) => {
    const { client } = service
    const executeIntent: typeof client.executeIntent = async (request, options) => {
      const { intentId, depositTransactionHash } = request
      await stranger().executeIntent({ intentId, ...madeUp })
      return client.executeIntent({ intentId, depositTransactionHash: said(depositTransactionHash!) }, options)
    }
    const wallet = walletFor(4)
    const receipt = await runIntent({
      client: { ...client, executeIntent },
      wallet,
      deposit: 'transfer',
      contracts: trustedContracts,
      request: (await quote(wallet, tokens.usdc, native)).intent.quoteRequest,
    })
    expect(receipt.status).toBe('SUCCEEDED')
    expect(receipt.depositTransaction.txnHash).not.toBe(madeUp.depositTransactionHash)
  })
})
