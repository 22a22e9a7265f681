import { createWalletClient, custom, numberToHex, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { rpc } from '../../src/devnet/rpc.ts'
import type { Hex } from '../../src/interface/fields.ts'
import { permit2Address } from '../../src/interface/limits.ts'
import {
  type ChosenDeposit,
  type Client,
  chosenFromJson,
  chosenToJson,
  type DepositBy,
  parseJson,
  resumeIntent,
  runIntent,
} from '../../src/sdk/client.ts'
import { trustedContracts } from '../../src/sdk/trustedContracts.ts'
import { balance, fromTo, harbor, native, tokens, useService, walletOf } from '../e2e/setup.ts'

const service = useService()

const walletFor = (index: number) => walletOf(service.devnet, harbor, service.devnet.accounts[index]!)
const request = {
  ...fromTo([harbor, tokens.usdc, 200_000_000n], [harbor, tokens.usdt]),
  destinationToAddress: '0x000000000000000000000000000000000000c0de' as const,
}
const ofToken = { [tokens.dai]: 200n * 10n ** 18n, [tokens.wbtc]: 1_000_000n, [tokens.usdt]: 200_000_000n }
const payingWith = (token: keyof typeof ofToken) => ({
  ...request,
  originTokenAddress: token,
  destinationTokenAddress: tokens.usdc,
  originTokenAmount: ofToken[token],
})

/** An account with tokens and not a wei for gas. */
async function withoutGas(token: Hex, amount: bigint) {
  const privateKey = generatePrivateKey()
  const key = { privateKey, address: privateKeyToAddress(privateKey) }
  await service.devnet.faucet(harbor, token, key.address, amount)
  return walletOf(service.devnet, harbor, key)
}

describe('the client takes the first way that it can do', () => {
  test('a wallet with gas sends, because that is cheapest', async () => {
    const receipt = await runIntent({ client: service.client, wallet: walletFor(0), request })
    expect(receipt.status).toBe('SUCCEEDED')
    expect(receipt.depositTransaction.depositIntentEntry).toBeUndefined()
  })

  test.each([
    ['receiveWithAuthorization', request],
    ['daiPermit', payingWith(tokens.dai)],
    ['permit', payingWith(tokens.wbtc)],
  ])('a wallet without gas signs: %s', async (way, ask) => {
    const wallet = await withoutGas(ask.originTokenAddress, ask.originTokenAmount * 2n)
    const receipt = await runIntent({ client: service.client, wallet, request: ask })
    expect(receipt.status).toBe('SUCCEEDED')
    expect(receipt.depositTransaction.depositIntentEntry).toMatchObject({ way })
    expect(await balance(service.devnet, harbor, native, wallet.account.address)).toBe(0n)
  })
})

describe('one way by its name', () => {
  test.each<[DepositBy, Parameters<typeof payingWith>[0] | typeof tokens.usdc, string]>([
    ['permit', tokens.usdc, 'permit'],
    ['permit2', tokens.usdt, 'permit2'],
    ['signature', tokens.dai, 'daiPermit'],
  ])('%s', async (deposit, token, way) => {
    const ask = token === tokens.usdc ? request : payingWith(token)
    const wallet = walletFor(2)
    const receipt = await runIntent({ client: service.client, wallet, request: ask, deposit })
    expect(receipt.status).toBe('SUCCEEDED')
    expect(receipt.depositTransaction.depositIntentEntry).toMatchObject({ way })
    // Permit2 was approved for exactly the deposit and its fee, so nothing is left.
    for (const spender of [permit2Address, trustedContracts.entrypoint]) {
      const args = [wallet.account.address, spender] as const
      const abi = parseAbi(['function allowance(address owner, address spender) view returns (uint256)'])
      expect(await wallet.readContract({ address: token, abi, functionName: 'allowance', args })).toBe(0n)
    }
  })

  test('what the token does not take is said, and nothing is committed', async () => {
    const asked = runIntent({ client: service.client, wallet: walletFor(2), request, deposit: 'daiPermit' })
    await expect(asked).rejects.toMatchObject({
      name: 'NoSuchWay',
      message: expect.stringMatching(/offers transfer, receiveWithAuthorization, permit/),
    })
    const native_ = { ...request, originTokenAddress: native, originTokenAmount: 10n ** 17n }
    const signed = runIntent({ client: service.client, wallet: walletFor(2), request: native_, deposit: 'signature' })
    await expect(signed).rejects.toThrow(/cannot be made by signature/)
  })
})

describe('after a crash', () => {
  // From a file: by the proper reader, and by one that leaves a small fee a number.
  const read: Record<string, (text: string) => ChosenDeposit> = {
    receiveWithAuthorization: chosenFromJson,
    permit: (text) => parseJson(text) as unknown as ChosenDeposit,
  }
  test.each<DepositBy>(['receiveWithAuthorization', 'permit'])(
    '%s goes on as it began, and is paid once',
    async (deposit) => {
      const wallet = await withoutGas(tokens.usdc, 500_000_000n)
      let chosen: ChosenDeposit | undefined
      let intentId: Hex | undefined
      const dying = { ...service.client, executeIntent: () => Promise.reject(new Error('died')) } as unknown as Client
      const run = runIntent({
        client: dying,
        wallet,
        request,
        deposit,
        onProgress: (progress) => {
          if (progress.stage === 'verified') chosen = progress.verified.chosen
          if (progress.stage === 'committed') intentId = progress.intentId
        },
      })
      await expect(run).rejects.toMatchObject({ name: 'IntentInterrupted' })
      const kept = read[deposit]!(chosenToJson(chosen!))
      const receipt = await resumeIntent({ client: service.client, wallet, request, intentId: intentId!, chosen: kept })
      expect(receipt.status).toBe('SUCCEEDED')
      expect(receipt.depositTransaction.depositIntentEntry).toMatchObject({ way: deposit })
      const fee = chosen!.feeOption!.amount
      expect(await balance(service.devnet, harbor, tokens.usdc, wallet.account.address)).toBe(300_000_000n - fee)
    },
  )
})

/**
 * A provider of the public EIP-5792 shape: answers wallet_getCapabilities, wallet_sendCalls and wallet_getCallsStatus,
 * and runs a batch on the node, call by call, from its own key. Models no real wallet; `atomic` is only a claim.
 */
function batchingProvider(index: number, status: 'supported' | 'unsupported') {
  const inner = walletFor(index)
  const { rpcUrl } = service.devnet.chains.find(({ id }) => id === harbor)!
  const batches = new Map<string, Hex[]>()
  const asked: string[] = []
  const answer = async ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
    asked.push(method)
    if (method === 'wallet_getCapabilities') return { [numberToHex(harbor)]: { atomic: { status } } }
    if (method === 'wallet_sendCalls') {
      const [{ calls }] = params as [{ calls: { to: Hex; data: Hex }[] }]
      const hashes: Hex[] = []
      for (const call of calls) {
        const hash = await inner.sendTransaction(call)
        await inner.waitForTransactionReceipt({ hash })
        hashes.push(hash)
      }
      batches.set(hashes[0]!, hashes)
      return { id: hashes[0] }
    }
    if (method === 'wallet_getCallsStatus') {
      const [id] = params as [string]
      const receipts = await Promise.all(
        batches.get(id)!.map((hash) => rpc(rpcUrl, 'eth_getTransactionReceipt', [hash])),
      )
      return { version: '2.0.0', id, chainId: numberToHex(harbor), atomic: true, status: 200, receipts }
    }
    if (method === 'eth_sendTransaction') {
      const [{ to, data }] = params as [{ to: Hex; data: Hex }]
      return inner.sendTransaction({ to, data })
    }
    return inner.request({ method, params } as never)
  }
  const { address } = inner.account
  return {
    asked,
    wallet: createWalletClient({ account: address, chain: inner.chain, transport: custom({ request: answer }) }),
  }
}

describe('a wallet that carries out several calls as one (EIP-5792)', () => {
  test('approve and deposit go as one batch, and the nonce of the intent is used', async () => {
    const { wallet, asked } = batchingProvider(4, 'supported')
    const before = await balance(service.devnet, harbor, tokens.usdc, wallet.account.address)
    const receipt = await runIntent({ client: service.client, wallet, request })
    expect(receipt.status).toBe('SUCCEEDED')
    expect(asked.filter((method) => /send/i.test(method))).toEqual(['wallet_sendCalls'])
    expect(await balance(service.devnet, harbor, tokens.usdc, wallet.account.address)).toBe(before - 200_000_000n)
    expect(receipt.depositTransaction.fromAddress).toBe(wallet.account.address)
  })

  test('one that does not, sends the transfer', async () => {
    const { wallet, asked } = batchingProvider(5, 'unsupported')
    expect((await runIntent({ client: service.client, wallet, request })).status).toBe('SUCCEEDED')
    expect(asked.filter((method) => /send/i.test(method))).toEqual(['eth_sendTransaction'])
    const forced = runIntent({ client: service.client, wallet, request, deposit: 'calls' })
    await expect(forced).rejects.toMatchObject({ name: 'NoSuchWay' })
  })
})
