import { parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { createClient } from '../../src/sdk/client.ts'
import { signOffered } from '../signOffered.ts'
import { finished, fromTo, harbor, mined, tokens, useService, walletOf } from './setup.ts'

const voyage = { service: 'Voyage', field: 'voyage', wallet: 'voyageVault' }
const svc = { service: 'Svc', field: 'svc', wallet: 'svcWallet' }

const service = useService()

const usdc = (whole: number) => BigInt(whole) * 10n ** 6n
const abi = parseAbi([
  'function approve(address spender, uint256 amount) returns (bool)',
  'function nonces(address user) view returns (uint256)',
])

/** What the generated client of a brand signs, with names that follow from the brand alone and no word of ours. */
const typesOf = (primaryType: string) => ({
  [primaryType]: [
    { name: 'user', type: 'address' },
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint256' },
    { name: 'intentAddress', type: 'address' },
    { name: 'deadline', type: 'uint256' },
    { name: 'chainId', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'feeAmount', type: 'uint256' },
    { name: 'feeCollector', type: 'address' },
  ],
})

test.each([
  { brand: svc, name: 'Causeway', primaryType: 'Intent', user: 0 },
  { brand: voyage, name: 'VoyageIntentEntrypoint', primaryType: 'VoyageIntent', user: 1 },
])(
  '$brand.service: a gasless deposit under its own names, at its own entrypoint',
  async ({ brand, name, primaryType, user }) => {
    const { devnet, app } = service
    const client = createClient({ url: app.url, brand })
    const owner = devnet.accounts[user]!
    const wallet = walletOf(devnet, harbor, owner)
    const { intent, gasFeeOptions } = await client.quoteIntent({
      ownerAddress: owner.address,
      ...fromTo([harbor, tokens.usdt, usdc(100)], [harbor, tokens.usdc]),
    })
    await client.commitIntent({ intent })
    const entrypoint = intent.svcContracts.svcIntentEntrypointAddress
    const { SvcContracts } = await client.getSvcContracts()
    expect(SvcContracts.svcIntentEntrypointAddress).toBe(entrypoint)
    const option = gasFeeOptions.feeOptions.find(({ tokenAddress }) => tokenAddress === tokens.usdt)!
    const { amount } = intent.depositTransaction
    await mined(
      wallet,
      wallet.writeContract({
        address: tokens.usdt,
        abi,
        functionName: 'approve',
        args: [entrypoint, amount + option.amount],
      }),
    )
    const nonce = await wallet.readContract({ address: entrypoint, abi, functionName: 'nonces', args: [owner.address] })
    const deadline = Math.floor(Date.now() / 1_000) + 3_600
    const sign = (asked: { name: string; primaryType: string }) =>
      wallet.signTypedData({
        domain: { name: asked.name, version: '1', chainId: harbor, verifyingContract: entrypoint },
        types: typesOf(asked.primaryType),
        primaryType: asked.primaryType,
        message: {
          user: owner.address,
          token: tokens.usdt,
          amount,
          intentAddress: intent.originIntentAddress,
          deadline: BigInt(deadline),
          chainId: BigInt(harbor),
          nonce,
          feeAmount: option.amount,
          feeCollector: option.feeCollectorAddress,
        },
      })
    const signed = (intentSignature: `0x${string}`) => ({
      intentId: intent.intentId,
      depositSignature: { intentSignature, selectedGasFeeOption: option, userNonce: nonce, deadline },
    })
    // A signature under another brand's names is nobody's here.
    const foreign = await sign({ name: 'AcmeIntentEntrypoint', primaryType: 'AcmeIntent' })
    await expect(client.executeIntent(signed(foreign))).rejects.toMatchObject({ error: 'InvalidArgument' })
    await client.executeIntent(signed(await sign({ name, primaryType })))
    const receipt = await finished({ client }, intent.intentId)
    expect(receipt.status).toBe('SUCCEEDED')
    expect(await wallet.readContract({ address: entrypoint, abi, functionName: 'nonces', args: [owner.address] })).toBe(
      nonce + 1n,
    )
  },
)

test('every way to pay in that a quote of a brand offers is signed under its names', async () => {
  const { devnet, app } = service
  const client = createClient({ url: app.url, brand: voyage })
  const owner = devnet.accounts[2]!
  const wallet = walletOf(devnet, harbor, owner)
  const approve = { abi, functionName: 'approve', args: [permit2, 2n ** 255n] } as const
  await mined(wallet, wallet.writeContract({ address: tokens.usdc, ...approve }))
  const ask = { ownerAddress: owner.address, ...fromTo([harbor, tokens.usdc, usdc(50)], [harbor, tokens.dai]) }
  const { depositWays = [] } = await client.quoteIntent(ask)
  const relayed = depositWays.filter(({ sentBy, approveAddress }) => sentBy === 'service' && !approveAddress)
  expect(relayed.map(({ way }) => way)).toContain('permit2')
  for (const { way } of relayed) {
    const quoted = await client.quoteIntent(ask)
    const offered = quoted.depositWays!.find((one) => one.way === way)!
    const { intentId } = quoted.intent
    await client.commitIntent({ intent: quoted.intent })
    const depositSignature = await signOffered(offered, (text) =>
      wallet.request({ method: 'eth_signTypedData_v4', params: [owner.address, text] }),
    )
    await client.executeIntent({ intentId, depositSignature })
    expect([way, (await finished({ client }, intentId)).status]).toEqual([way, 'SUCCEEDED'])
  }
})

const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
