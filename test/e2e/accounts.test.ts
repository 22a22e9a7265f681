import { beforeAll, describe, expect, test } from 'vitest'
import type { Address } from '../../src/interface/fields.ts'
import { balance, finished, fromTo, harbor, island, mined, native, tokens, useService, walletOf } from './setup.ts'
import { type AccountCall, createSimpleAccount } from './userOperations.ts'

/** An ERC-4337 account pays in by a bundler's transaction; EIP-7702 accounts do in contractRefunds and contractOwners. */
const service = useService()
let account: Awaited<ReturnType<typeof createSimpleAccount>>

beforeAll(async () => {
  const { devnet } = service
  account = await createSimpleAccount(devnet, harbor, devnet.accounts[5]!, 7n)
  await devnet.faucet(harbor, tokens.usdc, account.address, 10n ** 10n)
  for (const chainId of [harbor, island]) {
    const payer = walletOf(devnet, chainId, devnet.accounts[6]!)
    await mined(payer, payer.sendTransaction({ to: account.address, value: 5n * 10n ** 18n }))
  }
})

const quote = async (owner: Address, more: object = {}) => {
  const quoted = await service.client.quoteIntent({
    ownerAddress: owner,
    ...fromTo([harbor, tokens.usdc, 100_000_000n], [harbor, tokens.usdt]),
    ...more,
  })
  await service.client.commitIntent({ intent: quoted.intent })
  return quoted
}
type Quoted = Awaited<ReturnType<typeof quote>>

const depositCall = ({ intent: { depositTransaction } }: Quoted): AccountCall =>
  depositTransaction.tokenAddress === native
    ? { target: depositTransaction.to, value: depositTransaction.amount, data: '0x' }
    : { target: depositTransaction.to, value: 0n, data: depositTransaction.data }

async function expectPaid(quoted: Quoted, hash: `0x${string}`, owner: Address) {
  const { intentId, quote: promised, destinationChainId, quoteRequest } = quoted.intent
  const token = quoteRequest.destinationTokenAddress
  const before = await balance(service.devnet, destinationChainId, token, owner)
  await service.client.executeIntent({ intentId, depositTransactionHash: hash })
  const receipt = await finished(service, intentId)
  expect(receipt.status).toBe('SUCCEEDED')
  expect(receipt.depositTransaction).toMatchObject({ status: 'SUCCEEDED', txnHash: hash })
  const got = (await balance(service.devnet, destinationChainId, token, owner)) - before
  expect(got).toBeGreaterThanOrEqual(promised.toAmountMin)
}

describe('ERC-4337 account', () => {
  test('is created and pays by its first operation', async () => {
    const quoted = await quote(account.address)
    expect(quoted.intent.ownerAddress.toLowerCase()).toBe(account.address.toLowerCase())
    const before = await balance(service.devnet, harbor, tokens.usdc, account.address)
    await expectPaid(quoted, await account.act(harbor, [depositCall(quoted)]), account.address)
    expect(await balance(service.devnet, harbor, tokens.usdc, account.address)).toBe(before - 100_000_000n)
  })

  test('pays in the native token, which no event of a token shows', async () => {
    const quoted = await quote(account.address, { originTokenAddress: native, originTokenAmount: 10n ** 17n })
    await expectPaid(quoted, await account.act(harbor, [depositCall(quoted)]), account.address)
  })

  test('pays for two intents in one transaction', async () => {
    const both = [await quote(account.address), await quote(account.address)]
    const hash = await account.act(harbor, both.map(depositCall))
    for (const quoted of both) {
      await service.client.executeIntent({ intentId: quoted.intent.intentId, depositTransactionHash: hash })
      expect((await finished(service, quoted.intent.intentId)).status).toBe('SUCCEEDED')
    }
  })
})
